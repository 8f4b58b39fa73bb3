"""A TCP proxy that can swallow bytes without closing anything: a half-open connection made to order."""

import asyncio
import contextlib

Writer = asyncio.StreamWriter


class Proxy:
    """Forwards one port of this machine to another; `blackhole` makes both directions silent."""

    def __init__(self, target_port: int) -> None:
        self.target_port = target_port
        self.port = 0
        self.blackhole = False
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._server
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self.target_port)
            try:
                await asyncio.gather(self._pump(reader, to_writer), self._pump(to_reader, writer))
            finally:
                to_writer.close()
        writer.close()
        self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        while data := await reader.read(65536):
            if not self.blackhole:
                writer.write(data)
                await writer.drain()
        writer.close()
