// The lines on stdin that every peer obeys: `seats N`, `size PAD`, `publish BURST`.
import { createInterface } from "node:readline";

export function listen({ port, seats, publish, socket }) {
  let turn = 10_000_000;
  let pad = 0;
  const next = () => publish(++turn, String(turn % 10).repeat(pad));
  const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");
  const orders = {
    // paths for so many spectators
    seats: async (number) => say(await seats(number)),
    // pad every frame to come by so much, and say how long that makes one on the wire
    size: async (number) => {
      pad = number;
      const wire = await socket();
      next();
      await new Promise((done) => setTimeout(done, 50));
      const before = wire.bytesWritten;
      next();
      await new Promise((done) => setTimeout(done, 50));
      say(wire.bytesWritten - before);
    },
    // so many frames to everybody, in one tick
    publish: (burst) => {
      for (let number = 0; number < burst; number++) next();
    },
  };
  createInterface({ input: process.stdin }).on("line", (line) => {
    const [order, number] = line.split(" ");
    orders[order](Number(number));
  }).on("close", () => process.exit(0));
  say(port);
}
