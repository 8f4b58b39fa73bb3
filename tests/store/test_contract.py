"""What every store promises, run against embedded Valkey 9, Valkey 9, Redis 7 and a cluster of three."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from server.store import Appended, Archived, Conflict, Damaged, Duplicate, Exists, Missing, Store
from server.store.keys import keys_of

EPOCH = "e1"
BEGIN = [b'{"header":1}', b'{"start":1}']


async def begun(store: Store, game: str) -> int:
    """A new game of two entries; returns its head."""
    return (await store.create(game, BEGIN, EPOCH)).head


async def raw(store: Store, *command: Any) -> Any:
    """Mischief behind the store's back."""
    return await store.link.client.execute_command(*command)


async def test_entries_come_back_in_order_with_their_batch_and_time(store: Store, game: str) -> None:
    """What was appended is read back byte for byte, numbered from 1 without holes, all of a batch at one time."""
    await begun(store, game)
    blob = bytes(range(256)) * 10
    done = await store.append(game, EPOCH, 2, "c1", [b"command", blob, b""], b"answer")
    assert isinstance(done, Appended)
    assert done.head == 5
    entries = await store.read(game)
    assert [e.n for e in entries] == [1, 2, 3, 4, 5]
    assert [e.data for e in entries] == [*BEGIN, b"command", blob, b""]
    assert [e.batch for e in entries] == ["create", "create", "c1", "c1", "c1"]
    assert {e.time_ms for e in entries[2:]} == {done.time_ms}
    assert await store.read(game, after=4) == entries[4:]
    assert await store.read(game, after=5) == []
    assert await store.read(game, after=1, until=3) == entries[1:3]


async def test_long_logs_are_read_in_pages_without_a_seam(store: Store, game: str) -> None:
    """A log of several pages is one list; one command may bring hundreds of draws."""
    head = await begun(store, game)
    for part in range(7):
        done = await store.append(game, EPOCH, head, f"c{part}", [b"x" * 50] * 350, b"")
        assert isinstance(done, Appended)
        head = done.head
    assert [e.n for e in await store.read(game)] == list(range(1, head + 1))
    assert [e.n for e in await store.read(game, after=1001)] == list(range(1002, head + 1))


async def test_creating_twice_is_once(store: Store, game: str) -> None:
    """The same creation again is the same game; another epoch under its id is refused and changes nothing."""
    first = await store.create(game, BEGIN, EPOCH)
    assert await store.create(game, BEGIN, EPOCH) == first
    with pytest.raises(Exists):
        await store.create(game, [b"other"], "e2")
    assert [e.data for e in await store.read(game)] == BEGIN


async def test_an_unknown_game_is_missing(store: Store, game: str) -> None:
    """There is a difference between no game and a damaged one."""
    assert await store.head(game) == 0
    for ask in (store.read(game), store.describe(game)):
        with pytest.raises(Missing):
            await ask


async def test_a_late_command_conflicts_and_leaves_no_trace(store: Store, game: str) -> None:
    """A command that expects an older head gets the head and appends nothing; its id stays unused."""
    await begun(store, game)
    await store.append(game, EPOCH, 2, "c1", [b"a"], b"")
    assert await store.append(game, EPOCH, 2, "c2", [b"b"], b"") == Conflict(3)
    assert await store.head(game) == 3
    assert isinstance(await store.append(game, EPOCH, 3, "c2", [b"b"], b""), Appended)


async def test_a_command_id_works_once_for_the_life_of_the_game(store: Store, game: str) -> None:
    """Sent again 50 commands later, a command appends nothing and is answered as it was then."""
    head = await begun(store, game)
    answer = b'{"type":"ack","n":3}\x00\n'
    await store.append(game, EPOCH, head, "c1", [b"a", b"draw"], answer)
    for number in range(50):
        await store.append(game, EPOCH, 4 + number, f"later-{number}", [b"x"], b"")
    for expected in (2, 4, 54):
        assert await store.append(game, EPOCH, expected, "c1", [b"a", b"draw"], b"other") == Duplicate(answer, 4)
    assert await store.head(game) == 54


