// A Colyseus room for `spectators.py`. Speaks the peers' common lines on stdin, see README.md.
// `node colyseus.mjs bytes` broadcasts ready bytes, `node colyseus.mjs patch` changes the state and broadcasts its patch.
import { Room, Server, matchMaker } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { listen } from "./lines.mjs";

const PATCH = process.argv[2] === "patch";
const State = schema({ turn: t.uint32(), pad: t.string() }, "State");
let room;

class Hall extends Room {
  onCreate() {
    this.autoDispose = false;
    this.patchRate = null; // patches go out when they are asked for, not on a timer
    this.seatReservationTimeout = 120;
    this.maxClients = Infinity;
    this.state = new State();
    this.state.turn = 1;
    this.state.pad = "";
    room = this;
  }
}

function publish(turn, pad) {
  if (PATCH) {
    room.state.turn = turn;
    room.state.pad = pad;
    room.broadcastPatch();
  } else {
    room.broadcastBytes("d", Buffer.from(pad));
  }
}

const transport = new WebSocketTransport({ pingInterval: 0 });
const server = new Server({ transport, greet: false });
server.define("hall", Hall);
await server.listen(0, "127.0.0.1");
const hall = await matchMaker.createRoom("hall", {});

async function seats(number) {
  const paths = [];
  for (let index = 0; index < number; index++) {
    const seat = await matchMaker.joinById(hall.roomId, {});
    paths.push(`/${hall.processId}/${hall.roomId}?sessionId=${seat.sessionId}`);
  }
  return paths;
}

listen({ port: transport.server.address().port, seats, publish, socket: () => room.clients[0].ref._socket });
