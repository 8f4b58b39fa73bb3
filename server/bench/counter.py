"""A load client that only counts bytes: `python -m server.bench.counter HOST PORT CONNECTIONS PATH...`.

It opens websockets (or, with path `-`, bare connections), drains what comes at first, prints `ready`. Then each line
`ROUNDS BYTES` on stdin makes it count: after every BYTES bytes, over all connections together, it prints one byte.
A process of its own without an event loop, so that it is not what is measured.
"""

import os
import select
import socket
import struct
import sys
import time

QUIET_SECONDS = 0.7
CHUNK = 1 << 18
HELLO = b'{"type":"hello"}'


def handshake(wire: socket.socket, path: str) -> None:
    """Open a websocket and say hello; what the server answers is left to be drained."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: lastreel.v1",
    ]
    wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = wire.recv(4096)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    wire.sendall(struct.pack("!BB4x", 0x81, 0x80 | len(HELLO)) + HELLO)


def connect(host: str, port: int, number: int, paths: list[str]) -> list[socket.socket]:
    """All connections, spread over the paths."""
    wires = []
    for index in range(number):
        wire = socket.create_connection((host, port))
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if paths[0] != "-":
            handshake(wire, paths[index % len(paths)])
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


def main() -> int:
    """Connect, then obey stdin."""
    host, port, number, *paths = sys.argv[1:]
    counter = Counter(connect(host, int(port), int(number), paths))
    counter.drain()
    os.write(1, b"ready\n")
    for line in sys.stdin:
        rounds, size = line.split()
        counter.count(int(rounds), int(size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
