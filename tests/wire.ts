import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A wire to a server, which can be cut, or fall silent without being cut. */
export interface Wire {
  port: number;
  /** All connections are lost, and new ones refused. */
  cut(): Promise<void>;
  /** Nothing gets through, and nobody is told. */
  freeze(): void;
  mend(): Promise<void>;
  /** How many connections there have been. */
  opened(): number;
  /** Until somebody connects. */
  nextOpened(): Promise<void>;
}

export async function openWire(to: { host: string; port: number }): Promise<Wire> {
  const sockets = new Set<Socket>();
  let frozen = false;
  let opened = 0;
  const server = createServer((near) => {
    opened += 1;
    const far = connect(to);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => into.write(chunk));
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        into.destroy();
      });
      if (frozen) from.pause();
    }
  });
  // Ends with the test's process: the shop's database is dropped over it, after the test.
  server.unref();
  await listen(server, 0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const cut = async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    cut,
    opened: () => opened,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      frozen = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(server, port);
    },
    async nextOpened() {
      await once(server, "connection");
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done) => server.listen(port, "127.0.0.1", () => done()));
}
