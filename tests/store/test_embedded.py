"""The embedded store: no service to install, nothing acknowledged lost, never two servers on one file."""

import asyncio
import contextlib
import fcntl
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store import Appended, FolderBusy, Store, Stored, Unfit
from server.store import embedded as module
from server.store.embedded import Embedded

ROOT = Path(__file__).parents[2]


def valkey_pid(folder: Path) -> int:
    """The process that holds the folder: the one valkey-server whose settings file is ours."""
    said = subprocess.run(["pgrep", "-f", f"{folder}/valkey.conf|{folder}/valkey.sock"], capture_output=True, text=True)
    pids = [int(word) for word in said.stdout.split()]
    assert len(pids) == 1, f"expected one valkey-server on {folder}, came {pids}"
    return pids[0]


def held(folder: Path) -> bool:
    """Whether a valkey-server lives on the folder."""
    with open(folder / "valkey.lock", "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


class Node:
    """A server process that appends to a game until it is killed."""

    def __init__(self, folder: Path, game: str, name: str) -> None:
        command = [sys.executable, "-m", "tests.store.appender", f"embedded:{folder}", game, name]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout
        self.joined = self.process.stdout.readline().strip() == "open True"

    def run_for(self, seconds: float) -> None:
        """Let it append."""
        time.sleep(seconds)

    def kill(self) -> list[tuple[str, int]]:
        """`kill -9`; returns every command it had been acknowledged, with its head."""
        self.process.kill()
        out, _ = self.process.communicate()
        lines = [line.split() for line in out.splitlines(keepends=True) if line.endswith("\n")]
        return [(command, int(head)) for command, head in lines]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A store folder; whatever valkey-server is left on it ends with the test."""
    place = tmp_path / "store"
    yield place
    said = subprocess.run(["pgrep", "-f", f"{place}/valkey"], capture_output=True, text=True)
    for pid in said.stdout.split():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGCONT)
            os.kill(int(pid), signal.SIGKILL)


def check(entries: list[Stored], acknowledged: list[tuple[str, int]]) -> None:
    """Every acknowledged command is in the log once, at its place, whole; and the log has no hole."""
    assert [e.n for e in entries] == list(range(1, len(entries) + 1))
    ends: dict[str, list[int]] = {}
    for entry in entries:
        ends.setdefault(entry.batch, []).append(entry.n)
    assert acknowledged
    for command, head in acknowledged:
        assert ends[command] == [head - 2, head - 1, head]
    assert all(len(numbers) == 3 for batch, numbers in ends.items() if batch != "create")


async def reopened(folder: Path, game: str) -> list[Stored]:
    """What a new server reads."""
    store = await Store.open(f"embedded:{folder}")
    try:
        return await store.read(game, epoch="e1")
    finally:
        await store.close()


async def test_a_clean_stop_leaves_no_process_and_every_entry(folder: Path) -> None:
    """Start, append, stop, start: the same log; the valkey-server ends with its last user."""
    store = await Store.open(f"embedded:{folder}")
    await store.create("g", [b"x"] * 5, "e1")
    await store.close()
    assert not held(folder)
    assert len(await reopened(folder, "g")) == 5


async def test_a_killed_server_loses_nothing_and_its_orphan_is_taken_over(folder: Path) -> None:
    """`kill -9` of the server alone: its valkey-server lives on, the next server joins it and ends it properly."""
    node = Node(folder, "g", "first")
    assert not node.joined
    node.run_for(0.5)
    acknowledged = node.kill()
    assert held(folder)
    orphan = valkey_pid(folder)
    store = await Store.open(f"embedded:{folder}")
    assert store.embedded and store.embedded.joined
    assert valkey_pid(folder) == orphan
    check(await store.read("g"), acknowledged)
    await store.close()
    assert not held(folder)


async def test_both_killed_lose_nothing(folder: Path) -> None:
    """`kill -9` of the server and of its valkey-server in the middle of appends, three times over."""
    acknowledged: list[tuple[str, int]] = []
    for turn in range(3):
        node = Node(folder, "g", f"turn{turn}")
        node.run_for(0.4)
        os.kill(valkey_pid(folder), signal.SIGKILL)
        acknowledged += node.kill()
        while held(folder):
            await asyncio.sleep(0.01)
            with contextlib.suppress(AssertionError):
                os.kill(valkey_pid(folder), signal.SIGKILL)
    check(await reopened(folder, "g"), acknowledged)


async def test_a_killed_valkey_comes_back_under_a_running_server(folder: Path) -> None:
    """`kill -9` of the valkey-server alone: the server starts it again; commands go on without a loss."""
    store = await Store.open(f"embedded:{folder}")
    head = (await store.create("g", [b"x", b"x"], "e1")).head
    acknowledged = []
    for number in range(200):
        if number in (50, 120):
            os.kill(valkey_pid(folder), signal.SIGKILL)
        answer = await store.append("g", "e1", head, f"c{number}", [b"a", b"b", b"c"], b"ok")
        assert isinstance(answer, Appended)
        head = answer.head
        acknowledged.append((f"c{number}", head))
    check(await store.read("g"), acknowledged)
    await store.close()


async def test_a_second_server_joins(folder: Path) -> None:
    """Two servers on one folder share one valkey-server; the first may leave, the last one ends it."""
    first = await Store.open(f"embedded:{folder}")
    second = await Store.open(f"embedded:{folder}")
    assert second.embedded and second.embedded.joined
    await first.create("g", [b"x"], "e1")
    await first.close()
    assert isinstance(await second.append("g", "e1", 1, "c1", [b"y"], b""), Appended)
    await second.close()
    assert not held(folder)
    assert len(await reopened(folder, "g")) == 2


async def test_ten_servers_starting_at_once_share_one(folder: Path) -> None:
    """Whoever comes first starts it; nobody starts a second."""
    stores = await asyncio.gather(*(Store.open(f"embedded:{folder}") for _ in range(10)))
    valkey_pid(folder)
    assert sum(not store.embedded.joined for store in stores if store.embedded) == 1
    await stores[0].create("g", [b"x"], "e1")
    assert [await store.head("g") for store in stores] == [1] * 10
    await asyncio.gather(*(store.close() for store in stores))
    assert not held(folder)


async def test_a_folder_held_by_a_frozen_process_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A valkey-server that lives but does not answer is never joined by a second one on the same file."""
    monkeypatch.setattr(module, "FROZEN_SECONDS", 0.5)
    node = Node(folder, "g", "first")
    node.run_for(0.2)
    pid = valkey_pid(folder)
    os.kill(pid, signal.SIGSTOP)
    acknowledged = node.kill()
    with pytest.raises(FolderBusy, match="does not answer"):
        await Store.open(f"embedded:{folder}")
    os.kill(pid, signal.SIGCONT)
    check(await reopened(folder, "g"), acknowledged)


async def test_a_long_path_gets_its_socket_elsewhere(tmp_path: Path) -> None:
    """A folder too deep for a socket's name works as well, and a second server finds the same socket."""
    folder = tmp_path / ("deep" * 30)
    first = await Store.open(f"embedded:{folder}")
    second = await Store.open(f"embedded:{folder}")
    assert first.embedded and len(str(first.embedded.socket)) < 100
    await first.create("g", [b"x"], "e1")
    assert await second.head("g") == 1
    await second.close()
    await first.close()


async def test_a_damaged_file_is_refused_with_its_reason(folder: Path) -> None:
    """An append-only file broken in the middle is not repaired behind anybody's back: what, where, and what to do.

    The way that is offered leads on: cut there, the store opens with what stood before.
    """
    store = await Store.open(f"embedded:{folder}")
    await store.create("g", [b"x"], "e1")
    for head in range(1, 51):
        await store.append("g", "e1", head, f"c{head}", [b"x" * 100], b"")
    await store.close()
    (file,) = (folder / "appendonlydir").glob("*.incr.aof")
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 40] = b"?" * 40
    file.write_bytes(content)
    with pytest.raises(Unfit, match=f"{file} can be read up to byte .*from a backup; or") as refused:
        await Store.open(f"embedded:{folder}")
    assert file.read_bytes() == content
    said = str(refused.value)
    assert not re.search(r"\d\d:\d\d:\d\d", said), "no lines of the log"
    (cut,) = re.findall(r"truncate -s \d+ '[^']+'", said)
    subprocess.run(cut, shell=True, check=True)
    assert 20 < len(await reopened(folder, "g")) < 30


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("appendonly.aof.1.base.rdb", "appendonly.aof.1.base.rdb cannot be read. Put the folder back from a backup"),
        ("appendonly.aof.manifest", "Invalid AOF manifest file format"),
        ("../valkey.conf", ""),
    ],
)
async def test_other_damage_is_said_too(folder: Path, name: str, said: str) -> None:
    """Garbage in any file of the folder: a sentence, never lines of a log; a settings file is written anew."""
    await (await Store.open(f"embedded:{folder}")).close()
    (folder / "appendonlydir" / name).write_bytes(b"garbage\n" * 10)
    if said:
        with pytest.raises(Unfit, match=said) as refused:
            await Store.open(f"embedded:{folder}")
        assert "\n" not in str(refused.value)
    else:
        await (await Store.open(f"embedded:{folder}")).close()


