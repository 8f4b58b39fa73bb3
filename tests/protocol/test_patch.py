"""Merge patches: RFC 7396, the way from any view to any other, and what two patches make together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.patch import CannotCompose, apply, compose, diff

# The examples of RFC 7396, appendix A: original, patch, result.
RFC_EXAMPLES = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]

leaves = st.integers(0, 9) | st.sampled_from(["porch", "shed", ""]) | st.lists(st.integers(0, 3), max_size=3)
views = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), leaves, max_size=4),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), leaves | inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(("before", "patch", "after"), RFC_EXAMPLES)
def test_every_example_of_the_rfc(before: object, patch: object, after: object) -> None:
    assert apply(before, patch) == after


@given(views, views)
def test_a_diff_leads_from_one_view_to_the_other_and_changes_neither(old: dict, new: dict) -> None:
    old_before, new_before = repr(old), repr(new)
    assert apply(old, diff(old, new)) == new
    assert (repr(old), repr(new)) == (old_before, new_before)


@given(views)
def test_equal_views_need_no_patch(view: dict) -> None:
    assert diff(view, apply({}, view)) == {}


@given(views, views, views)
def test_two_patches_compose_or_say_that_they_cannot(first: dict, second: dict, third: dict) -> None:
    one, two = diff(first, second), diff(second, third)
    try:
        both = compose(one, two)
    except CannotCompose:
        return
    assert apply(first, both) == third


def test_a_map_that_was_removed_and_came_back_has_no_common_patch() -> None:
    """{k: {x}} -> {} -> {k: {y}}: a merge patch could only add y beside x."""
    with pytest.raises(CannotCompose):
        compose({"k": None}, {"k": {"y": 1}})
