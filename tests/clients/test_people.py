"""Who is at the table: a name asked for once, and what the host does about people."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from tests.clients.conftest import OpenPage
from tests.clients.driver import Seat
from tests.clients.test_films import FILMS, ask
from tests.support.server import Server


@pytest.fixture
def links(web_server: Server) -> dict[str, str]:
    """The links of a new game."""
    asked = {"killer": FILMS["wingard-cottage"][0], "location": "wingard-cottage", "girl": FILMS["wingard-cottage"][1]}
    return dict(ask(web_server, "/api/games", asked)["links"])


def people(page: Page) -> Page:
    """The list of people."""
    return page.get_by_role("dialog", name="People")  # type: ignore[return-value]


def test_somebody_invited_is_asked_for_a_name_once(open_page: OpenPage, links: dict[str, str]) -> None:
    """On the first visit by a link the list opens with a field; what is said there all see, here and after a reload."""
    player = Seat(open_page(links["player"])).ready()
    advisor = open_page(links["advisor"], {"name": ""})
    field = people(advisor).get_by_label("Your name")
    expect(field).to_be_visible()
    field.fill("Ivo")
    field.press("Enter")
    player.page.get_by_role("button", name="People").click()
    expect(people(player.page)).to_contain_text("Ivo")
    advisor.reload()
    expect(advisor.get_by_text("Advisor", exact=True)).to_be_visible()
    expect(people(advisor)).to_have_count(0)
    advisor.get_by_role("button", name="People").click()
    expect(people(advisor).get_by_label("Your name")).to_have_value("Ivo")


def test_who_does_not_say_a_name_is_not_asked_again(open_page: OpenPage, links: dict[str, str]) -> None:
    """Closing the list is an answer; a host and somebody who has a name are not asked at all."""
    advisor = open_page(links["advisor"], {"name": ""})
    expect(people(advisor)).to_be_visible()
    advisor.keyboard.press("Escape")
    advisor.reload()
    expect(advisor.get_by_text("Advisor", exact=True)).to_be_visible()
    expect(people(advisor)).to_have_count(0)
    for path, settings in ((links["player"], {"name": ""}), (links["advisor"], {"name": "Lu"})):
        page = open_page(path, settings)
        expect(page.locator("#question")).to_be_visible()
        expect(people(page)).to_have_count(0)
    page.get_by_role("button", name="People").click()
    expect(people(page).locator("li").filter(has=page.get_by_text("has the seat")).locator("b")).to_have_text("Player")


def test_the_link_to_the_seat_plays_on_elsewhere(
    open_page: OpenPage, links: dict[str, str], web_server: Server
) -> None:
    """What People gives out for another device or a bot answers the decision, and the first page sees it."""
    player = Seat(open_page(links["player"])).ready()
    player.page.get_by_role("button", name="People").click()
    people(player.page).get_by_role("button", name="Link to the seat").click()
    field = people(player.page).get_by_label("Link to the seat")
    expect(field).to_have_value(re.compile(f"{web_server.url}/#/"))
    other = Seat(open_page(field.input_value().removeprefix(web_server.url))).ready()
    decision = player.page.locator("[data-decision]")
    asked = decision.get_attribute("data-decision") or ""
    other.click(0)
    expect(decision).not_to_have_attribute("data-decision", asked)


def test_looked_at_cards_are_shown_to_the_advisors(open_page: OpenPage, web_server: Server) -> None:
    """An advisor waits while the player decides about a card only she sees, until she shows it."""
    with ThreadPoolExecutor() as apart:  # the browser's loop runs in this thread
        for _ in range(60):
            made = ask(web_server, "/api/games", {"killer": "evomorph", "location": "hellscape", "girl": "kenzie"})
            if apart.submit(asyncio.run, web_server.asks(made["game"])).result() == "return-card":
                break
    player, advisor = Seat(open_page(made["links"]["player"])).ready(), open_page(made["links"]["advisor"])
    question = player.question
    expect(advisor.locator("#question")).to_be_visible()
    expect(advisor.locator("[data-decision]")).to_have_count(0)
    player.page.get_by_role("button", name="Show them").click()
    expect(advisor.locator("#question")).to_have_text(question)
    expect(player.page.get_by_role("button", name="Show them")).to_have_count(0)


def test_what_is_said_is_counted_until_it_is_seen(open_page: OpenPage, links: dict[str, str]) -> None:
    """On a phone, where the chat is a tab, also after it was open once."""
    player = Seat(open_page(links["player"])).ready().page
    phone = open_page(links["advisor"], viewport={"width": 390, "height": 844})
    expect(phone.locator("#map")).to_be_visible()  # else she is not there yet, and what is said before is not for her
    tab = phone.get_by_role("navigation").get_by_role("button", name="Chat")
    player.get_by_role("button", name="Chat").click()
    for _ in range(2):
        player.get_by_label("Say something").fill("left")
        player.get_by_label("Say something").press("Enter")
        expect(tab).to_have_text("Chat 1")
        tab.click()
        expect(tab).to_have_text("Chat")
        expect(phone.locator("#chat-log").get_by_text("left").last).to_be_visible()
        phone.get_by_role("navigation").get_by_role("button", name="Decide").click()


def test_a_vote_is_shown_while_it_is_open(open_page: OpenPage, links: dict[str, str]) -> None:
    """The seat waits and sees how many have voted, an advisor her own ballot; the host's other mode ends the vote."""
    player = Seat(open_page(links["player"])).ready()
    advisors = [open_page(links["advisor"], {"name": name}) for name in ("Ivo", "Lu")]
    for page in advisors:
        expect(page.locator("#question")).to_be_visible()
    player.page.get_by_role("button", name="Ask the advisors").click()
    panel = player.page.locator(".decision")
    expect(panel).to_contain_text("0 of 2 have voted")
    expect(player.options.first).to_have_attribute("aria-disabled", "true")
    expect(advisors[0].locator(".decision")).to_contain_text("A vote")
    mine = advisors[0].locator(".decision ol").get_by_role("button").first
    mine.click()
    expect(mine).to_contain_text("your vote")
    expect(panel).to_contain_text("1 of 2 have voted")
    advisors[1].locator(".decision ol").get_by_role("button").nth(1).click()
    expect(panel).to_contain_text("no winner")
    player.page.get_by_role("button", name="People").click()
    mode = people(player.page).get_by_label("Who decides")
    mode.select_option("council")
    mode.select_option("solo")
    player.page.keyboard.press("Escape")
    player.click(0)


