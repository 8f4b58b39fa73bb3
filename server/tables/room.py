"""A table with the people around it: connections, roles, advice, chat. What changes the game goes to the table."""

import asyncio
import contextlib
import time
from collections.abc import Collection, Coroutine
from typing import TYPE_CHECKING, Any

from engine.core.content import Content
from engine.core.record import Command, Entry, Note
from engine.core.table import Batch
from protocol.codec import encode
from protocol.frames import frame
from protocol.to_client import Error, Role, ToClient
from protocol.to_server import Resume
from server.config import Config
from server.gateway.line import Line
from server.metrics import Metrics
from server.store import Store, StoreError
from server.tables.access import ROLES, Grant
from server.tables.advice import Board
from server.tables.council import close_if_all_voted, maybe_open_council, vote_after
from server.tables.gossip import take
from server.tables.live import LiveTable, error
from server.tables.people import MOST_PEOPLE, Crowd, Person
from server.tables.relay import Relay
from server.tables.seats import pass_seat_on, watch_for_stand_in
from server.tables.standing import Fields, Standing, standing_of
from server.tables.talk import AnyTalk, StandingChanged

if TYPE_CHECKING:
    from server.gateway.connection import Connection


class Room:
    """Everything of one game on this node."""

    def __init__(self, config: Config, store: Store, content: Content, metrics: Metrics, relay: Relay) -> None:
        self.config = config
        self.store = store
        self.relay = relay
        self.metrics = metrics
        self.table = LiveTable(store, content, metrics, config.limits.slow_seconds)
        self.crowd = Crowd("")
        self.board = Board()
        self.standing = Standing()
        self._learning = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self._news = False
        self._shared = True
        """Whether the other nodes know who is here."""
        self._asks = True
        """Whether they have yet to be asked who is there."""
        self._turn = 0
        self.stand_in: asyncio.TimerHandle | None = None
        """When the stand-in looks next whether the player is still away."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.table.after.append(self._after_batch)
        self.table.on_freeze = self._tell_frozen

    @property
    def occupied(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.connections)

    async def learn(self) -> None:
        """Take what the store keeps beside the log, now and whenever it has changed. Raises Away."""
        async with self._learning:  # one read after the other: the last one taken is the newest
            self.standing = standing_of(await self.store.get_meta(self.table.id))
        if not self.crowd.game:
            self.crowd = Crowd(self.table.id)
            for channel in self.table.streams.channels.values():
                channel.after_catch_up = lambda line: self.tell_people()
        self.crowd.learn(self.standing)
        for connection in list(self.connections):
            if connection.person is not None and connection.person.id in self.standing.removed:
                connection.close("removed")
        self.reseat()
        self.tell_people()

    async def learn_soon(self) -> None:
        """The same, for which a store that is away is no failure."""
        with contextlib.suppress(StoreError):
            await self.learn()

    async def decide(self, fields: Fields) -> None:
        """The host's word: change what is kept beside the log (empty: nothing any more), at every node. Raises Away."""
        await self.store.meta.drop(self.table.id, *(field for field, value in fields.items() if not value))
        await self.store.put_meta(self.table.id, {field: value for field, value in fields.items() if value})
        await self.learn()
        self.relay.tell(self.table.id, StandingChanged())

    def remember_name(self, person: Person) -> None:
        """Somebody of the team has said a name: kept, so that it need not be said again."""
        names = self.standing.names
        if person.grant.role != "spectator" and names.get(person.id, "") != person.name and len(names) < MOST_PEOPLE:
            names[person.id] = person.name
            self.spawn(self._keep_name(person.id, person.name))

    async def _keep_name(self, person: str, name: str) -> None:
        with contextlib.suppress(StoreError):
            await self.store.put_meta(self.table.id, {f"name:{person}": name})

    def grant(self, token: str) -> Grant | None:
        """What a token opens. Without one, a game that may be watched can be watched."""
        if not token:
            return Grant("spectator") if self.table.streams.settings.watchable else None
        return self.standing.grant(token)

    # --- coming and going

    async def catch_up_to(self, at: Resume | None) -> None:
        """If somebody comes with a version that is not known here, ask the store. Raises Away, Missing."""
        if any(channel.behind(at) for channel in self.table.streams.channels.values()):
            await self.table.catch_up()

    def role(self, person: Person) -> Role:
        """A person's role now."""
        return person.role(self.table.streams.settings)

    def enter(self, connection: "Connection", person: Person) -> None:
        """A connection has said hello."""
        self.connections.add(connection)
        person.connections.add(connection)
        self.tell_people(share=True)

    def exit(self, connection: "Connection") -> None:
        """A connection is gone."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        person = connection.person
        if person is None:
            return
        person.connections.discard(connection)
        if not person.connections:
            self.crowd.leave(person)
        if self.role(person) == "player":
            watch_for_stand_in(self)
        self.tell_people(share=True)

    # --- telling

    def send_to(self, role: str, message: ToClient, but: Collection[Line] = ()) -> None:
        """One message to all connections of a role (but some), encoded once."""
        self.table.streams.channels[role].send(frame(encode(message)), but)

    def share(self, said: AnyTalk) -> None:
        """Something beside the log happens at this table: here, and at every other node that holds it."""
        take(self, said, "")
        self.relay.tell(self.table.id, said)

    def tell_people(self, share: bool = False) -> None:
        """The list of people, soon, once however often it changed; `share` if it changed at this node."""
        self._shared = self._shared and not share
        if not self._news:
            self._news = True
            asyncio.get_running_loop().call_later(0.05, self._tell_people)

    def _tell_people(self) -> None:
        self._news = False
        settings = self.table.streams.settings
        if not self._shared:
            self._shared = True
            self.relay.tell(self.table.id, self.crowd.tell(settings, self._asks))
            self._asks = False
        hosts = [one for one in self.connections if one.person is not None and one.person.grant.host]
        message = self.crowd.message(settings)
        for role in ROLES:
            self.send_to(role, message, {host.line for host in hosts})
        message = self.crowd.message(settings, host=True)
        for host in hosts:
            if not host.line.paused:
                host.send(message)

    def tell_advice(self) -> None:
        """Suggestions and votes, to the team; to spectators only while the hand is open."""
        message = self.board.message()
        for role in ("player", "advisor"):
            self.send_to(role, message)
        if self.table.streams.settings.open_hand:
            self.send_to("spectator", message)

    def _tell_frozen(self) -> None:
        for role in ROLES:
            self.send_to(role, self.frozen_message())

    def frozen_message(self) -> Error:
        """Why nothing goes on at this table."""
        return error("damaged", "a sound record", self.table.frozen)

    # --- after each batch

    def _after_batch(self, batch: Batch, own: bool) -> None:
        if self.board.decision_changed(self.table.game.number):
            self.tell_advice()
        first = batch.entries[0]
        if not isinstance(first, Command):
            self.reseat()
            self.tell_people()
        if isinstance(first, Note):
            vote_after(self, first)
        if own:
            self._lead(first)

    def _lead(self, first: Entry) -> None:
        """What the node that stored a batch has to do next: council, relay, lists. Other nodes only watch."""
        settings, game = self.table.streams.settings, self.table.game
        if game.over:
            self.spawn(self.store.list_game(self.table.id, "finished"))
            return
        if isinstance(first, Note) and first.kind == "settings" and "watchable" in first.data:
            self.spawn(self.store.list_game(self.table.id, "watchable" if settings.watchable else "open"))
        if settings.mode == "council":
            maybe_open_council(self)
        turn, self._turn = self._turn, game.state.turn
        if settings.mode == "relay" and 0 < turn < self._turn:
            pass_seat_on(self)

    def reseat(self) -> None:
        """Roles may have changed: everybody gets the view of the role held now, and only that."""
        for connection in list(self.connections):
            connection.take_place()
        close_if_all_voted(self)

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run something of this room's own to its end."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Leave memory."""
        self.board.end_vote()
        if self.stand_in is not None:
            self.stand_in.cancel()
        self.table.close()
