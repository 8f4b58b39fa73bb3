"""The floor of fan-out: a bare asyncio.Protocol that writes ready frames to every connection, one at a time."""

import asyncio


class Floor:
    """Connections and nothing else."""

    def __init__(self) -> None:
        self.transports: list[asyncio.Transport] = []
        self.port = 0
        self.server: asyncio.Server | None = None

    @classmethod
    async def open(cls) -> "Floor":
        """Listen on a free port."""
        floor = cls()

        class Bare(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                assert isinstance(transport, asyncio.Transport)
                floor.transports.append(transport)

        floor.server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0)
        floor.port = floor.server.sockets[0].getsockname()[1]
        return floor

    def publish(self, wire: bytes, times: int) -> None:
        """Write a frame to everybody, so many times."""
        for _ in range(times):
            for transport in self.transports:
                transport.write(wire)
