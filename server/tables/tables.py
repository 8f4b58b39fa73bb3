"""All tables of a node: made, found, loaded on demand, told of what other nodes store, put away when idle."""

import asyncio
import random
import secrets
import time

import structlog

from engine.core.compose import Setup
from engine.core.content import Content
from engine.core.dealer import game_secret, seed_secret
from engine.core.record import AnyEntry, Header, decode, encode
from engine.core.reel import branch
from engine.core.table import Table
from server.config import Config
from server.metrics import Metrics
from server.store import Away, Damaged, Missing, Store, Stored, StoreError
from server.tables.gossip import take
from server.tables.keyring import Keyring, keyed
from server.tables.live import SHORTEST
from server.tables.relay import Relay
from server.tables.room import Room
from server.tables.standing import first_tokens
from server.tables.talk import Envelope

log = structlog.get_logger()
PACK_SECONDS = 600.0
REPEAT_SECONDS = 10.0
FREEZE_AFTER_GONE = "the store no longer has what was announced"


class Tables:
    """The cache. Every method may be called at any time from any connection."""

    def __init__(self, config: Config, store: Store, content: Content, keys: Keyring, metrics: Metrics) -> None:
        self.config = config
        self.store = store
        self.content = content
        self.keys = keys
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self.draining = False
        self.relay = Relay(store, self._heard, self._missed_talk)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._owned: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen and to tidy up."""
        jobs = (
            self._listen(),
            self._tidy(),
            self._pack(),
            self.relay.speak(),
            self.relay.listen(),
            self._repeat(),
        )
        self._owned = [asyncio.create_task(job) for job in jobs]

    async def stop(self) -> None:
        """Finish what is in flight and end the tasks."""
        for room in self.rooms.values():
            await room.table.finish()
        for task in self._owned:
            task.cancel()
        await asyncio.gather(*self._owned, return_exceptions=True)
        for room in self.rooms.values():
            room.close()

    # --- making

    async def create(self, setup: Setup, watchable: bool) -> tuple[Room, dict[str, str]]:
        """A new game and its tokens by role. Raises Illegal for an impossible set-up, Away."""
        game = secrets.token_hex(6)
        epoch = secrets.token_hex(6)
        key, server_key = self.keys.current()
        secret = seed_secret(server_key, setup.seed) if setup.seed else game_secret(server_key, game)
        table = Table.new(self.content, setup, game, secret, key=key, epoch=epoch)
        created = await self.store.create(game, [encode(entry) for entry in table.entries], epoch)
        tokens = await self._admit(game)
        room = Room(self.config, self.store, self.content, self.metrics, self.relay)
        room.table.adopt(table, created)
        await room.learn()
        self._keep(room)
        await self._count_in(room, watchable)
        return room, tokens

    async def branch(self, source: list[AnyEntry], entry: int, watchable: bool) -> tuple[Room, dict[str, str]]:
        """A new game that goes on after an entry of a record. Raises RecordError, Illegal, Away."""
        game = secrets.token_hex(6)
        key, server_key = self.keys.current()
        secret, epoch = game_secret(server_key, game), secrets.token_hex(6)
        entries = branch(self.content, source, entry, game, secret, key=key, epoch=epoch)
        await self.store.create(game, [encode(one) for one in entries], epoch)
        tokens = await self._admit(game)
        room = await self.room(game)
        await self._count_in(room, watchable)
        return room, tokens

    async def _admit(self, game: str) -> dict[str, str]:
        """The tokens of a new game by role; the store keeps what tells them."""
        tokens, fields = first_tokens()
        await self.store.put_meta(game, fields)
        return tokens

    async def _count_in(self, room: Room, watchable: bool) -> None:
        """A new game is listed for everybody, or its record says that it is private."""
        if watchable:
            await self.store.list_game(room.table.id, "watchable")
        else:
            await room.table.note("private", "settings", {"watchable": False}, "host")
        self.metrics.count("games")

    # --- finding

    async def room(self, game: str) -> Room:
        """The room of a game, loaded if need be. Raises Missing, Away, RecordError, Damaged."""
        found = self.rooms.get(game)
        if found is not None:
            found.used = time.monotonic()
            return found
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.create_task(self._load(game))
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def _load(self, game: str) -> Room:
        if not is_id(game):
            raise Missing(game)
        known = await self.store.describe(game)
        entries, fault = await self._sound_entries(game)
        header = decode(entries[0].data, 1)
        if not isinstance(header, Header) or header.game != game:
            raise Damaged(game, 1, f"the header of {game}", getattr(header, "game", type(header).__name__))
        room = Room(self.config, self.store, self.content, self.metrics, self.relay)
        fault = room.table.load(entries, self.keys) or fault
        await room.learn()
        self._keep(room)
        if fault:
            await room.table.freeze(fault)
        elif room.table.secret is None and not room.table.game.over:
            room.table.frozen = f"server key {keyed(room.table.game.entries)[-1][1].key} is not known here"
        room.table.frozen = room.table.frozen or known.damaged
        return room

    async def _sound_entries(self, game: str) -> tuple[list[Stored], str]:
        """A log up to its first hole, and what is wrong there. Raises Damaged if nothing of it can be shown."""
        try:
            return await self.store.read(game), ""
        except Damaged as damaged:
            if damaged.entry <= SHORTEST:
                raise
            return await self.store.read(game, until=damaged.entry - 1), str(damaged)

    def _keep(self, room: Room) -> None:
        self.rooms[room.table.id] = room
        self.store.watch(room.table.id, room.table.head)

    # --- keeping up

    async def _listen(self) -> None:
        """Catch up whenever another node has stored something."""
        while True:
            try:
                async for game, head in self.store.announcements():
                    room = self.rooms.get(game)
                    if room is not None and head != room.table.head:
                        await self._follow(room, head)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("listening failed")
                await asyncio.sleep(1)

    async def _follow(self, room: Room, head: int) -> None:
        """One announcement. A head lower than ours, or none, is a loss unless our own append is just under way."""
        if room.table.lock.locked() or room.table.frozen:
            return
        try:
            await room.table.catch_up()
        except Away:
            log.warning("store away", game=room.table.id)
        except Missing:
            room.table.frozen = FREEZE_AFTER_GONE

    def _heard(self, envelope: Envelope) -> None:
        """Another node says something about a table."""
        room = self.rooms.get(envelope.game)
        if room is not None:
            take(room, envelope.talk, envelope.node)

    def _missed_talk(self) -> None:
        """Something may have been said while the relay was deaf: what the hosts have decided is in the store."""
        for room in self.rooms.values():
            room.spawn(room.learn_soon())

    async def _repeat(self) -> None:
        """Say now and then who is here, so that other nodes may forget whom they no longer hear of."""
        while True:
            await asyncio.sleep(REPEAT_SECONDS)
            for room in list(self.rooms.values()):
                if room.occupied:
                    room.tell_people(share=True)

    async def _tidy(self) -> None:
        """Put away tables that nobody uses."""
        while True:
            await asyncio.sleep(min(5.0, self.config.idle_seconds / 2))
            limit = time.monotonic() - self.config.idle_seconds
            for game, room in list(self.rooms.items()):
                if not room.occupied and room.used < limit and not room.table.lock.locked():
                    self.forget(game)
            self.metrics.gauges["lastreel_tables"] = len(self.rooms)
            self.metrics.gauges["lastreel_connections"] = sum(len(room.connections) for room in self.rooms.values())

    async def _pack(self) -> None:
        """Archive games that have been over for long; any node may, the store lets only one."""
        while True:
            await asyncio.sleep(PACK_SECONDS * random.uniform(0.5, 1.5))
            try:
                packed = await self.store.archive_finished(self.config.archive_seconds)
            except StoreError as error:
                log.warning("packing failed", why=str(error))
            else:
                self.metrics.count("games_archived", by=len(packed))

    def forget(self, game: str) -> None:
        """Drop a table from memory; its record stays in the store."""
        room = self.rooms.pop(game, None)
        if room is not None:
            self.store.unwatch(game)
            room.close()


def is_id(game: str) -> bool:
    """Whether a text can be the id of a game (twelve hex digits, or a slug of an imported one)."""
    return 0 < len(game) <= 64 and all(c.isascii() and (c.isalnum() or c in "-_") for c in game)
