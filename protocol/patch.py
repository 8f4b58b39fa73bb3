"""JSON Merge Patch (RFC 7396) between views: maps without nulls, collections keyed by id, lists replaced whole."""

from typing import Any

Map = dict[str, Any]


class CannotCompose(Exception):
    """Two patches have no common one: something was removed or was no map, and then became a map.

    A merge patch can only merge maps, not replace one by another; who needs this sends a snapshot.
    """


def diff(old: Map, new: Map) -> Map:
    """The patch from `old` to `new`; empty if they are equal. Shares values with `new`."""
    patch: Map = {}
    for key, value in new.items():
        before = old.get(key)
        if before is value:
            continue
        if type(before) is dict and type(value) is dict:
            if before != value:
                patch[key] = diff(before, value)
        elif before != value or type(before) is not type(value):
            patch[key] = value
    for key in old:
        if key not in new:
            patch[key] = None
    return patch


def apply(view: Any, patch: Any) -> Any:
    """The view after a patch, as RFC 7396 says. Untouched parts are shared, nothing is changed in place."""
    if type(patch) is not dict:
        return patch
    merged = dict(view) if type(view) is dict else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = apply(merged.get(key), value) if type(value) is dict else value
    return merged


def compose(first: Map, second: Map) -> Map:
    """One patch that does what both do, one after the other. Raises CannotCompose."""
    both = dict(first)
    for key, value in second.items():
        if type(value) is dict and key in first:
            if type(first[key]) is not dict:
                raise CannotCompose(key)
            both[key] = compose(first[key], value)
        else:
            both[key] = value
    return both