def test_the_host_makes_a_spectator_an_advisor(open_page: OpenPage, links: dict[str, str]) -> None:
    """A spectator with a name stands in the host's list and her own, not in another's, and can be made an advisor."""
    player = Seat(open_page(links["player"])).ready()
    spectator, other = open_page(links["spectator"], {"name": "Nell"}), open_page(links["spectator"], {"name": "Ivo"})
    for page in (player.page, spectator, other):
        page.get_by_role("button", name="People").click()
    for page, names in ((player.page, ["Dakota", "Ivo", "Nell"]), (spectator, ["Dakota", "Nell"])):
        expect(people(page).get_by_role("listitem")).to_have_count(len(names))
        assert sorted(people(page).get_by_role("listitem").locator("b").all_inner_texts()) == names
    row = people(player.page).get_by_role("listitem").filter(has_text="Nell")
    row.get_by_role("button", name="Make advisor").click()
    expect(spectator.locator("#question")).to_have_text(player.question)
    expect(people(other)).to_contain_text("Nell")


def test_the_host_moves_and_mutes(open_page: OpenPage, links: dict[str, str]) -> None:
    """An advisor is made a spectator and an advisor again, and cannot talk while muted."""
    player = Seat(open_page(links["player"])).ready()
    advisor = open_page(links["advisor"], {"name": "Ivo"})
    player.page.get_by_role("button", name="People").click()
    row = people(player.page).get_by_role("listitem").filter(has_text="Ivo")
    row.get_by_role("button", name="Make spectator").click()
    expect(advisor.get_by_text("Watching", exact=True)).to_be_visible()
    row.get_by_role("button", name="Make advisor").click()
    expect(advisor.get_by_text("Advisor", exact=True)).to_be_visible()
    row.get_by_role("button", name="Mute").click()
    expect(row.get_by_role("button", name="Unmute")).to_be_visible()
    row.get_by_role("button", name="Unmute").click()
    expect(row.get_by_role("button", name="Mute", exact=True)).to_be_visible()
