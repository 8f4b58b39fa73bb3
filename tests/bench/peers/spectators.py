"""The raw byte counter at a peer: `python -m tests.bench.peers.spectators PORT CONNECTIONS PATH...`."""

import socket
import sys

from server.bench import counter


def enter(wire: socket.socket, path: str) -> None:
    """Become a spectator of a Colyseus room or a boardgame.io match, by what the path looks like."""
    counter.upgrade(wire, path)
    wire.recv(4096)
    if "EIO=" not in path:  # Colyseus: the room has told its schema; 10 is JOIN_ROOM
        counter.say(wire, counter.BINARY, bytes([10]))
        return
    counter.say(wire, counter.TEXT, b"40/hall,")  # boardgame.io: enter socket.io's namespace of the game
    wire.recv(4096)
    counter.say(wire, counter.TEXT, b'42/hall,["sync","m",null,null,2]')


if __name__ == "__main__":
    sys.exit(counter.main(enter))
