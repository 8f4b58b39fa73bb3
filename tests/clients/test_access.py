"""Everybody can use the page: axe finds nothing, contrast is enough, nothing is too small or moves unasked."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.clients.conftest import OpenPage
from tests.clients.driver import Seat
from tests.clients.wire import SPACES, Script, view

WEB = Path(__file__).parents[2] / "clients" / "web"
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"laptop": (1440, 900), "phone": (390, 844), "small": (320, 640)}
SELDOM = (("phone", "light"), ("small", "light"))
LOOKS = [
    pytest.param(size, theme, marks=[pytest.mark.soak] if (size, theme) in SELDOM else [])
    for size in SIZES
    for theme in ("dark", "light")
]
PAGES = ("home", "new", "profile", "rules", "settings")


def violations(page: Page) -> list[str]:
    """What axe finds wrong."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in found]


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_no_violation_on_any_page(open_page: OpenPage, size: str, theme: str) -> None:
    """axe: nothing on every page, at three sizes, dark and light (scenario 12)."""
    width, height = SIZES[size]
    page = open_page("/", {"theme": theme}, viewport={"width": width, "height": height})
    for name in PAGES:
        page.goto(page.url.split("#")[0] + f"#/{name}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert violations(page) == [], name
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_no_violation_at_the_table(open_page: OpenPage, size: str, theme: str) -> None:
    """The same at the table, with its parts and sheets open, and no sideways scroll (scenarios 8 and 12)."""
    width, height = SIZES[size]
    page = open_page("/#/new", {"theme": theme, "hints": True}, viewport={"width": width, "height": height})
    page.get_by_role("button", name="Start", exact=True).click()
    seat = Seat(page).ready()
    assert violations(page) == []
    seat.click(0)
    if width < 700:
        for tab in ("Hand", "Items", "Status", "Log", "Chat", "Decide"):
            page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=tab).click()
            assert violations(page) == [], tab
    for opened in ("People", "Help"):
        page.get_by_role("button", name=opened).first.click()
        expect(page.get_by_role("dialog", name=opened)).to_be_visible()
        assert violations(page) == [], opened
        page.keyboard.press("Escape")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def fine_at_every_size(page: Page, landmark: Locator) -> None:
    """No violation and no sideways scroll on a page, each time opened anew at a size."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(landmark).to_be_visible()
        for summary in page.locator("summary:visible").all():
            summary.click()
        assert violations(page) == [], size
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), size


def test_no_violation_after_a_game(seat: Seat) -> None:
    """The end, the replay, the profile with its achievements open, at three sizes (scenario 12)."""
    page = seat.page
    seat.play(250, seed=9)
    assert seat.over
    page.get_by_role("link", name="How it went").click()
    fine_at_every_size(page, page.get_by_role("heading", name="Turning points"))
    page.get_by_role("link", name="Watch the replay").click()
    fine_at_every_size(page, page.get_by_role("slider", name="Position"))
    page.goto(page.url.split("#")[0] + "#/profile")
    fine_at_every_size(page, page.get_by_role("heading", name="Achievements"))


@pytest.mark.parametrize("size", ["phone", "small"])
def test_spaces_can_be_hit_with_a_finger(open_page: OpenPage, size: str) -> None:
    """No space of the tall board is smaller than 44 x 24 pixels (scenario 8)."""
    width, height = SIZES[size]
    page = open_page("/#/new", viewport={"width": width, "height": height})
    page.get_by_role("button", name="Start", exact=True).click()
    Seat(page).ready()
    boxes = [floor.bounding_box() for floor in page.locator("#map .space .floor").all()]
    assert len(boxes) == 20
    assert min(box["width"] for box in boxes if box) >= 44, boxes
    assert min(box["height"] for box in boxes if box) >= 24, boxes


def test_reduced_motion_runs_no_transition(open_page: OpenPage) -> None:
    """With reduced motion nothing is animated, and the log still tells the order (scenario 11)."""
    page = open_page("/#/new", {"speed": 1}, reduced_motion="reduce")
    page.get_by_role("button", name="Start", exact=True).click()
    seat = Seat(page).ready()
    for number in range(12):
        seat.click(seat.sensible(number))
        assert page.evaluate("() => document.getAnimations().length") == 0
    assert page.locator("#log li").count() > 5


def test_help_lists_the_keys_and_letters_rest_in_inputs(seat: Seat) -> None:
    """One table of keys drives handler and help; no letter fires in an input or with Ctrl (scenario 13)."""
    page = seat.page
    page.keyboard.press("?")
    help_sheet = page.get_by_role("dialog", name="Help")
    expect(help_sheet).to_be_visible()
    listed = help_sheet.locator("kbd").all_inner_texts()
    source = (WEB / "keys.js").read_text()
    assert set(re.findall(r'shown: "([^"]+)"', source)) <= set(listed)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    question = seat.question
    page.keyboard.press("c")
    box = page.get_by_role("textbox", name="Say something")
    expect(box).to_be_focused()
    page.keyboard.type("1 z ? k")
    expect(box).to_have_value("1 z ? k")
    assert seat.question == question
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(box).not_to_be_focused()
    page.keyboard.press("Control+1")
    assert seat.question == question


def test_the_board_is_walked_with_arrows(seat: Seat) -> None:
    """Tab reaches the board once; arrows go to neighbours; Enter describes; Escape comes back (2.7 of the brief)."""
    page = seat.page
    expect(page.locator("#map [tabindex='0']")).to_have_count(1)
    page.keyboard.press("g")
    here = page.evaluate("() => document.activeElement.dataset.space")
    moved = set()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        moved.add(page.evaluate("() => document.activeElement.dataset.space"))
    assert moved - {here}
    page.keyboard.press("i")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_turn_reads_as_sentences(seat: Seat) -> None:
    """What a screen reader is given at a decision: a heading with the question, buttons that say what they do."""
    while not seat.question.startswith("Your action"):
        seat.click(0)
    text = seat.page.locator(".decision").aria_snapshot()
    assert re.search(r'heading "Your action, Time \d+"', text), text
    assert "Play Walk. 2 successes: move up to 2 spaces, Time −1. 1 success: move up to 1 space, Time −1." in text, text
    assert "★" not in text, "stars are for the eye"
    board = seat.page.locator("#map").aria_snapshot()
    assert re.search(r"button \"\w[\w ]+, Exit: ", board), board


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours (WCAG 2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def block(css: str, selector: str) -> dict[str, str]:
    """The colour variables of a rule."""
    body = css.split(selector + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", body))


def test_every_pair_of_colours_has_contrast() -> None:
    """Text 4.5 to 1, shapes 3 to 1, in both themes and on every board (scenario 12)."""
    css = (WEB / "theme.css").read_text()
    dark = block(css, ":root")
    for theme in (dark, {**dark, **block(css, ':root[data-theme="light"]')}):
        for ground in ("bg", "panel", "raised", "lit"):
            for text in ("text", "dim", "hot", "good", "bad", "girl", "killer", "special"):
                assert contrast(theme[text], theme[ground]) >= 4.5, (text, ground)
        for ground in ("bg", "panel"):
            assert contrast(theme["line"], theme[ground]) >= 3, ("line", ground)
    pieces = {name: dark[name] for name in ("girl", "victim", "special", "token", "exit", "search", "function")}
    for theme in ("cottage", "ship", "jungle", "hell", "ice"):
        board = block(css, f".map.{theme}")
        for ground in ("space", *(["indoors"] if "indoors" in board else [])):
            for name, colour in {**pieces, "killer": "#ff6b4a"}.items():
                assert contrast(colour, board[ground]) >= 3, (theme, name, ground)
            assert contrast(dark["space-text"], board[ground]) >= 4.5, (theme, ground)
        assert contrast(board["edge"], board["ground"]) >= 3, (theme, "edge")


ALIKE = """() => {
  const filled = (piece) => {
    const shape = piece.querySelector('path, rect'), found = new Set();
    const point = document.querySelector('#map').createSVGPoint();
    for (let x = -20; x <= 20; x++) for (let y = -20; y <= 20; y++) {
      Object.assign(point, { x, y });
      if (shape.isPointInFill(point)) found.add(`${x} ${y}`);
    }
    return found;
  };
  const all = [...document.querySelectorAll('#map .piece')].map((piece) => [piece.innerHTML, filled(piece)]);
  const kinds = [...new Map(all.map(([drawn, points]) => [drawn.replace(/<!--.*?-->/g, ''), points]))];
  const share = (a, b) => [...a].filter((point) => b.has(point)).length / new Set([...a, ...b]).size;
  const name = (drawn) => /class="([a-z]+)"/.exec(drawn)[1];
  return kinds.flatMap(([a, one], i) => kinds.slice(i + 1).map(([b, other]) => [name(a), name(b), share(one, other)]));
}"""
"""For every two different pieces on the board: their kinds, and how much of their outlines they share."""


def test_pieces_are_told_apart_without_colour(open_page: OpenPage, request: pytest.FixtureRequest) -> None:
    """In greys, kinds differ by outline, pieces of a kind by what is drawn in them (9)."""
    page = open_page("/")
    start = view(4)
    start["killers"] |= {
        "zeke": {"at": "garage", "health": 6, "max": 6, "token": "black", "status": "up"},
        "baghead": {"at": "kitchen", "health": 0, "max": 6, "token": "black", "status": "down"},
    }
    start["victims"] |= {"exposed-red": "porch", "exposed-black": "driveway", "exposed-grey": "boathouse"}
    start["victims"] |= {"loser-boyfriend": "woodpile", "cook": "garage"}
    tokens = ("set-nail-trap", "keycard-token", "scan-token", "huey", "test-kit", "boat", "hull-breach", "origin")
    start["tokens"] = dict(zip(tokens, SPACES, strict=False))
    start["film"] = {"frostbite.tokens": ["v1"]}
    Script(page, start).join(page.url.split("#")[0])
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    kinds = {"girl", "killer", "victim", "special", "token"}
    pairs = page.evaluate(ALIKE)
    assert {one for one, _, _ in pairs} | {other for _, other, _ in pairs} == kinds
    assert {(one, other): share for one, other, share in pairs if one != other and share > 0.8} == {}
    drawn = page.locator("#map .piece").evaluate_all("(all) => all.map((piece) => piece.innerHTML)")
    alike = len(drawn) - len({re.sub("<!--.*?-->", "", one) for one in drawn})
    assert alike == 2, "only the three plain Victims without Frostbite look the same"
    if request.config.getoption("--goldens"):
        page.wait_for_timeout(500)
        page.locator(".stage").screenshot(path=PICTURES / "greyscale.png")
