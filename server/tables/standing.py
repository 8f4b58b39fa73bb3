"""Where people stand by the host's word: links, who is removed, muted or moved, and names.

It is kept beside the log as one field each (`token:<hash>`, `removed:<person>` ...), so that it is the same on every
node and after a restart, and two nodes can change two things at once.
"""

from msgspec import Struct

from server.tables.access import ROLES, Grant, hashed, look_up, new_token

Fields = dict[str, str]


class Standing(Struct):
    """What the store says of one game's people."""

    tokens: Fields = {}
    """SHA-256 of each token to its grant."""
    removed: Fields = {}
    muted: Fields = {}
    roles: Fields = {}
    """Roles that the host has given instead of the link's."""
    names: Fields = {}

    def grant(self, token: str) -> Grant | None:
        """What a token opens."""
        return look_up(self.tokens, token)

    def links_of(self, role: str) -> list[str]:
        """The fields of all invite links of a role; the host's own token is none."""
        return [f"token:{digest}" for digest, text in self.tokens.items() if text == role]


_KINDS = {"token": "tokens", "removed": "removed", "muted": "muted", "role": "roles", "name": "names"}


def standing_of(meta: dict[str, bytes]) -> Standing:
    """The fields beside a game's log taken apart; what another version has put there is left alone."""
    standing = Standing()
    for field, value in meta.items():
        kind, _, key = field.partition(":")
        if key and kind in _KINDS:
            getattr(standing, _KINDS[kind])[key] = value.decode()
    return standing


def token_field(token: str, grant: Grant) -> Fields:
    """What is stored of a token."""
    return {f"token:{hashed(token)}": grant.text()}


def first_tokens() -> tuple[dict[str, str], Fields]:
    """The tokens of a new game by role, and what is stored of them. The player's token is the host's."""
    tokens: dict[str, str] = {role: new_token() for role in ROLES}
    fields: Fields = {}
    for role in ROLES:
        fields |= token_field(tokens[role], Grant(role, role == "player"))
    return tokens, fields
