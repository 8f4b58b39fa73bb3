"""The law on secrets at a real server: two games that look alike give outsiders the same bytes, whatever they ask."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from clients.sdk import Table
from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.dealer import seed_secret
from protocol.http import CreateGame
from tests.support import law
from tests.support.law import LIVE, Heard
from tests.support.raw import Raw
from tests.support.server import KEY, OPERATOR, Server

Make = Callable[..., Server]
PERSON = "the-same-secret-of-every-listener"
SETTINGS = [{}, {"delay": 3}, {"delay_seconds": 3600}]
"""What the host sets for spectators before the game."""
EVENINGS = [
    pytest.param(seed, settings, marks=[] if settings == SETTINGS[number] else [pytest.mark.soak])
    for number, seed in enumerate((3, 7, 21))
    for settings in SETTINGS
]
"""Every game with every setting; in the short run each with another one."""


@pytest.fixture(scope="module")
def content() -> Content:
    return load()


def evenings(content: Content, seed: int) -> tuple[CreateGame, list[str], list[str]]:
    """A game and two ways to play it that nobody can tell apart without seeing the cards."""
    setup, whim = law.setup_of(content, seed), law.Whim(seed)
    made = CreateGame(setup.killer, setup.location, setup.girl, setup.extreme, setup.epic, seed=str(seed))
    same = Setup(setup.killer, setup.location, setup.girl, setup.extreme, setup.epic, str(seed))
    one, two = (Heard(content, same, seed_secret(KEY, str(seed)), (LIVE,)) for _ in range(2))
    ways: tuple[list[str], list[str]] = ([], [])
    while one.table.request is not None and two.table.request is not None and len(ways[0]) < 40:
        option = whim.pick(one.table.request.options)
        twins = [o for o in two.table.request.options if law.alike(o, content) == law.alike(option, content)]
        if one.table.request.kind != two.table.request.kind or not twins:
            break
        other = whim.chance.choice(twins)
        one.play(option)
        two.play(other)
        if one.public != two.public or one.table.over:
            break
        ways[0].append(option)
        ways[1].append(other)
    return made, *ways


def leveled(told: str) -> str:
    """A text without what may differ between any two games: their ids, people, and digests made from the ids."""
    return re.sub(
        r'"(game|id|epoch|digest|secret|person)":"[^"]*"', r'"\1":"*"', re.sub(r'"p[0-9a-f]{10}"', '"p"', told)
    )


async def told(server: Server, setup: CreateGame, answers: list[str], settings: dict[str, Any]) -> list[str]:
    """All that outsiders are sent while a game is played so far, and the answers to whatever they may ask then."""
    made = await server.game(setup)
    async with Table.join(server.url, made.game, made.token, "player") as player:
        if settings:
            host = await Raw.hello(server.url, made.game, made.token)
            await host.ask({"type": "settings", "id": "s", **settings})
            await host.close()
        spectator = await Raw.hello(server.url, made.game, made.tokens["spectator"], person=PERSON)
        await spectator.next("people")
        for option in answers:
            await player.choose(option)
        late = await Raw.hello(server.url, made.game, person=PERSON)
        await late.next("people")
        await spectator.quiet()
        await late.quiet()
        for raw in (spectator, late):
            for number, order in enumerate(ORDERS):
                await raw.ask({**order, "id": f"o{number}"})
            await raw.say({"type": "resync"})
            await raw.next("snapshot")
            raw.frames = [frame for frame in raw.frames if '"type":"people"' not in frame]  # when it comes is chance
        asked = [await page(server, path, made.game, made.tokens["spectator"]) for path in PATHS]
        await spectator.close()
        await late.close()
    return [*map(leveled, [*spectator.frames, "---", *late.frames]), "---", *asked]


ORDERS: list[dict[str, Any]] = [
    {"type": "command", "request": 7, "option": "buy:sprint"},
    {"type": "command", "request": 7, "option": "discard:walk"},
    {"type": "undo"},
    {"type": "show", "card": "walk"},
    {"type": "seat", "to": "p0123456789"},
    {"type": "suggest", "request": 7, "option": "buy:sprint"},
    {"type": "vote", "request": 7, "option": "buy:sprint"},
    {"type": "open_vote", "request": 7},
    {"type": "ping", "at": "walk"},
    {"type": "settings", "open_hand": True},
    {"type": "moderate", "person": "p0123456789", "action": "mute"},
    {"type": "invite", "role": "player"},
]
"""Everything that a spectator may not do."""
PATHS = (
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}/record"),
    ("GET", "/api/games/{game}/replay?role=player"),
    ("GET", "/api/games/{game}/replay?role=spectator"),
    ("POST", "/api/games/{game}/branch"),
    ("GET", "/metrics"),
)


async def page(server: Server, path: tuple[str, str], game: str, token: str) -> str:
    """Status, length and body of an answer to somebody elsewhere who has the spectators' link."""
    headers = {"authorization": f"Bearer {token}", "x-forwarded-for": "203.0.113.9"}
    async with httpx.AsyncClient(base_url=server.url) as client:
        body = {"entry": 3} if path[0] == "POST" else None
        reply = await client.request(path[0], path[1].format(game=game), headers=headers, json=body)
    games = reply.json()["games"] if path[1] == "/api/games" else []
    text = str(next((one for one in games if one["game"] == game), reply.text)).replace(game, "*")
    return f"{path} {reply.status_code} {reply.headers.get('content-type')} {text}"


@pytest.mark.parametrize(("seed", "settings"), EVENINGS)
async def test_two_evenings_that_look_alike_are_alike_in_every_byte(
    make_server: Make, content: Content, seed: int, settings: dict[str, Any]
) -> None:
    server = make_server(key=KEY)
    made, one, two = evenings(content, seed)
    assert one != two and len(one) > 3
    first, second = [await told(server, made, answers, settings) for answers in (one, two)]
    assert first == second
    assert sum('"code":"forbidden"' in frame for frame in first[: -len(PATHS)]) == 2 * len(ORDERS)
    assert [text.split("') ")[1][:3] for text in first[-len(PATHS) :]] == ["200"] + ["403"] * 5


async def test_metrics_are_the_operators_and_name_nobody(make_server: Make, content: Content) -> None:
    """Refusals are counted there; labels are closed lists, without a game, person or card; nobody else gets them."""
    server = make_server(key=KEY)
    setup, answers, _ = evenings(content, 7)
    await told(server, setup, answers, {})
    assert " 403 " in await page(server, ("GET", "/metrics"), "-", "nonsense")
    text = await page(server, ("GET", "/metrics"), "-", OPERATOR)
    assert f'lastreel_errors_total{{code="forbidden"}} {2 * len(ORDERS)}' in text.splitlines()
    labels = set(re.findall(r'"([^"]+)"', text))
    names = {*content.cards, *content.killers(), *content.locations(), *content.girls()}
    assert labels and not labels & names and not any(re.search(r"[0-9a-f]{10}", label) for label in labels)
