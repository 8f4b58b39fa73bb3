// A boardgame.io match for `spectators.py`. Speaks the peers' common lines on stdin, see README.md.
// An update is handed to its transport as the master hands one over after a move; game and storage cost nothing here.
import { createRequire } from "node:module";
import { listen } from "./lines.mjs";

const require = createRequire(import.meta.url);
const { Server, SocketIO } = require("boardgame.io/server");

const channels = new Map();
const pubSub = {
  publish: (channel, payload) => channels.get(channel)?.forEach((callback) => callback(payload)),
  subscribe: (channel, callback) => channels.set(channel, [...(channels.get(channel) ?? []), callback]),
  unsubscribeAll: (channel) => channels.delete(channel),
};
console.log = console.info = () => {}; // stdout is for answers
const game = { name: "hall", setup: () => ({ turn: 1, pad: "" }), moves: { step: () => {} } };
const hour = 3_600_000;
const transport = new SocketIO({ pubSub, socketOpts: { pingInterval: hour, pingTimeout: hour } });
const server = Server({ games: [game], origins: ["*"], transport });
const running = await server.run({ port: 0 });
let state;

async function seats(number) {
  return Array(number).fill("/socket.io/?EIO=4&transport=websocket");
}

function publish(turn, pad) {
  const action = { type: "MAKE_MOVE", payload: { type: "step", args: [], playerID: "0" } };
  const deltalog = [{ action, _stateID: turn - 1, turn: 1, phase: null }];
  state = { ...state, G: { turn, pad }, _stateID: turn, deltalog };
  pubSub.publish("MATCH-m", { type: "update", args: ["m", state] });
}

async function socket() {
  ({ state } = await server.db.fetch("m", { state: true }));
  const [first] = transport.clientInfo.values();
  return first.socket.conn.transport.socket._socket;
}

listen({ port: running.appServer.address().port, seats, publish, socket });
