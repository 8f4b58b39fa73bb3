"""What the page does with a difficult line: gaps, floods, repeats, unknown things, other tabs (see docs/web.md)."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.clients.conftest import OpenPage
from tests.clients.driver import Seat
from tests.clients.wire import SPACES, Script, decision, view


@pytest.fixture
def table(open_page: OpenPage) -> Script:
    """A page at a scripted table."""
    page = open_page("/")
    return Script(page).join(page.url.split("#")[0])


def test_an_answer_given_while_the_line_is_down_is_applied_once(table: Script) -> None:
    """The chip tells; the answer waits and is sent again with its id; the panel stays (scenario 3)."""
    page = table.page
    table.refuse = True
    table.cut()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    page.get_by_role("button", name="End the Action phase").click()
    table.refuse = False
    expect(page.get_by_text("Live", exact=True)).to_be_visible(timeout=15_000)
    page.wait_for_function("() => document.querySelector('.busy')")
    page.wait_for_timeout(3_200)
    sent = table.commands()
    assert len(sent) >= 1
    assert {one["id"] for one in sent} == {sent[0]["id"]}
    assert sent[0]["option"] == "end" and sent[0]["request"] == 1
    assert "resume" in [one for one in table.sent if one["type"] == "hello"][-1]
    table.delta({"decision": decision(2)})
    table.send(type="ack", id=sent[0]["id"], version=table.version)
    expect(page.locator(".busy")).to_have_count(0)
    page.wait_for_timeout(3_000)
    assert len(table.commands()) == len(sent)


def test_a_gap_asks_for_the_whole_picture(table: Script) -> None:
    """A missing version is never guessed: the page asks for a snapshot and shows it."""
    table.version += 1
    table.delta({"turn": 9})
    table.page.wait_for_timeout(200)
    assert [one for one in table.sent if one["type"] == "resync"]
    expect(table.page.get_by_text("Turn 1", exact=True)).to_be_visible()
    table.send(
        type="snapshot",
        version=table.version,
        epoch="1",
        view_code="c",
        reason="resync",
        view={**view(), "turn": 9},
        digest="",
    )
    expect(table.page.get_by_text("Turn 9", exact=True)).to_be_visible()


def test_a_stale_answer_is_refused_and_the_new_decision_shown(table: Script) -> None:
    """The old options of another tab do no harm (scenario 1)."""
    page = table.page
    page.get_by_role("button", name="Play Walk").click()
    command = table.commands()[0]
    table.send(type="error", id=command["id"], code="stale", number=2, expected="decision 2", came="1")
    expect(page.locator(".decision .error")).to_contain_text("no longer open")
    table.delta({"decision": decision(2, "move")})
    expect(page.locator(".decision .error")).to_have_count(0)
    page.get_by_role("button", name="End the Action phase").click()
    assert table.commands()[-1]["request"] == 2


def test_unknown_facts_options_and_decisions_are_shown_plainly(table: Script) -> None:
    """What the words do not know is shown with what it says, and the page goes on (scenario 16)."""
    page = table.page
    table.delta(
        {"decision": decision(2, "never-heard-of"), "film": {"moon": 3}, "new": [1]},
        {"fact": "MoonRose", "over": "porch", "height": 3, "because": "rule.moon"},
    )
    expect(page.locator("#log")).to_contain_text("Moon Rose: over Porch, height 3")
    expect(page.get_by_role("heading", name="Never Heard Of")).to_be_visible()
    expect(page.get_by_role("button", name="Move to Porch")).to_be_visible()


def test_equal_lines_are_spoken_again_and_not_too_often(open_page: OpenPage) -> None:
    """Two equal lines in a row are both announced; at 20 deltas a second at most one message per 1.5 s (scenario 2)."""
    page = open_page("/")
    table = Script(page).join(page.url.split("#")[0])
    page.evaluate(
        """() => {
          const region = document.getElementById('speech');
          window.said = [];
          new MutationObserver(() => {
            if (region.textContent) window.said.push([performance.now(), region.textContent]);
          }).observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    death = {"fact": "VictimDied", "victim": "v90", "by": "trish", "at": "porch", "because": "rule.killer-action"}
    page.wait_for_timeout(2_000)
    table.delta({"dead": 1}, death)
    page.wait_for_timeout(1_900)
    table.delta({"dead": 2}, death)
    page.wait_for_timeout(1_900)
    said: list[Any] = page.evaluate("() => window.said")
    assert [text for _, text in said[-2:]] == ["A Victim dies in Porch, killed by Trish."] * 2
    for number in range(60):
        table.delta({"girl": {"time": number % 12}}, {"fact": "TimeChanged", "to": number % 12, "by": 1})
        page.wait_for_timeout(50)
    page.wait_for_timeout(1_700)
    times = [time for time, _ in page.evaluate("() => window.said")]
    assert all(later - earlier > 1_400 for earlier, later in pairwise(times)), times


def test_looking_back_nothing_moves_the_picture(table: Script) -> None:
    """Deltas that come in do not move it, options rest, End returns (scenario 10)."""
    page = table.page
    for number in range(8):
        table.delta({"girl": {"at": SPACES[number]}}, {"fact": "GirlMoved", "to": SPACES[number]})
    expect(page.locator("#log li")).to_have_count(8)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    before = page.locator("#map .piece").first.get_attribute("transform"), page.locator("#map .pieces").inner_html()
    table.delta({"girl": {"at": "shed"}, "decision": decision(3)}, {"fact": "GirlMoved", "to": "shed"})
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert before == (
        page.locator("#map .piece").first.get_attribute("transform"),
        page.locator("#map .pieces").inner_html(),
    )
    assert not table.commands()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Your action")).to_be_visible()


def test_focus_and_draft_survive_what_comes_in(table: Script) -> None:
    """Keyed updates: focus, a half-written chat line and the zoom stay over twenty deltas and a reconnect (3)."""
    page = table.page
    page.keyboard.press("+")
    zoomed = page.locator("#map").get_attribute("viewBox")
    page.keyboard.press("c")
    expect(page.get_by_role("textbox", name="Say something")).to_be_focused()
    page.keyboard.type("Look behi")
    for number in range(20):
        table.delta({"girl": {"at": SPACES[number % 10]}}, {"fact": "GirlMoved", "to": SPACES[number % 10]})
    table.cut()
    expect(page.get_by_text("Live", exact=True)).to_be_visible(timeout=15_000)
    box = page.get_by_role("textbox", name="Say something")
    expect(box).to_be_focused()
    expect(box).to_have_value("Look behi")
    assert page.locator("#map").get_attribute("viewBox") == zoomed


def test_drag_and_pinch_choose_nothing_and_the_ring_keeps_its_width(table: Script) -> None:
    """A drag pans; the ring is 5 px at every zoom; fit works after any gesture (scenarios 6 and 7)."""
    page = table.page
    start = view()
    start["decision"]["options"][1].update(id="move:porch", targets=["porch"])
    table.delta({"decision": {"options": start["decision"]["options"]}})
    porch = page.locator("[data-space=porch]")
    full = page.locator("#map").get_attribute("viewBox")
    page.keyboard.press("+")
    page.keyboard.press("+")
    box = porch.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 90, box["y"] - 20, steps=6)
    page.mouse.up()
    page.wait_for_timeout(150)
    assert not table.commands()
    assert porch.locator(".ring").evaluate("(ring) => getComputedStyle(ring).vectorEffect") == "non-scaling-stroke"
    assert porch.locator(".ring").evaluate("(ring) => getComputedStyle(ring).strokeWidth") == "5px"
    page.get_by_role("button", name="whole board").click()
    assert page.locator("#map").get_attribute("viewBox") == full
    porch.click()
    page.wait_for_timeout(150)
    assert [one["option"] for one in table.commands()] == ["move:porch"]


