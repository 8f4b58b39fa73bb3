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
  const box = (what, x, y, left, right, up, down) => ({ what, l: x - left, r: x + right, t: y - up, b: y + down });
  const numbers = (node) => node.getAttribute('transform').match(/-?[.\\d]+/g).map(Number);
  const at = (node) => numbers(node).slice(0, 2);
  const boxes = [], wide = [];
  for (const space of document.querySelectorAll('#map .space')) {
    const [x, y] = at(space), size = Number(space.querySelector('.name').getAttribute('font-size'));
    const room = Number(space.querySelector('.floor').getAttribute('width'));
    for (const line of space.querySelectorAll('tspan')) {
      const half = line.getComputedTextLength() / 2;
      if (2 * half > room - 4) wide.push(line.textContent);
      boxes.push(box(line.textContent, x, y + Number(line.getAttribute('y')), half, half, 0.75 * size, 0.22 * size));
    }
    for (const mark of space.querySelectorAll('.mark')) {
      const [dx, dy] = at(mark), r = 12 * numbers(mark)[2];
      boxes.push(box(`badge of ${space.dataset.space}`, x + dx, y + dy, r, r, r, r));
    }
  }
  for (const plate of document.querySelectorAll('#map .plates g')) {
    const [x, y] = at(plate), half = Number(plate.querySelector('rect').getAttribute('width')) / 2;
    boxes.push(box(`plate ${plate.textContent}`, x, y, half, half, 9, 9));
  }
  for (const tile of document.querySelectorAll('#map .tile:not(.space)')) {
    const [x, y] = at(tile), [dx, dy] = at(tile.querySelector('.symbol'));
    boxes.push(box('sign of a tile', x + dx, y + dy, 13, 13, 13, 13));
  }
  const over = boxes.flatMap((a, i) => boxes.slice(i + 1)
    .filter((b) => a.l < b.r && b.l < a.r && a.t < b.b && b.t < a.b).map((b) => `${a.what} / ${b.what}`));
  return [...over, ...wide.map((name) => `${name} is wider than its space`)];
}"""
"""Names, badges, panic plates and signs that lie over each other, measured on the drawn board."""

ARRANGED = """async ([graph, art]) => {
  const base = document.querySelector('script[type=module]').src;
  const layout = await import(new URL('table/layout.js', base));
  const { arranged } = await import(new URL('table/tiles.js', base));
  const mixed = (all) => all.length < 2 ? [all]
    : all.flatMap((one, i) => mixed([...all.slice(0, i), ...all.slice(i + 1)]).map((rest) => [one, ...rest]));
  const slots = Object.keys(graph.slots), found = new Set();
  let boards = 0;
  for (const tall of [0, 0.84]) {
    const board = layout.prepare(art, graph, tall);
    for (const tiles of mixed(Object.keys(graph.tiles))) for (let sides = 0; sides < 16; sides++) {
      const side = (i) => (sides >> i & 1 ? 'back' : 'front');
      const lie = Object.fromEntries(slots.map((slot, i) => [slot, `${tiles[i]}:${side(i)}`]));
      const now = arranged(board, graph, lie), spaces = Object.values(now.spaces);
      const boxes = spaces.flatMap((space) => [...layout.nameBoxes(space), ...layout.badgeBoxes(space, now)]);
      if (!tall) boxes.push(...layout.plates(now).map(layout.plateBox));
      boards++;
      const covered = boxes.some((a, i) => boxes.slice(i + 1).some((b) => layout.overlap(a, b)));
      if (covered) found.add(JSON.stringify(lie));
    }
  }
  return [boards, ...found];
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
    """All spaces stand apart on wide and tall boards, the pieces stand in their spaces, some answers go through."""
    page = open_page(begin(web_server, location))
    seat = Seat(page).ready()
    graph = ask(web_server, f"/api/content/{location}/board")
    for width, height in ((1440, 900), (390, 844), (320, 640), (700, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#map .space")).to_have_count(len(graph["spaces"]))
        boxes = [floor.bounding_box() for floor in page.locator("#map .space .floor").all()]
        places = {(round(box["x"]), round(box["y"])) for box in boxes if box}
        assert len(places) == len(graph["spaces"])
        assert page.evaluate(COVERED) == [], (width, height)
        assert width > 400 or min(box["width"] - 44 for box in boxes if box) >= 0, (width, boxes)
        assert width > 400 or min(box["height"] - 24 for box in boxes if box) >= 0, (width, boxes)
    page.set_viewport_size({"width": 1440, "height": 900})
    lust = page.locator(".lust small").inner_text()
    assert not re.search("Attack|Move|Evolves", lust), "what comes next is a sentence, not a name"
    seat.ready().play(25, seed=3)
    if request.config.getoption("--goldens"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(600)
        page.locator(".stage").screenshot(path=PICTURES / f"{location}.png")


def test_nothing_is_covered_however_the_tiles_lie(open_page: OpenPage, web_server: Server) -> None:
    """All 384 arrangements of Hellscape's tiles, wide and tall: every name, badge and panic number can be read."""
    art = json.loads((PICTURES.parents[1] / "clients" / "web" / "boards" / "hellscape.json").read_text())
    graph = ask(web_server, "/api/content/hellscape/board")
    assert open_page("/").evaluate(ARRANGED, [graph, art]) == [2 * 384]


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
