"""The profile: finished games of this browser, what they have earned, and nothing on the server about anybody."""

from playwright.sync_api import expect

from tests.clients.conftest import OpenPage
from tests.clients.driver import Seat


def test_a_finished_game_stands_in_the_profile(open_page: OpenPage, seat: Seat) -> None:
    """Play log, matrix and achievements follow from the games of this browser; forgetting one removes it."""
    page = seat.page
    seat.play(250, seed=9)
    assert seat.over
    page.goto(page.url.split("#")[0] + "#/profile")
    expect(page.get_by_role("heading", name="Achievements")).to_be_visible()
    progress = page.get_by_role("progressbar")
    expect(progress).not_to_have_count(0)
    page.locator("summary").first.click()
    expect(page.locator(".achievements li").first).to_be_visible()
    expect(page.locator(".matrix td.played")).to_have_count(1)
    log = page.get_by_role("region", name="Play log").get_by_role("listitem")
    expect(log).to_have_count(1)
    log.get_by_role("link").click()
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("No game yet.")).to_be_visible()