def test_pinch_and_long_press_choose_nothing(open_page: OpenPage) -> None:
    """Two fingers zoom about their middle; a finger that rests chooses nothing; a tap does (scenario 6)."""
    page = open_page("/", viewport={"width": 390, "height": 844}, has_touch=True)
    start = view()
    start["decision"]["options"][1].update(id="move:porch", targets=["porch"])
    table = Script(page, start).join(page.url.split("#")[0])
    porch = page.locator("[data-space=porch]")
    full, box = page.locator("#map").get_attribute("viewBox"), porch.bounding_box()
    assert box and full
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    fingers("touchStart", (x - 20, y))
    fingers("touchStart", (x - 20, y), (x + 20, y))
    for apart in (30, 40, 60):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    page.wait_for_timeout(200)
    zoomed = page.locator("#map").get_attribute("viewBox")
    assert zoomed and float(zoomed.split()[2]) < float(full.split()[2]) * 0.7
    page.get_by_role("button", name="whole board").tap()
    fingers("touchStart", (x, y))
    page.wait_for_timeout(900)
    fingers("touchEnd")
    page.wait_for_timeout(200)
    assert not table.commands()
    porch.tap()
    page.wait_for_timeout(200)
    assert [one["option"] for one in table.commands()] == ["move:porch"]


