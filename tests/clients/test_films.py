"""Every location's board is drawn and played through the page; a wide and a phone-sized browser see the same table."""

import json
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.clients.conftest import OpenPage
from tests.clients.driver import Seat
from tests.support.server import Server

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
FILMS = {
    "wingard-cottage": ("intruders", "ava"),
    "hellscape": ("razorface", "kenzie"),
    "uss-konrad": ("evomorph", "jenette"),
    "pesadilla-verde": ("volkar", "alois"),
    "station-2891": ("organism", "kate"),
}


COVERED = """() => {
  const all = [...document.querySelectorAll('#map .plates g')];
  const plates = all.map((g) => [g.textContent, g.getBoundingClientRect()]);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return plates.flatMap(([s, a], i) => plates.slice(i + 1).filter(([, b]) => over(a, b)).map(([t]) => `${s} ${t}`));
}"""


def ask(server: Server, path: str, body: dict[str, Any] | None = None) -> Any:
    """JSON from the server."""
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(server.url + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def begin(server: Server, location: str) -> str:
    """A new game as boxed; the player's link."""
    killer, girl = FILMS[location]
    made = ask(server, "/api/games", {"killer": killer, "location": location, "girl": girl})
    return str(made["links"]["player"])


@pytest.mark.parametrize("location", FILMS)
def test_a_board_is_drawn_and_played(
    open_page: OpenPage, web_server: Server, location: str, request: pytest.FixtureRequest
) -> None:
    """All spaces stand apart on wide and tall boards, the pieces stand in their spaces, forty answers go through."""
    page = open_page(begin(web_server, location))
    seat = Seat(page).ready()
    graph = ask(web_server, f"/api/content/{location}/board")
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#map .space")).to_have_count(len(graph["spaces"]))
        boxes = [floor.bounding_box() for floor in page.locator("#map .space .floor").all()]
        places = {(round(box["x"]), round(box["y"])) for box in boxes if box}
        assert len(places) == len(graph["spaces"])
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.evaluate(COVERED) == [], "a panic number lies under another"
    lust = page.locator(".lust small").inner_text()
    assert not re.search("Attack|Move|Evolves", lust), "what comes next is a sentence, not a name"
    seat.ready().play(40, seed=3)
    if request.config.getoption("--goldens"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(600)
        page.locator(".stage").screenshot(path=PICTURES / f"{location}.png")


@pytest.mark.soak
@pytest.mark.parametrize("location", FILMS)
def test_a_whole_game_at_every_location(open_page: OpenPage, web_server: Server, location: str) -> None:
    """Played to its end through the page by roles and names."""
    seat = Seat(open_page(begin(web_server, location))).ready()
    seat.play(900, seed=11)
    assert seat.over, seat.question


def test_laptop_phone_and_advisor_at_one_table(open_page: OpenPage, web_server: Server) -> None:
    """Two browsers and a phone: an advisor proposes and points, the player sees it on the option; all go on."""
    killer, girl = FILMS["wingard-cottage"]
    made = ask(web_server, "/api/games", {"killer": killer, "location": "wingard-cottage", "girl": girl})
    player = Seat(open_page(made["links"]["player"])).ready()
    phone = open_page(
        made["links"]["advisor"], {"name": "Mara"}, viewport={"width": 390, "height": 844}, has_touch=True
    )
    watcher = open_page(made["links"]["spectator"], {"name": "Ivo"})
    expect(phone.get_by_text("Advisor", exact=True)).to_be_visible()
    expect(watcher.get_by_text("Watching", exact=True)).to_be_visible()
    phone.locator(".decision ol").get_by_role("button").nth(1).tap()
    expect(player.options.nth(1)).to_contain_text("★ Mara")
    expect(watcher.locator(".advice")).to_have_count(0)
    phone.locator("#map .space").first.focus()
    phone.keyboard.press("p")
    expect(player.page.locator(".ping")).to_contain_text("Mara")
    player.click(1)
    expect(phone.locator("#question")).to_have_text(player.question)
    player.page.get_by_role("button", name="People").click()
    people = player.page.get_by_role("dialog", name="People")
    expect(people).to_contain_text("Mara")
    people.get_by_role("button", name="Link for a spectator").click()
    link = people.get_by_label("Link for a spectator")
    expect(link).to_have_value(re.compile(f"{web_server.url}/#/"))
    invited = open_page(link.input_value().removeprefix(web_server.url), {"name": "Uma"})
    expect(invited.get_by_text("Watching", exact=True)).to_be_visible()
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("c")
    expect(player.page.get_by_role("textbox", name="Say something")).to_be_focused()
    player.page.keyboard.type("Run!")
    player.page.keyboard.press("Enter")
    phone.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Chat").tap()
    expect(phone.locator(".chat li")).to_contain_text("Dakota")
