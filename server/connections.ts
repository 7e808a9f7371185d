import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ClientSlots } from "./client-slots.ts";
import { clientAddress, isTrusted, type TrustedProxies } from "./proxies.ts";

/**
 * Requests of a connection that may wait for the response to the one before. Browsers and proxies have none that wait;
 * a client that has repeats those without a response when its connection is closed (RFC 9112, section 9.3.2).
 */
const WAITING_PER_CONNECTION = 32;

/** A response is cut off when the client takes nothing of it for this long, which may be noticed as long after. */
const STALLED_MS = 20_000;

/** After a connection with too many requests, garbage is collected at most this often: it takes some 0.1 s. */
const COLLECT_MS = 30_000;

const RETRY_SECONDS = "5";

export interface ConnectionLimits {
  slots: ClientSlots;
  trusted: TrustedProxies;
  stalledMs?: number | undefined;
}

interface Connection {
  /** Start its requests: the first is being handled, the others wait. */
  starts: (() => void)[];
  isProxy: boolean;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Passes the requests of a server to `handle`, within what one connection and one client may hold. Requests of one
 * connection are handled one after the other: Node alone would start all that have arrived at once.
 */
export function handleRequests(server: Server, handle: Handle, limits: ConnectionLimits): void {
  const { slots, trusted, stalledMs = STALLED_MS } = limits;
  const connections = new WeakMap<Socket, Connection>();
  let collecting: NodeJS.Timeout | undefined;
  // Node made objects of all requests that had arrived. In a quiet shop, V8 would keep their memory.
  const collectGarbage = () => {
    collecting ??= setTimeout(() => {
      collecting = undefined;
      globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    }, COLLECT_MS).unref();
  };

  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    const isProxy = isTrusted(remoteAddress, trusted);
    connections.set(socket, { starts: [], isProxy });
    // A proxy has connections of all clients: there, each request counts for its client.
    if (isProxy) return;
    const free = slots.take(remoteAddress ?? "unknown");
    if (typeof free === "function") socket.once("close", free);
    else socket.destroy();
  });

  // The timer begins again with every part that is written or taken.
  server.timeout = stalledMs;
  server.on("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return;
    const { starts, isProxy } = connection;
    if (starts.length > WAITING_PER_CONNECTION) {
      socket.destroy();
      collectGarbage();
      return;
    }
    starts.push(() => {
      if (socket.writable) start(request, response, isProxy);
    });
    response.once("close", () => {
      starts.shift();
      starts[0]?.();
    });
    // With a listener, Node does not close the connection itself: perhaps the response is still being made.
    response.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    if (starts.length === 1) starts[0]?.();
  });

  function start(request: IncomingMessage, response: ServerResponse, isProxy: boolean): void {
    const { socket, headers, headersDistinct } = request;
    // Proxy and shop could each go by another one (RFC 9112, section 3.2).
    if (headersDistinct.host && headersDistinct.host.length > 1) {
      response.writeHead(400, { connection: "close" }).end();
      return;
    }
    if (isProxy) {
      const forwardedFor = headers["x-forwarded-for"]?.toString();
      const free = slots.take(clientAddress(socket.remoteAddress, forwardedFor, trusted));
      if (typeof free !== "function") {
        response.writeHead(429, { "retry-after": RETRY_SECONDS }).end();
        return;
      }
      response.once("close", free);
    }
    handle(request, response);
  }
}