async def test_two_nodes_in_the_same_moment(store: Store, other: Store, game: str) -> None:
    """Different commands on the same head: one is appended, the other conflicts, every time (scenario 49)."""
    head = await begun(store, game)
    for turn in range(40):
        answers = await asyncio.gather(
            store.append(game, EPOCH, head, f"a{turn}", [b"a"], b""),
            other.append(game, EPOCH, head, f"b{turn}", [b"b", b"b"], b""),
        )
        won = [answer for answer in answers if isinstance(answer, Appended)]
        assert len(won) == 1
        assert Conflict(won[0].head) in answers
        head = won[0].head
    assert [e.n for e in await store.read(game)] == list(range(1, head + 1))


async def test_one_command_on_three_sockets(store: Store, other: Store, game: str) -> None:
    """The same command sent three times at once is one entry and equal answers (scenario 50)."""
    head = await begun(store, game)
    sent: list[Awaitable[Any]] = [node.append(game, EPOCH, head, "c1", [b"a"], b"ok") for node in (store, other, store)]
    answers = await asyncio.gather(*sent)
    assert sorted(type(answer).__name__ for answer in answers) == ["Appended", "Duplicate", "Duplicate"]
    assert {answer.head for answer in answers} == {3}
    assert await store.head(game) == 3


async def test_a_trimmed_log_is_damaged_not_shorter(store: Store, game: str) -> None:
    """After a trim nothing is served as if contiguous, and nothing is appended over the hole (scenario 5)."""
    head = await begun(store, game)
    for number in range(7):
        await store.append(game, EPOCH, head + number, f"c{number}", [b"x"], b"")
    await raw(store, "XTRIM", keys_of(game).log, "MAXLEN", "=", 3)
    with pytest.raises(Damaged) as read:
        await store.read(game, after=2, epoch=EPOCH)
    assert (read.value.entry, read.value.came) == (3, "entry 7")
    with pytest.raises(Damaged):
        await store.append(game, EPOCH, 9, "c9", [b"x"], b"")
    assert await raw(store, "XLEN", keys_of(game).log) == 3


async def test_a_hole_is_found_at_its_entry(store: Store, game: str) -> None:
    """A deleted entry in the middle is reported as that entry; what stands before it can still be read."""
    head = await begun(store, game)
    await store.append(game, EPOCH, head, "c1", [b"x"] * 6, b"")
    await raw(store, "XDEL", keys_of(game).log, "5-0")
    with pytest.raises(Damaged) as found:
        await store.read(game)
    assert found.value.entry == 5
    assert [e.n for e in await store.read(game, until=4)] == [1, 2, 3, 4]
    await raw(store, "DEL", keys_of(game).log)
    with pytest.raises(Damaged) as gone:
        await store.read(game)
    assert gone.value.entry == 1


async def test_a_lost_end_is_found(store: Store, game: str) -> None:
    """Entries that vanished from the end are missed by the head, and by a node that holds more than the store."""
    head = await begun(store, game)
    await store.append(game, EPOCH, head, "c1", [b"x"] * 3, b"")
    await raw(store, "XDEL", keys_of(game).log, "5-0")
    with pytest.raises(Damaged) as read:
        await store.read(game, after=3)
    assert (read.value.entry, read.value.came) == (5, "nothing")
    with pytest.raises(Damaged):
        await store.append(game, EPOCH, 5, "c2", [b"x"], b"")
    with pytest.raises(Damaged):
        await store.read(game, after=9)
    with pytest.raises(Damaged):
        await store.append(game, EPOCH, 9, "c2", [b"x"], b"")


async def test_another_game_under_the_same_id(store: Store, game: str) -> None:
    """A flushed store with the game created anew: who holds the old epoch is told so (scenario 4)."""
    await begun(store, game)
    keys = keys_of(game)
    await raw(store, "DEL", *keys[:5])
    with pytest.raises(Damaged):
        await store.read(game, after=2, epoch=EPOCH)
    with pytest.raises(Damaged):
        await store.append(game, EPOCH, 2, "c1", [b"x"], b"")
    await store.create(game, [b"new"] * 60, "e2")
    for after in (0, 50):
        with pytest.raises(Damaged) as found:
            await store.read(game, after=after, epoch=EPOCH)
        assert found.value.came == "epoch e2"
    with pytest.raises(Damaged):
        await store.append(game, EPOCH, 60, "c1", [b"x"], b"")
    assert len(await store.read(game, epoch="e2")) == 60


