"""What is in deploy/ fits the server: arguments, variables, ports, paths, users and the order of stopping."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.cli import parser
from server.config import Config
from tests.support.servers import LocalServer, redis_binary

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = ("compose.yaml", "compose.nodes.yaml")
VARIABLE = re.compile(r"\$\((\w+)\)")


def compose(name: str) -> dict[str, Any]:
    """A compose file."""
    read: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text())
    return read


def kubernetes() -> dict[str, dict[str, Any]]:
    """The objects of the manifest by kind; each kind once."""
    objects = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
    by_kind = {one["kind"]: one for one in objects}
    assert len(by_kind) == len(objects)
    return by_kind


def dockerfile() -> dict[str, list[str]]:
    """Instructions and their arguments, continued lines joined."""
    found: dict[str, list[str]] = {}
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", "")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            found.setdefault(word, []).append(rest.strip())
    return found


def pod() -> dict[str, Any]:
    """What the Deployment's pods are made of."""
    made: dict[str, Any] = kubernetes()["Deployment"]["spec"]["template"]["spec"]
    return made


def node() -> dict[str, Any]:
    """The one container of a pod."""
    (container,) = pod()["containers"]
    return dict(container)


def commands() -> Iterator[tuple[str, list[str]]]:
    """Every command line of a node in deploy/, with its variables in place."""
    yield "Dockerfile", yaml.safe_load(dockerfile()["CMD"][0])
    for name in COMPOSE:
        for service in compose(name)["services"].values():
            if service["image"] == "lastreel" and "command" in service:
                yield name, service["command"]
    settings = kubernetes()["ConfigMap"]["data"]
    yield "kubernetes.yaml", [VARIABLE.sub(lambda found: settings[found[1]], word) for word in node()["args"]]


@pytest.mark.parametrize(("file", "words"), list(commands()))
def test_a_node_understands_its_command_line(file: str, words: list[str]) -> None:
    """Every argument is one of `lastreel serve`, and it listens where others can reach it."""
    arguments = parser().parse_args(words)
    assert arguments.host == "0.0.0.0"
    assert arguments.port == Config().port
    assert not arguments.allow_volatile


def test_every_variable_is_one_that_is_read() -> None:
    """A variable set in deploy/ stands in the server's source (or is uvicorn's own)."""
    source = "".join(file.read_text() for file in (ROOT / "server").rglob("*.py"))
    set_ = {*kubernetes()["Secret"]["stringData"], *kubernetes()["ConfigMap"]["data"]}
    set_ |= {word.partition("=")[0] for line in dockerfile()["ENV"] for word in shlex.split(line)}
    set_ |= {name for service in compose(COMPOSE[1])["services"].values() for name in service.get("environment", {})}
    used = set(VARIABLE.findall(" ".join(node()["args"])))
    foreign = {"FORWARDED_ALLOW_IPS", "PYTHONUNBUFFERED", "REDIS_PASSWORD"}
    for name in set_ - used - foreign:
        assert f'"{name}"' in source, name
    assert used <= set(kubernetes()["ConfigMap"]["data"])


def test_ports_and_probes_are_the_servers() -> None:
    """The image, the services, the probes and the proxy mean the server's port and its health paths."""
    port = str(Config().port)
    health = (ROOT / "server" / "app.py").read_text()
    assert dockerfile()["EXPOSE"] == [port]
    assert f":{port}/healthz" in dockerfile()["HEALTHCHECK"][0]
    assert [one["containerPort"] for one in node()["ports"]] == [int(port)]
    assert kubernetes()["Service"]["spec"]["ports"][0]["targetPort"] == node()["ports"][0]["name"]
    probes = {name: node()[f"{name}Probe"]["httpGet"] for name in ("readiness", "liveness", "startup")}
    assert (probes["readiness"]["path"], probes["liveness"]["path"]) == ("/readyz", "/healthz")
    for path in {probe["path"] for probe in probes.values()}:
        assert f'"{path}"' in health
    services = compose(COMPOSE[1])["services"]
    proxied = re.findall(r"(node-\d):(\d+)", (DEPLOY / "Caddyfile").read_text())
    assert proxied == [(name, port) for name in services if name.startswith("node-")]
    assert [line.rpartition(":")[2] for line in services["proxy"]["ports"]] == [port]
    assert "health_uri /readyz" in (DEPLOY / "Caddyfile").read_text()


