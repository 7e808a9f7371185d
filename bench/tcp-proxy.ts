import { connect, createServer, type Socket } from "node:net";

/** Opens a TCP proxy that assigns each connection to the next port in turn, and passes the bytes on unread. */
export async function openTcpProxy(
  port: number,
  ports: readonly number[],
): Promise<{ close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  let count = 0;

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: "127.0.0.1", port: ports[count % ports.length] ?? 0 });
    upstream.setNoDelay();
    count += 1;
    pipe(client, upstream);
    pipe(upstream, client);
  });

  function pipe(from: Socket, to: Socket): void {
    sockets.add(from);
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