async def test_a_rewritten_end_is_told_by_its_batch(store: Store, game: str) -> None:
    """A head of the same number but of another command (a failover lost ours) is no head to append to."""
    head = await begun(store, game)
    await store.append(game, EPOCH, head, "theirs", [b"x"], b"")
    with pytest.raises(Damaged):
        await store.append(game, EPOCH, 3, "c2", [b"y"], b"", tip="mine")
    with pytest.raises(Damaged):
        await store.read(game, after=3, tip="mine")
    assert [e.n for e in await store.read(game, after=2, tip="create")] == [3]
    assert isinstance(await store.append(game, EPOCH, 3, "c2", [b"y"], b"", tip="theirs"), Appended)


async def test_a_frozen_game_takes_no_command_on_any_node(store: Store, other: Store, game: str) -> None:
    """Marked as damaged by one node, a game refuses commands everywhere until an operator takes the mark off."""
    await begun(store, game)
    assert not await store.freeze(game, "another-epoch", "not this game")
    assert await store.freeze(game, EPOCH, "entry 2 does not replay")
    assert not await other.freeze(game, EPOCH, "second reason")
    with pytest.raises(Damaged, match="entry 2 does not replay"):
        await other.append(game, EPOCH, 2, "c1", [b"x"], b"")
    assert (await other.describe(game)).damaged == "entry 2 does not replay"
    assert len(await other.read(game)) == 2
    await other.thaw(game)
    assert isinstance(await store.append(game, EPOCH, 2, "c1", [b"x"], b""), Appended)


async def hear(node: Store, count: int, seconds: float = 5.0) -> list[tuple[str, int]]:
    """The next announcements."""
    heard: list[tuple[str, int]] = []
    async with asyncio.timeout(seconds):
        async for news in node.announcements():
            heard.append(news)
            if len(heard) == count:
                break
    return heard


def only_messages(node: Store) -> None:
    """Keep a node from looking at the heads, so that it learns by message alone."""

    async def look_away() -> None:
        return None

    node.news.check_now = look_away  # type: ignore[method-assign]


async def test_nodes_hear_of_new_heads(store: Store, other: Store, game: str) -> None:
    """A watched game's new head is heard on another node; an unwatched game's is not."""
    quiet = f"{game}-quiet"
    for name in (game, quiet):
        await begun(store, name)
    only_messages(other)
    other.watch(game, 2)
    listening = asyncio.create_task(hear(other, 2))
    await asyncio.sleep(0.2)
    await store.append(game, EPOCH, 2, "c1", [b"x"], b"")
    await store.append(quiet, EPOCH, 2, "c1", [b"x"], b"")
    await asyncio.sleep(0.3)
    await store.append(game, EPOCH, 3, "c2", [b"x"], b"")
    assert await listening == [(game, 3), (game, 4)]


async def test_many_games_on_many_slots_are_heard(store: Store, other: Store, game: str) -> None:
    """Announcements come from every server of a cluster, and stop when a game is no longer watched."""
    names = [f"{game}-{number}" for number in range(12)]
    only_messages(other)
    for name in names:
        await begun(store, name)
        other.watch(name, 2)
    other.unwatch(names[0])
    listening = asyncio.create_task(hear(other, 11))
    await asyncio.sleep(0.3)
    for name in names:
        await store.append(name, EPOCH, 2, "c1", [b"x"], b"")
    assert sorted(await listening) == sorted((name, 3) for name in names[1:])


async def test_a_lost_announcement_costs_less_than_a_second(store: Store, other: Store, game: str) -> None:
    """With its subscription silenced, a node still learns of a new head by looking now and then."""
    await begun(store, game)
    other.watch(game, 2)
    listening = asyncio.create_task(hear(other, 1))
    await asyncio.sleep(0.2)
    other.news._hear = lambda *news: None  # type: ignore[method-assign]
    for ear in other.news._ears.values():
        ear._heard = lambda *news: None
    began = asyncio.get_running_loop().time()
    await store.append(game, EPOCH, 2, "c1", [b"x"], b"")
    assert await listening == [(game, 3)]
    assert asyncio.get_running_loop().time() - began < 1.5


