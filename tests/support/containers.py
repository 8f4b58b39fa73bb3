"""Redis and Valkey for the store's contract suite: containers where an engine answers, else local processes.

Docker pulls the official images. Debian's podman, where nothing can be pulled, gets images made of the very binaries
that are installed here and the libraries they need. `Supply.path` says which way was taken; the run prints it.
"""

import contextlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.store.embedded import valkey_binary
from tests.support.servers import LocalServer, form_cluster, free_port, redis_binary, wait_until_up

ENGINE_SECONDS = 20.0
CONTAINERS_CONF = """\
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=10000:10000"]
pids_limit = 0
[engine]
runtime = "runc"
events_logger = "file"
cgroup_manager = "cgroupfs"
"""
OFFICIAL = {"valkey-9": "valkey/valkey:9", "redis-7": "redis:7"}
CLUSTER = ("--cluster-enabled", "yes", "--cluster-node-timeout", "3000", "--cluster-announce-ip", "127.0.0.1")


class Supply:
    """Starts one server or a cluster of three, and ends them all at its close."""

    def __init__(self, stack: contextlib.ExitStack, folder: Path) -> None:
        self._stack = stack
        self._folder = folder
        self.why_not = ""
        self.engine = self._find_engine()
        self.path = f"containers ({self.engine})" if self.engine else f"local processes ({self.why_not})"

    def _find_engine(self) -> str:
        """`docker`, `podman` or nothing."""
        if os.environ.get("LASTREEL_TEST_SERVERS") == "local":
            self.why_not = "LASTREEL_TEST_SERVERS=local"
        elif docker_answers():
            return "docker"
        elif not shutil.which("podman") or os.geteuid() != 0:
            self.why_not = "neither docker nor podman (as root) is here"
        else:
            try:
                self._stack.enter_context(podman_service(self._folder))
                return "podman"
            except (OSError, subprocess.SubprocessError, TimeoutError) as error:
                self.why_not = f"podman failed: {error}"
        return ""

    @property
    def broken(self) -> bool:
        """Whether an engine is installed that did not do its work."""
        return self.why_not.startswith("podman failed")

    def one(self, kind: str) -> str:
        """A single server with an append-only file; returns its store address."""
        port = free_port()
        self._run(kind, port)
        return f"redis://127.0.0.1:{port}"

    def three(self, kind: str) -> str:
        """A cluster of three primaries; returns its store address."""
        ports = [free_port() for _ in range(3)]
        for port in ports:
            self._run(kind, port, *CLUSTER)
        return form_cluster(ports)

    def _run(self, kind: str, port: int, *settings: str) -> None:
        if self.engine:
            self._container(kind, port, settings)
            wait_until_up(port)
            return
        server = LocalServer(self._folder / f"{kind}-{port}", *settings, binary=binary_of(kind), port=port)
        self._stack.callback(server.stop)
        server.start()

    def _container(self, kind: str, port: int, settings: tuple[str, ...]) -> None:
        from testcontainers.core.container import DockerContainer

        # The host's network: a cluster's nodes must know each other under the addresses that clients see.
        command = [
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--appendonly",
            "yes",
            "--appendfsync",
            "no",
            "--save",
            "",
        ]
        command += settings
        container = DockerContainer(self._image(kind)).with_kwargs(network_mode="host")
        container.with_command([*self._program(kind), *command])
        container.start()
        self._stack.callback(container.stop)

    def _image(self, kind: str) -> str:
        if self.engine == "docker":
            return OFFICIAL[kind]
        name = f"localhost/lastreel-{kind}:test"
        import_image(name, binary_of(kind))
        return name

    def _program(self, kind: str) -> list[str]:
        """Docker's images name their server in the command; ours are nothing but the server."""
        return [f"{kind.partition('-')[0]}-server"] if self.engine == "docker" else []


def binary_of(kind: str) -> str:
    """The installed server program of a kind; skips the test where Debian's redis-server is missing."""
    if kind == "valkey-9":
        return valkey_binary()
    return redis_binary() or pytest.skip("no redis-server here: apt-get install redis-server")


def docker_answers() -> bool:
    """Whether a Docker engine is running."""
    if not shutil.which("docker"):
        return False
    asked = subprocess.run(["docker", "info"], capture_output=True, timeout=30, check=False)
    return asked.returncode == 0


@contextlib.contextmanager
def podman_service(folder: Path) -> Iterator[None]:
    """Podman's Docker API on a socket, with the environment that testcontainers reads."""
    folder.mkdir(parents=True, exist_ok=True)
    conf = folder / "containers.conf"
    conf.write_text(CONTAINERS_CONF)
    place = Path(tempfile.mkdtemp(prefix="lr-podman-"))
    socket = f"unix://{place}/api.sock"
    env = {
        "CONTAINERS_CONF": str(conf),
        "DOCKER_HOST": socket,
        "TESTCONTAINERS_RYUK_DISABLED": "true",
        "TESTCONTAINERS_CONNECTION_MODE": "docker_host",
    }
    before = {name: os.environ.get(name) for name in env}
    os.environ.update(env)
    with open(folder / "podman.log", "wb") as log:
        service = subprocess.Popen(["podman", "system", "service", "--time=0", socket], stdout=log, stderr=log)
    try:
        wait_for_engine(service)
        yield
    finally:
        service.terminate()
        service.wait(10)
        shutil.rmtree(place, ignore_errors=True)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)


def wait_for_engine(service: subprocess.Popen[bytes]) -> None:
    """Wait until the engine answers a ping."""
    import docker

    limit = time.monotonic() + ENGINE_SECONDS
    while True:
        with contextlib.suppress(Exception):
            client: Any = docker.from_env()
            if client.ping():
                return
        if service.poll() is not None:
            raise OSError(f"podman system service ended with code {service.returncode}")
        if time.monotonic() > limit:
            raise TimeoutError("podman's API does not answer")
        time.sleep(0.1)


def import_image(name: str, binary: str) -> None:
    """Make an image of one program and the libraries it needs; nothing is pulled."""
    real = os.path.realpath(binary)
    # redis-server is a link to one program that looks at the name it was started by
    program = f"/{os.path.basename(binary)}"
    layer = io.BytesIO()
    with tarfile.open(fileobj=layer, mode="w") as tar:
        tar.add(real, arcname=program)
        for library in libraries_of(real):
            tar.add(os.path.realpath(library), arcname=library)
        for folder in ("data", "tmp"):
            made = tarfile.TarInfo(folder)
            made.type, made.mode = tarfile.DIRTYPE, 0o777
            tar.addfile(made)
    changes = ["--change", f'ENTRYPOINT ["{program}"]', "--change", "WORKDIR /data"]
    subprocess.run(
        ["podman", "import", "-q", *changes, "-", name], input=layer.getvalue(), check=True, capture_output=True
    )


def libraries_of(binary: str) -> list[str]:
    """Absolute paths of the shared libraries a program is linked with, the loader among them."""
    said = subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout
    return [word for line in said.splitlines() for word in line.split() if word.startswith("/")]


@contextlib.contextmanager
def supply(folder: Path) -> Iterator[Supply]:
    """A supply of servers; in CI a container engine that is there and fails is an error."""
    with contextlib.ExitStack() as stack, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        made = Supply(stack, folder)
        if os.environ.get("CI") == "true" and made.broken:
            pytest.fail(f"containers could have run and did not: {made.why_not}")
        yield made
