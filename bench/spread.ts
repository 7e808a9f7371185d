import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy that costs as little as one can: each connection goes to the next of the ports, for as long as it lasts, and
 * what comes over it is passed on unread.
 */
export async function openSpread(
  port: number,
  ports: readonly number[],
): Promise<{ close: () => Promise<void> }> {
  const open = new Set<Socket>();
  let turn = 0;

  const server = createServer({ noDelay: true }, (client) => {
    const instance = connect({ host: "127.0.0.1", port: ports[turn % ports.length] ?? 0 });
    instance.setNoDelay();
    turn += 1;
    join(client, instance);
    join(instance, client);
  });

  function join(from: Socket, to: Socket): void {
    open.add(from);
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
  }

  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}