def test_nobody_is_root() -> None:
    """The image's user is not root, owns its folder, and is the one that the manifest asks for."""
    (user,) = dockerfile()["USER"]
    assert int(user) == pod()["securityContext"]["runAsUser"] > 0
    assert f"--uid {user} " in dockerfile()["RUN"][0]
    assert dockerfile()["VOLUME"] == ["/data"] and "-o lastreel -m 700 /data" in dockerfile()["RUN"][0]
    assert node()["securityContext"]["readOnlyRootFilesystem"]


def test_a_node_is_given_time_to_leave() -> None:
    """Whoever stops a node waits longer than its drain, the pause before it and the good-bye take."""
    config = Config()
    pause = int(node()["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod()["terminationGracePeriodSeconds"] > 2 * config.drain_seconds + pause
    for name in COMPOSE:
        for service in compose(name)["services"].values():
            if service["image"] == "lastreel":
                assert int(service["stop_grace_period"].removesuffix("s")) > 2 * config.drain_seconds


def test_the_selectors_mean_the_pods() -> None:
    """Deployment, Service and PodDisruptionBudget select the same label, and one node may always go."""
    objects = kubernetes()
    label = objects["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert objects["Deployment"]["spec"]["selector"]["matchLabels"] == label
    assert objects["Service"]["spec"]["selector"] == label
    assert objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == label
    assert objects["PodDisruptionBudget"]["spec"]["minAvailable"] < objects["Deployment"]["spec"]["replicas"]
    named = {name for source in node()["envFrom"] for reference in source.values() for name in reference.values()}
    assert named == {objects["ConfigMap"]["metadata"]["name"], objects["Secret"]["metadata"]["name"]}


def test_the_image_holds_all_it_needs() -> None:
    """What the build may see is what the package is made of, on a Python that it runs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    seen = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    packages = {name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert packages | {"pyproject.toml", "constraints.txt", project["project"]["readme"]} <= seen
    assert all((ROOT / name).exists() for name in seen)
    (base,) = dockerfile()["FROM"]
    version = re.search(r"python:3\.(\d+)-slim$", base)
    assert version and int(version[1]) >= 11


@pytest.mark.skipif(redis_binary() is None, reason="Debian's redis-server is not installed")
def test_the_redis_of_the_compose_file_starts(tmp_path: Path) -> None:
    """Its command, run by a shell here with other paths: it takes the shipped files and the user of the address."""
    service = compose(COMPOSE[1])["services"]["redis"]
    data = tmp_path / "data"
    server = LocalServer(data)
    here = {
        "$$": "$",
        "/etc/redis": f"{DEPLOY}/redis",
        "/tmp": f"{tmp_path}",
        "/data": f"{data}",
        "0.0.0.0": "127.0.0.1",
    }
    script = re.sub("|".join(map(re.escape, here)), lambda found: here[found[0]], service["command"][2])
    words = [*service["command"][:2], f"{script} --port {server.port}"]
    process = subprocess.Popen(words, env={**os.environ, "REDIS_PASSWORD": "secret"}, stdout=subprocess.DEVNULL)
    try:
        address = f"redis://lastreel:secret@127.0.0.1:{server.port}"
        check = [sys.executable, "-m", "server.cli", "store", "check"]
        done = subprocess.run(
            check, cwd=ROOT, env={**os.environ, "LASTREEL_STORE": address}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert "0 games, 0 damaged" in done.stdout
        assert (data / "appendonlydir").is_dir()
    finally:
        process.terminate()
        process.wait(10)