async def test_a_torn_last_write_is_cut_off(folder: Path) -> None:
    """Half a command at the end of the file was never acknowledged: it goes, everything before it stays."""
    store = await Store.open(f"embedded:{folder}")
    await store.create("g", [b"x"] * 5, "e1")
    await store.close()
    (file,) = (folder / "appendonlydir").glob("*.incr.aof")
    with open(file, "ab") as out:
        out.write(b"*5\r\n$4\r\nXADD\r\n$8\r\nlr:{")
    assert len(await reopened(folder, "g")) == 5


async def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """A file in the folder's place is refused in words."""
    (tmp_path / "store").write_text("")
    with pytest.raises(Unfit, match="cannot be used"):
        await Store.open(f"embedded:{tmp_path / 'store'}")


async def test_fsync_syncs_before_every_answer(folder: Path) -> None:
    """At level fsync the embedded server runs with appendfsync always."""
    store = await Store.open(f"embedded:{folder}", "fsync")
    assert (await store.link.client.config_get("appendfsync"))["appendfsync"] in ("always", b"always")
    assert store._wait is None
    assert isinstance(await store.create("g", [b"x"], "e1"), Appended)
    await store.close()


async def test_the_file_is_synced_each_second(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At level aof the valkey-server writes before every answer and never syncs: the node does, when the file grew."""
    monkeypatch.setattr(module, "SYNC_SECONDS", 0.05)
    synced: list[int] = []
    monkeypatch.setattr(module.os, "fsync", synced.append)
    store = await Store.open(f"embedded:{folder}")
    assert (await store.link.client.config_get("appendfsync"))["appendfsync"] in ("no", b"no")
    await asyncio.sleep(0.2)
    synced.clear()
    await store.create("g", [b"x"], "e1")
    await asyncio.sleep(0.3)
    assert synced
    synced.clear()
    await asyncio.sleep(0.3)
    assert not synced
    await store.close()


async def test_stopping_twice_is_once(folder: Path) -> None:
    """A second stop finds nothing to do."""
    own = Embedded(folder)
    await own.start()
    await own.stop()
    await own.stop()
    assert not held(folder)
