import { connect, type Socket } from "node:net";
import { createServer } from "node:tls";
import type { Certificate } from "./certificate.ts";

export interface TlsProxy {
  port: number;
  /** Shows another certificate from now on, and closes all connections. */
  renew: (certificate: Certificate) => void;
  close: () => Promise<void>;
}

/** Opens a server with TLS on 127.0.0.1 that forwards what it decrypts to a port of this machine. */
export async function openTlsProxy(port: number, certificate: Certificate): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  const server = createServer(certificate, (near) => {
    const far = connect(port, "127.0.0.1");
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        into.destroy();
      });
      from.pipe(into);
    }
  });
  // A client that refuses the certificate ends the handshake.
  server.on("tlsClientError", () => undefined);
  const cut = () => sockets.forEach((socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    renew(renewed) {
      server.setSecureContext(renewed);
      cut();
    },
    async close() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
