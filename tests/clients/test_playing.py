"""Whole turns and whole games through the page, by keyboard and by mouse, with somebody watching."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.clients.conftest import OpenPage
from tests.clients.driver import Seat

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
HIDDEN = {"hand", "tableau", "discard", "decision", "looked_at", "undo"}


def test_first_two_turns_by_keyboard(open_page: OpenPage, request: pytest.FixtureRequest) -> None:
    """From the first page into the third turn without a mouse; `--goldens` takes the README's picture on the way."""
    page = open_page("/")
    page.get_by_role("link", name="New game").last.focus()
    page.keyboard.press("Enter")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_visible()
    start.focus()
    page.keyboard.press("Enter")
    seat, played, pictured = Seat(page).ready(), 0, False
    while seat.turn < 3 and not seat.over and played < 120:
        if seat.turn == 2 and seat.question.startswith("Your Horror roll") and not pictured:
            pictured = True
            if request.config.getoption("--goldens"):
                PICTURES.mkdir(parents=True, exist_ok=True)
                page.wait_for_timeout(600)
                page.screenshot(path=PICTURES / "table.png")
        seat.press(seat.sensible(played))
        played += 1
    assert seat.over or seat.turn == 3


def test_an_empty_hand_is_not_a_hidden_one(seat: Seat) -> None:
    """Whoever has discarded everything reads that there is nothing, not that she may not see it."""
    while not seat.question.startswith("Your action"):
        seat.click(0)
    hand = seat.page.get_by_role("region", name="Hand")
    for _ in range(20):
        index = seat.find("^Discard ")
        if index is None:
            break
        seat.click(index)
    expect(hand).to_contain_text("No cards.")


def test_a_game_by_mouse_is_watched_to_its_end(open_page: OpenPage, seat: Seat) -> None:
    """A spectator sees the whole game; her socket never carries what a closed hand hides (scenario 14)."""
    frames: list[dict[str, Any]] = []
    watcher = open_page("/")
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text))))
    watcher.goto(watcher.url.split("#")[0] + f"#/watch/{seat.game}")
    expect(watcher.get_by_text("Watching", exact=True)).to_be_visible()
    seat.play(250)
    assert seat.over, seat.question
    expect(watcher.get_by_role("heading", name=seat.question, exact=True)).to_be_visible()
    running = [
        frame for frame in frames if frame["type"] in ("snapshot", "delta") and "outcome" not in frame.get("patch", {})
    ]
    assert len(running) > 20
    shown = [set(frame.get("patch", frame.get("view"))) for frame in running]
    ended = next((i for i, keys in enumerate(shown) if keys & HIDDEN), len(shown))
    assert ended >= len(shown) - 1, shown[ended]
    page = seat.page
    page.get_by_role("link", name="How it went").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    page.get_by_role("button", name="To the start", exact=True).or_(
        page.get_by_role("button", name="Start")
    ).first.click()
    page.get_by_role("button", name="Go on from here").click()
    expect(page.get_by_text("Player", exact=True)).to_be_visible()
    expect(page.locator("#question")).not_to_be_empty()


def test_a_game_by_keys_alone(seat: Seat) -> None:
    """Every decision of a game can be answered by its key."""
    seat.play(250, seed=5, keyboard=True)
    assert seat.over, seat.question


def test_every_option_by_touch_on_a_phone(open_page: OpenPage) -> None:
    """A phone plays by taps alone; board and decision are visible together (scenarios 5 and 8)."""
    page = open_page("/#/new", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Start", exact=True).tap()
    seat = Seat(page).ready()
    for number in range(25):
        if seat.over:
            break
        expect(page.get_by_role("group", name="Map of")).to_be_in_viewport()
        before = seat.stamp()
        seat.options.nth(seat.sensible(number)).tap()
        seat.moved(before)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
