"""Our own server and our own client pass the checks that third parties use."""

import asyncio
import sys

from clients.conformance.client import check_client
from clients.conformance.server import CHECKS, check_server
from tests.support.server import ROOT, WINGARD, Server
from tests.support.servers import free_port


async def test_the_server_conforms(server: Server) -> None:
    lines: list[str] = []
    failed = await check_server(server.url, WINGARD, lines.append)
    assert failed == 0, "\n".join(lines)
    assert len(lines) == len(CHECKS)


async def test_the_sdk_conforms() -> None:
    """The bot with the policy `first` is a client that answers every decision with its first option."""
    port, lines = free_port(), []
    checking = asyncio.create_task(check_client(port, lines.append))
    while not lines:
        await asyncio.sleep(0.01)
    link = lines[0].split()[1]
    command = [sys.executable, "-m", "server.cli", "bot", link, "--policy", "first"]
    bot = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.DEVNULL)
    failed = await asyncio.wait_for(checking, 60)
    assert failed == 0, "\n".join(lines)
    assert await asyncio.wait_for(bot.wait(), 10) == 1, "the bot was sent away for good"
