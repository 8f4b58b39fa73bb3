"""A load client that only counts bytes: `python -m server.bench.counter PORT CONNECTIONS PATH...`.

It opens websockets (or, with path `-`, bare connections), drains what comes at first, prints `ready`. Then each line
`ROUNDS BYTES` on stdin makes it count: after every BYTES bytes, over all connections together, it prints one byte.
The line `drain` makes it drain again and print one byte. A process of its own without an event loop, so that it is
not what is measured. Until it is told to count it reads nothing.
"""

import os
import select
import socket
import struct
import sys
import time
from collections.abc import Callable

QUIET_SECONDS = 0.7
CHUNK = 1 << 18
HELLO = b'{"type":"hello"}'
TEXT, BINARY = 1, 2
Enter = Callable[[socket.socket, str], None]
"""What makes a spectator of a fresh connection."""


def say(wire: socket.socket, opcode: int, payload: bytes) -> None:
    """One short frame, masked with zeros."""
    wire.sendall(struct.pack("!BB4x", 0x80 | opcode, 0x80 | len(payload)) + payload)


def upgrade(wire: socket.socket, path: str, subprotocol: str = "") -> None:
    """Open a websocket, without reading past the answer's headers."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        *([f"Sec-WebSocket-Protocol: {subprotocol}"] if subprotocol else []),
    ]
    wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += wire.recv(1) or b"(closed)\r\n\r\n"
    assert answer.startswith(b"HTTP/1.1 101"), answer


def handshake(wire: socket.socket, path: str) -> None:
    """Say hello at a table; what the server answers is left to be drained. A bare connection needs nothing."""
    if path != "-":
        upgrade(wire, path, "lastreel.v1")
        say(wire, TEXT, HELLO)


def connect(port: int, number: int, paths: list[str], enter: Enter) -> list[socket.socket]:
    """All connections, spread over the paths."""
    wires = []
    for index in range(number):
        wire = socket.create_connection(("127.0.0.1", port))
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        enter(wire, paths[index % len(paths)])
        wire.setblocking(False)
        wires.append(wire)
    return wires


class Counter:
    """Bytes of all connections."""

    def __init__(self, wires: list[socket.socket]) -> None:
        self.poll = select.epoll()
        self.receivers = {wire.fileno(): wire.recv_into for wire in wires}
        self.buffer = bytearray(CHUNK)
        for number in self.receivers:
            self.poll.register(number, select.EPOLLIN)

    def drain(self) -> None:
        """Read until nothing comes for a while."""
        while events := self.poll.poll(QUIET_SECONDS):
            for number, _ in events:
                self.receivers[number](self.buffer)

    def count(self, rounds: int, size: int) -> None:
        """Print a byte after each round."""
        seen, goal, last = 0, size, size * rounds
        poll, receivers, buffer = self.poll.poll, self.receivers, self.buffer
        limit = time.monotonic() + 120
        while seen < last:
            for number, _ in poll(1.0):
                seen += receivers[number](buffer)
            while seen >= goal and goal <= last:
                os.write(1, b".")
                goal += size
            if time.monotonic() > limit:
                raise TimeoutError(f"{seen} of {last} bytes")


def main(enter: Enter = handshake) -> int:
    """Connect, then obey stdin."""
    port, number, *paths = sys.argv[1:]
    counter = Counter(connect(int(port), int(number), paths, enter))
    counter.drain()
    os.write(1, b"ready\n")
    for line in sys.stdin:
        if line == "drain\n":
            counter.drain()
            os.write(1, b".")
            continue
        rounds, size = line.split()
        counter.count(int(rounds), int(size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
