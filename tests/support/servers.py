"""Real Redis and Valkey servers as local processes, to be killed, frozen and restarted by the tests."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from server.store.embedded import valkey_binary

START_SECONDS = 20.0


def free_port() -> int:
    """A port that nobody listens on just now; low enough that a cluster's bus port (plus 10000) exists too."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port < 55000:
            return port


def redis_binary() -> str | None:
    """Debian's redis-server, where it is installed."""
    return shutil.which("redis-server")


class LocalServer:
    """One server process on a port of its own, its files in a folder of its own."""

    def __init__(self, folder: Path, *settings: str, binary: str | None = None, port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.binary = binary or valkey_binary()
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def client(self) -> redis.Redis:
        """A plain client, for setting up and for mischief."""
        return redis.Redis(port=self.port, socket_timeout=30)

    def start(self) -> "LocalServer":
        """Start and wait for an answer."""
        common = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", ""]
        kept = [] if "--appendonly" in self.settings else ["--appendonly", "yes"]
        if "--appendfsync" not in self.settings:
            # everysec would answer before it writes while a sync is running: kill -9 could lose acknowledged entries
            kept += ["--appendfsync", "no"]
        log = ["--logfile", str(self.folder / "server.log")]
        self.process = subprocess.Popen([self.binary, *common, *kept, *log, *self.settings], stdin=subprocess.DEVNULL)
        wait_until_up(self.port)
        return self

    def start_as_sentinel(self, conf: Path) -> None:
        """Start the same program as a Sentinel."""
        command = [self.binary, str(conf), "--sentinel", "--logfile", str(self.folder / "server.log")]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        wait_until_up(self.port)

    def kill(self) -> None:
        """`kill -9`, as power or the kernel would."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """Stop it from running without ending it."""
        assert self.process
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen one run again."""
        assert self.process
        os.kill(self.process.pid, signal.SIGCONT)

    def stop(self) -> None:
        """End it for good, whatever state it is in."""
        if self.process and self.process.poll() is None:
            self.thaw()
            self.process.kill()
            self.process.wait()


def wait_until_up(port: int, seconds: float = START_SECONDS) -> None:
    """Wait until a server answers on a port of this machine."""
    limit = time.monotonic() + seconds
    while True:
        try:
            with redis.Redis(port=port, socket_timeout=1, retry=Retry(NoBackoff(), 0)) as client:
                client.ping()
            return
        except redis.AuthenticationError:
            return  # it answers, if not to us
        except redis.RedisError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.02)


def form_cluster(ports: list[int]) -> str:
    """Make one cluster of empty servers in cluster mode, the slots shared out evenly; returns its store address."""
    slots = [16384 * place // len(ports) for place in range(len(ports) + 1)]
    for port, start, end in zip(ports, slots, slots[1:], strict=False):
        with redis.Redis(port=port) as node:
            node.execute_command("CLUSTER ADDSLOTSRANGE", start, end - 1)
            node.execute_command("CLUSTER SET-CONFIG-EPOCH", ports.index(port) + 1)
            if port != ports[0]:
                node.execute_command("CLUSTER MEET", "127.0.0.1", ports[0])
    limit = time.monotonic() + START_SECONDS
    while not all(cluster_whole(port, len(ports)) for port in ports):
        if time.monotonic() > limit:
            raise TimeoutError("the cluster did not form")
        time.sleep(0.05)
    return "redis+cluster://" + ",".join(f"127.0.0.1:{port}" for port in ports)


def add_replicas(primaries: list[int], replicas: list[int]) -> None:
    """Give each primary of a cluster one of these empty servers as its replica."""
    for primary, replica in zip(primaries, replicas, strict=True):
        with redis.Redis(port=replica) as node, redis.Redis(port=primary) as owner:
            node.execute_command("CLUSTER MEET", "127.0.0.1", primary)
            name = owner.execute_command("CLUSTER MYID")
            follow(node, name)


def follow(node: redis.Redis, primary: bytes) -> None:
    """Make a node the replica of one it may only just hear of, and wait until it is in step."""
    limit = time.monotonic() + START_SECONDS
    while True:
        try:
            node.execute_command("CLUSTER REPLICATE", primary)
            if node.info("replication")["master_link_status"] == "up":
                return
        except redis.ResponseError:
            pass
        if time.monotonic() > limit:
            raise TimeoutError("a replica did not find its primary")
        time.sleep(0.05)


def cluster_whole(port: int, nodes: int) -> bool:
    """Whether this node knows all the others and every slot is served."""
    with redis.Redis(port=port) as node:
        said = node.execute_command("CLUSTER INFO")
    info = said if isinstance(said, dict) else dict(line.split(":") for line in said.decode().split())
    return info["cluster_state"] == "ok" and int(info["cluster_known_nodes"]) == nodes
