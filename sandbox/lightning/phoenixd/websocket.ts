import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { PhoenixdPasswords } from "../credentials.ts";
import { LightningUnavailable } from "../ldk.ts";
import type { Lightning } from "../lightning.ts";
import { paymentReceived } from "./objects.ts";

const PING_MS = 10_000;

/**
 * Returns the handler of `upgrade` requests to phoenixd's /websocket (ACINQ/phoenixd: Api.kt), authenticated by basic
 * authentication or with the password as sub-protocol. It sends received payments and pings every 10 seconds.
 */
export function phoenixdSocket(
  lightning: Lightning,
  passwords: PhoenixdPasswords,
  path: string,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  let server: Promise<WebSocketServer> | undefined;

  return (request, socket, head) => {
    // A client that vanishes is no error of the sandbox.
    socket.on("error", () => {});
    upgrade(request, socket, head).catch((error: unknown) => {
      if (!(error instanceof LightningUnavailable)) throw error;
      refuse(socket, "503 Service Unavailable", error.message);
    });
  };

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const protocol = request.headers["sec-websocket-protocol"];
    const access =
      passwords.accessOf(request.headers.authorization) ?? passwords.accessOfPassword(protocol);
    if (url.pathname !== path) return refuse(socket, "404 Not Found", "Unknown endpoint");
    lightning.requests.add({
      interface: "phoenixd",
      method: "GET",
      path: "/websocket",
      credential: access && `${access} password`,
      canPay: access === "full",
    });
    const fault = lightning.faults.lightning;
    if (fault === "node-down" || fault === "wallet-locked" || fault === "timeout") {
      return void socket.destroy();
    }
    if (access === null || fault === "unauthorized") {
      return refuse(socket, "401 Unauthorized", "Invalid authentication");
    }
    await lightning.start();
    const { handleUpgrade } = await open();
    handleUpgrade(request, socket, head, serve);
  }

  async function open(): Promise<{ handleUpgrade: WebSocketServer["handleUpgrade"] }> {
    server ??= import("ws").then(
      (ws) =>
        // Pongs are sent by hand: a half-open connection sends none.
        new ws.WebSocketServer({ noServer: true, autoPong: false }),
      (cause: unknown) => {
        throw new LightningUnavailable("The sandbox's Lightning needs the package ws", { cause });
      },
    );
    const opened = await server;
    return { handleUpgrade: opened.handleUpgrade.bind(opened) };
  }

  function serve(client: WebSocket): void {
    const { streams, faults } = lightning;
    const end = streams.add({
      notify: (invoice, what) => {
        if (what === "settled") {
          client.send(JSON.stringify(paymentReceived(invoice, faults.lightning), null, 4));
        }
      },
      close: () => client.terminate(),
    });
    const pings = setInterval(() => {
      if (!streams.areSilent) client.ping();
    }, PING_MS).unref();
    client.on("ping", (data) => {
      if (!streams.areSilent) client.pong(data);
    });
    client.on("error", () => {});
    client.on("close", () => {
      clearInterval(pings);
      end();
    });
  }
}

function refuse(socket: Duplex, status: string, text: string): void {
  const length = Buffer.byteLength(text);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`,
  );
}