async def test_closing_right_after_a_change_ends(address: str, game: str) -> None:
    """A game is watched, or no longer, in the moment in which the store is closed: nothing waits for ever."""
    for change in ("watch", "unwatch"):
        opened = await Store.open(address)
        opened.watch(game, 0)
        listening = asyncio.create_task(anext(aiter(opened.announcements())))
        await asyncio.sleep(0.3)
        getattr(opened, change)(game)
        async with asyncio.timeout(10):
            await opened.close()
        listening.cancel()


async def test_a_vanished_game_is_announced_as_such(store: Store, other: Store, game: str) -> None:
    """A head below the known one is told too, so that the node looks and finds the damage."""
    await begun(store, game)
    other.watch(game, 2)
    listening = asyncio.create_task(hear(other, 1))
    await raw(store, "DEL", *keys_of(game)[:5])
    assert await listening == [(game, 0)]


async def test_an_archived_game_reads_the_same(store: Store, other: Store, game: str) -> None:
    """Packing a finished game changes nothing for readers and ends writing."""
    head = await begun(store, game)
    await store.append(game, EPOCH, head, "c1", [b"x" * 200] * 50, b"")
    before = await store.read(game)
    size = await raw(store, "MEMORY", "USAGE", keys_of(game).log)
    await store.list_game(game, "finished")
    assert game in await store.archive_finished(older_than_seconds=-1)
    assert await other.read(game) == before
    assert await other.read(game, after=50, epoch=EPOCH) == before[50:]
    assert await other.read(game, after=2, tip="create", until=5) == before[2:5]
    assert await raw(store, "EXISTS", keys_of(game).log) == 0
    assert await raw(store, "MEMORY", "USAGE", keys_of(game).reel) < size / 5
    assert not await store.archive(game)
    assert game in [name for name, _ in await store.games("archived", 10000)]
    with pytest.raises(Archived):
        await store.append(game, EPOCH, 52, "c2", [b"x"], b"")
    with pytest.raises(Exists):
        await store.create(game, BEGIN, "e2")


async def test_people_and_settings_stand_beside_the_log(store: Store, game: str) -> None:
    """Fields are set one by one, claimed once, and dropped."""
    assert await store.get_meta(game) == {}
    await store.put_meta(game, {"host": "hash1", "open_hand": b"\x00"})
    assert not await store.meta.claim(game, "host", "hash2")
    assert await store.meta.claim(game, "seat", "hash3")
    await store.meta.drop(game, "open_hand")
    assert await store.get_meta(game) == {"host": b"hash1", "seat": b"hash3"}


async def test_lists_of_games(store: Store, game: str) -> None:
    """A game stands in the list of its status only, newest first."""
    names = [f"{game}-{number}" for number in range(5)]
    for place, name in enumerate(names):
        await begun(store, name)
        await store.index.put(name, "watchable", 4_000_000_000_000 + place)
    assert [name for name, _ in await store.games("watchable", 3)] == names[:1:-1]
    await store.list_game(names[4], "finished")
    assert names[4] not in [name for name, _ in await store.games("watchable", 10000)]
    listed = {name: status async for name, status in store.index.every()}
    assert listed[names[4]] == "finished"
    assert listed[names[0]] == "watchable"
    with pytest.raises(ValueError, match="open, watchable"):
        await store.list_game(game, "lost")
    for name in names:
        await store.index.put(name, "finished")


async def test_heads_of_many_games_in_one_question(store: Store, game: str) -> None:
    """Also of games that do not exist, and across a cluster's servers."""
    names = [f"{game}-{number}" for number in range(9)]
    for name in names:
        await begun(store, name)
    assert await store.heads([*names, "nobody"]) == [2] * 9 + [0]


async def test_a_store_that_answers_is_ready(store: Store) -> None:
    """Readiness asks the store itself."""
    assert await store.ready()


@pytest.mark.parametrize("bad", ["", "a{b", "a}b"])
async def test_game_ids_are_slugs(store: Store, bad: str) -> None:
    """A brace in an id would put keys of one game into two slots."""
    with pytest.raises(ValueError, match="braces"):
        await store.head(bad)
