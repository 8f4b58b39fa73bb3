"""The terminal table: story on the left, table and decision on the right. Digits and letters pick, z takes back."""

import contextlib
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from clients.sdk import Closed, Refused, Table, Unreachable, get_json
from clients.terminal.sentences import Sentences
from clients.terminal.words import Words
from protocol.to_client import Delta, Snapshot, ToClient

KEYS = "1234567890abcdefghijklmnopqrstuvwxy"


class TableApp(App[int]):
    """One table; a player answers, everybody else watches."""

    CSS = """
    #story { width: 2fr; border: round $primary; }
    #side { width: 3fr; max-width: 60; }
    #table { height: auto; border: round $primary; padding: 0 1; }
    #question { height: auto; padding: 0 1; text-style: bold; }
    #options { height: 1fr; border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "undo", "take back"),
        Binding("ctrl+q", "leave", "leave"),
        *(Binding(key, f"pick({i})", show=False) for i, key in enumerate(KEYS)),
    ]

    def __init__(self, server: str, game: str, token: str, language: str) -> None:
        super().__init__()
        self.server = server
        self.remote = Table(server, game, token, "terminal")
        self.words = Words(language)
        self.sentences: Sentences | None = None
        self.busy = False
        self.story: list[tuple[int, dict[str, Any]]] = []
        """What has been told, each fact with the version of its frame."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield RichLog(id="story", wrap=True, min_width=1, markup=False)
            with Vertical(id="side"):
                yield Static(id="table", markup=False)
                yield Static(id="question", markup=False)
                yield OptionList(id="options", markup=False)
        yield Footer()

    async def on_mount(self) -> None:
        """Connect; a table that closes for good is told and left."""
        self.remote.watchers.append(self.heard)
        self.remote.trouble = self.tell
        self.remote.start()
        self.run_worker(self.join(), exclusive=True)

    async def join(self) -> None:
        """Wait for the first view, then fetch the names."""
        try:
            await self.remote.wait(lambda: self.remote.session.version >= 0)
            game = self.remote.view["game"]
            content = await get_json(f"{self.server}/api/content")
            board = await get_json(f"{self.server}/api/content/{game['location']}/board")
        except Unreachable as error:
            self.exit(1, message=f"lastreel play: {error}")
            return
        except (Closed, OSError) as error:
            self.tell(str(error))
            return
        self.sentences = Sentences(self.words, content, board, game)
        self.write()
        self.redraw()
        self.query_one("#options").focus()

    def heard(self, message: ToClient) -> None:
        """A message from the server: write the story on, draw the table."""
        if isinstance(message, Snapshot) and not self.story:
            self.story = [(told.version, fact) for told in message.story for fact in told.facts]
        if isinstance(message, Delta):
            for fact in message.facts:
                self.hear(fact, message.version)
        if isinstance(message, Delta | Snapshot) and self.sentences is not None:
            self.redraw()

    def hear(self, fact: dict[str, Any], version: int) -> None:
        """One more fact; what has been taken back leaves the story."""
        if fact["fact"] == "TakenBack":
            self.story = [told for told in self.story if told[0] <= fact["version"]]
            self.query_one("#story", RichLog).clear()
            self.write()
        self.story.append((version, fact))
        self.write(len(self.story) - 1)

    def write(self, start: int = 0) -> None:
        """The story from a fact on: a line for each, with its cause."""
        if self.sentences is None:
            return
        for _, fact in self.story[start:]:
            if text := self.sentences.fact(fact):
                why = self.sentences.why(fact)
                self.tell(f"{text}  ‹{why}›" if why else text)

    def tell(self, line: str) -> None:
        """A line of the story."""
        self.query_one("#story", RichLog).write(line)

    def redraw(self) -> None:
        """Table, question and options as they stand."""
        assert self.sentences is not None
        view, options = self.remote.view, self.query_one("#options", OptionList)
        self.query_one("#table", Static).update(self.sentences.table(view))
        decision, outcome = view.get("decision"), view.get("outcome")
        question = self.words.say(f"outcome.{outcome['why']}") if outcome else ""
        options.clear_options()
        if decision and not outcome:
            question = self.sentences.question(decision, view)
            for key, option in zip(KEYS.ljust(len(decision["options"])), decision["options"], strict=False):
                options.add_option(Option(f"{key} {self.sentences.option(decision, option)}"))
            options.highlighted = 0
        self.query_one("#question", Static).update(question)

    async def action_pick(self, index: int) -> None:
        """Answer with an option by its key."""
        options = self.remote.options
        if self.busy or index >= len(options) or self.remote.over:
            return
        self.busy = True
        try:
            await self.remote.choose(options[index]["id"])
        except Refused as no:
            self.tell(self.words.say(f"error.{no.error.code}"))
        except Closed as closed:
            self.tell(str(closed))
        finally:
            self.busy = False

    async def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Enter or a click on an option."""
        await self.action_pick(chosen.option_index)

    async def action_undo(self) -> None:
        """Take the last answer back."""
        try:
            await self.remote.undo()
        except Refused:
            self.tell(self.words.say(self.remote.view.get("undo", {}).get("why", "error.cannot_undo")))

    async def action_leave(self) -> None:
        """Leave the table; the game waits."""
        with contextlib.suppress(Exception):
            await self.remote.close()
        self.exit(0)
