import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy that can cut its connections, or freeze them without closing. */
export interface CuttableProxy {
  port: number;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Stops forwarding without closing connections. */
  freeze(): void;
  /** Accepts and forwards connections again. */
  restore(): Promise<void>;
  /** The number of connections so far. */
  connectionCount(): number;
  /** Resolves at the next connection. */
  nextConnection(): Promise<void>;
}

export async function openCuttableProxy(to: {
  host: string;
  port: number;
}): Promise<CuttableProxy> {
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
  // Not awaited at exit: the shop's database is dropped through it after the test.
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
    connectionCount: () => opened,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      frozen = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(server, port);
    },
    async nextConnection() {
      await once(server, "connection");
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done) => server.listen(port, "127.0.0.1", () => done()));
}
