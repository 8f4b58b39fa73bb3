"""The Python SDK: follow a table and play at it. Needs only `websockets` and `msgspec`.

async with Table.join("http://127.0.0.1:8000", game, token) as table:
    while not table.over:
        await table.choose(table.options[0]["id"])
"""

from clients.sdk.http import create_game, get_json
from clients.sdk.link import Link, read_link
from clients.sdk.table import Closed, Refused, Table, Unreachable

__all__ = ["Closed", "Link", "Refused", "Table", "Unreachable", "create_game", "get_json", "read_link"]