@pytest.mark.parametrize("seconds", [1, 15, 120])
def test_the_chip_tells_of_a_lost_line(open_page: OpenPage, seconds: int) -> None:
    """Gone for 1, 15 or 120 seconds: the chip follows at once, the voice after two, and all is well again (3)."""
    page = open_page("/")
    page.clock.install()
    table = Script(page).join(page.url.split("#")[0])
    page.clock.run_for(4_000)
    table.refuse = True
    table.cut()
    expect(page.get_by_text("Reconnecting", exact=True).first).to_be_visible()
    page.clock.run_for(1_000 * seconds)
    spoken = page.locator("#speech")
    if seconds > 4:
        expect(spoken).to_have_text("Reconnecting")
    table.refuse = False
    page.clock.run_for(8_000)
    expect(page.locator(".chip")).to_contain_text("Live")
    page.clock.run_for(4_000)
    if seconds > 4:
        expect(spoken).to_have_text("Live")
    page.get_by_role("button", name="End the Action phase").click()
    assert table.commands()[-1]["option"] == "end"


def nodes(page: Page) -> tuple[float, float]:
    """DOM nodes and used heap in megabytes after a forced collection."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return found["Nodes"], found["JSHeapUsedSize"] / 1e6


def flood(table: Script, count: int) -> None:
    """Deltas as fast as they go, three pieces each."""
    for number in range(count):
        moved = {f"v{(number * 3 + k) % 60 + 1}": SPACES[(number + k * 3) % 10] for k in range(3)}
        facts = [{"fact": "VictimMoved", "victim": who, "to": to, "how": "panic"} for who, to in moved.items()]
        table.delta({"victims": moved, "girl": {"time": number % 13}}, *facts)
        if number % 200 == 199:
            table.page.wait_for_timeout(1)


@pytest.mark.parametrize("deltas", [2_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_ten_thousand_deltas_leave_nothing_behind(open_page: OpenPage, deltas: int) -> None:
    """10,000 deltas (2,000 in the short run) add at most 5 % nodes and 1 MB heap, once what is kept is full (4)."""
    page = open_page("/")
    table = Script(page, view(60)).join(page.url.split("#")[0])
    flood(table, 1_500)
    page.wait_for_timeout(800)
    before = nodes(page)
    flood(table, deltas)
    page.wait_for_timeout(1_500)
    after = nodes(page)
    assert after[0] <= before[0] * 1.05, (before, after)
    assert after[1] <= before[1] + 1.0, (before, after)


def test_two_tabs_of_one_person(open_page: OpenPage, seat: Seat) -> None:
    """What one tab answers the other shows, and both go on (scenario 1 with the real server)."""
    while not seat.question.startswith("Your action"):
        seat.click(0)
    token = seat.page.evaluate("() => JSON.parse(localStorage.getItem('lastreel.games'))[0].token")
    other = Seat(open_page(f"/#/table/{seat.game}/{token}")).ready()
    assert other.labels() == seat.labels()
    index = other.find("^Discard")
    assert index is not None
    other.click(index)
    expect(seat.page.locator("#question")).to_have_text(other.question)
    seat.page.get_by_role("button", name="Take back").click()
    expect(seat.page.locator("#log")).to_contain_text("taken back")
    expect(other.page.locator("#question")).to_have_text(seat.question)
    seat.ready().click(0)
    other.ready()
