"""Plays through the page as a person would: by roles and names, with the mouse or the keyboard."""

import random
import re

from playwright.sync_api import Locator, Page

KEYS = "1234567890qwertuofhjbmy"
DECIDED = """() => {
  const panel = document.querySelector('.decision');
  if (!panel || panel.querySelector('.busy') || !document.querySelector('#map')) return false;
  return panel.classList.contains('over') || panel.querySelector('.option:not([aria-disabled=true])');
}"""
STAMP = """(panel => (panel.dataset.decision ?? '') + panel.querySelector('#question').innerText)
(document.querySelector('.decision'))"""
WAIT = 10_000


class Seat:
    """A page on which somebody may answer decisions."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ready(self) -> "Seat":
        """Wait until the next decision is open, or the game over."""
        self.page.wait_for_function(DECIDED, timeout=WAIT)
        return self

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.page.url.split("/")[5]

    @property
    def question(self) -> str:
        """What is asked."""
        return self.page.locator("#question").inner_text()

    @property
    def options(self) -> Locator:
        """The buttons of the open decision."""
        return self.page.locator(".decision ol").get_by_role("button")

    def labels(self) -> list[str]:
        """The options' labels, in order."""
        return self.options.locator("b").all_inner_texts()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.page.locator(".decision.over").count() > 0

    @property
    def turn(self) -> int:
        """The current turn; 0 during setup."""
        found = re.search(r"\d+", self.page.locator(".phases b").first.inner_text())
        return int(found[0]) if found else 0

    def click(self, index: int) -> None:
        """Choose an option with the mouse."""
        before = self.stamp()
        self.options.nth(index).click()
        self.moved(before)

    def press(self, index: int) -> None:
        """Choose an option with its key."""
        before = self.stamp()
        self.page.keyboard.press(KEYS[index])
        self.moved(before)

    def stamp(self) -> str:
        """Changes with every answer that was taken."""
        return str(self.page.evaluate(f"() => {STAMP}"))

    def moved(self, before: str) -> None:
        """Wait until the table has moved on and the next decision is open."""
        self.page.wait_for_function(f"(before) => {STAMP} !== before && ({DECIDED})()", arg=before, timeout=WAIT)

    def find(self, wanted: str) -> int | None:
        """Index of the first option whose label matches."""
        return next((i for i, label in enumerate(self.labels()) if re.search(wanted, label)), None)

    def sensible(self, played: int) -> int:
        """A choice that brings a game forward: play a little, take what is offered, never discard without need."""
        for wanted in ("^Save ", "^Keep the dice", "^Move to", "^Two Victims", "^One Victim", "^React", "^Done"):
            index = self.find(wanted)
            if index is not None and not (
                wanted == "^Done" and self.question.startswith("Planning") and self.find("^Buy") is not None
            ):
                return index
        if played % 3 == 2 and (end := self.find("^End the Action")) is not None:
            return end
        return next((i for i in (self.find("^Play "), self.find("^Buy ")) if i is not None), len(self.labels()) - 1)

    def play(self, most: int, seed: int = 1, keyboard: bool = False) -> int:
        """Play on at random until the game is over or so many answers were given; returns how many."""
        dice = random.Random(seed)
        for number in range(most):
            if self.over:
                return number
            index = dice.randrange(self.options.count())
            (self.press if keyboard else self.click)(index)
        return most
