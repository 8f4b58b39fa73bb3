"""The terminal client at a real server: a turn played with keys, the story told in sentences."""

import asyncio

from clients.sdk import create_game
from clients.terminal.app import TableApp
from clients.terminal.words import fill, titled
from protocol.http import CreateGame
from tests.support.server import Server


def test_words_fill_like_the_browsers() -> None:
    """Slots by value, number and sign."""
    assert (
        fill("{who} {how?panic:panics|moves} to {to}.", {"who": "a-b", "how": "panic", "to": "c"}, titled)
        == "A B panics to C."
    )
    assert fill("up to {n|# space|# spaces}", {"n": 2}, titled) == "up to 2 spaces"
    assert fill("Time {by+}", {"by": 2}, titled) == "Time +2"
    assert fill("Time {by+}, now {to}", {"by": -2, "to": -1}, titled) == "Time −2, now −1"


async def test_two_turns_with_keys(server: Server) -> None:
    """Options are picked by their keys until turn 2; the table says where things stand."""
    made = await create_game(server.url, CreateGame("intruders", "wingard-cottage", "ava"))
    app = TableApp(server.url, made.game, made.token, "en")
    async with app.run_test(size=(80, 30)) as pilot:
        for _ in range(400):
            await pilot.pause(0.02)
            view = app.remote.view
            if view.get("turn", 0) >= 2 or app.remote.over:
                break
            options = app.remote.options
            if options and app.sentences is not None and not app.busy:
                last = next((i for i, o in enumerate(options) if o["id"] in ("end", "done", "take", "keep")), 0)
                await app.action_pick(last)
        story = [line.text for line in app.query_one("#story").lines]  # type: ignore[attr-defined]
        assert app.remote.view["turn"] >= 2 or app.remote.over
        assert app.query_one("#story").max_scroll_x == 0
        assert any("Turn" in line or "Killer phase" in line for line in story)
    await app.remote.close()
    await asyncio.sleep(0)
