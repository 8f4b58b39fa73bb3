"""Browser tests: the system's Chromium against one real server.

Nothing is downloaded, and nothing may leave the server's origin.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.clients.driver import Seat
from tests.support.server import Server

HERE = Path(__file__).parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {"speed": 0, "hints": False, "theme": "dark", "language": "en", "name": "Dakota"}

FIRST_SETTINGS = """
if (location.protocol === "http:" && !localStorage.getItem("lastreel.settings"))
  localStorage.setItem("lastreel.settings", %s);
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What asks for a browser is a browser test; without a Chromium it is skipped, and says so."""
    missing = shutil.which("chromium") is None
    for item in items:
        if HERE in item.path.parents and {"seat", "open_page", "table"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
            if missing:
                item.add_marker(pytest.mark.skip(reason="no chromium here (Debian: apt-get install chromium)"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium instead of one that Playwright would download."""
    return {**browser_type_launch_args, "executable_path": shutil.which("chromium"), "args": FLAGS}


@pytest.fixture(scope="session")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests."""
    folder = tmp_path_factory.mktemp("web")
    started = Server(folder / "data", folder).start()
    yield started
    started.stop()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, web_server: Server) -> Iterator[OpenPage]:
    """Pages in contexts of their own. A script error or a request to another origin fails the test."""
    wrong: list[str] = []
    contexts = []

    def opened(path: str = "/", settings: dict[str, Any] | None = None, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **options})
        contexts.append(context)
        context.add_init_script(FIRST_SETTINGS % json.dumps(json.dumps({**SETTINGS, **(settings or {})})))
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: _check(request.url, web_server.url, wrong))
        page.on("console", lambda message: wrong.append(message.text) if "Content Security" in message.text else None)
        page.goto(web_server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong, wrong[:5]


def _check(url: str, origin: str, wrong: list[str]) -> None:
    if not url.startswith((origin, "data:", "blob:")):
        wrong.append(f"left the server: {url}")


@pytest.fixture
def seat(open_page: OpenPage) -> Seat:
    """A player at a new game."""
    page = open_page("/#/new")
    page.get_by_role("button", name="Start", exact=True).click()
    return Seat(page).ready()
