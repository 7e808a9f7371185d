import { type EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { OperatorError } from "#db/errors.ts";
import type { Log } from "#lib/log.ts";
import { createConnectionSlots } from "./client-slots.ts";
import { type ConnectionLimits, handleRequests } from "./connections.ts";
import { trustNoProxy } from "./proxies.ts";

/** The fetch handler of the HTTP server. */
export type Fetch = Parameters<typeof getRequestListener>[0];

export type Bindings = Parameters<Fetch>[1];

export type Handler = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** The development server of the screens, which shares the port. */
export interface DevServer {
  /** Responds, or calls `next` for the shop to respond. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Receives the `upgrade` events of the HTTP server: the WebSockets of open pages. */
  upgrades: EventEmitter;
  close: () => Promise<void>;
}

const WAIT_MS = 5000;

/**
 * Limits slow clients (slowloris): a browser sends its headers at once, and the longest form within seconds. Node checks
 * every `connectionsCheckingInterval`, idle new connections included.
 */
const TIMEOUTS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than the keep-alive of proxies (nginx 60 s, Caddy 2 min), which could otherwise send a request on a
  // connection that is being closed.
  keepAliveTimeout: 125_000,
};
/** File descriptors reserved for the database, mails and price sources. */
const RESERVED_FILES = 256;
const MAX_CONNECTIONS = 50_000;

/** Starts the HTTP server; retries for up to 5 s while a previous process still holds the port. */
export async function listen(
  app: { fetch: Fetch },
  options: {
    host: string;
    port: number;
    vite?: DevServer | undefined;
    log: Log;
  } & Partial<ConnectionLimits>,
): Promise<Server> {
  const { host, port, vite, log, trusted = trustNoProxy, stalledMs } = options;
  const { slots = createConnectionSlots(maxConnections()) } = options;
  const answer = getRequestListener(app.fetch, {
    errorHandler: (error) => {
      if (error instanceof RequestError) return new Response(null, { status: 400 });
      log("request failed outside of the app", error);
      return new Response(null, { status: 500 });
    },
  });
  const server = createServer(TIMEOUTS);
  const handle: RequestListener = (request, response) => {
    if (vite) vite.middleware(request, response, () => void answer(request, response));
    else void answer(request, response);
  };
  handleRequests(server, handle, { slots, trusted, stalledMs });
  if (vite) server.on("upgrade", (...args) => vite.upgrades.emit("upgrade", ...args));
  server.maxConnections = maxConnections();
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      server.listen(port, host);
      await once(server, "listening");
      return server;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EADDRNOTAVAIL")
        throw new OperatorError(
          `HOST is "${host}", which is not an address of this machine. Set it to 127.0.0.1 for this machine only, or to 0.0.0.0 for all its networks.`,
        );
      if (code === "EACCES")
        throw new OperatorError(
          `Port ${port} may be opened by root only. Set PORT to one above 1023.`,
        );
      if (code !== "EADDRINUSE") throw error;
      if (Date.now() > deadline) {
        throw new OperatorError(
          `Port ${port} is in use by another program. Set PORT to another one.`,
        );
      }
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

/**
 * Returns the connection limit: the open-file limit less a reserve, since a process without free descriptors can open
 * neither its database nor a socket. Node raises the soft limit to the hard one (`ulimit -Hn`).
 */
export function maxConnections(): number {
  // Else the report resolves the host name of every peer.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const files = Number(userLimits?.open_files?.soft);
  return Number.isNaN(files) ? MAX_CONNECTIONS : Math.min(files - RESERVED_FILES, MAX_CONNECTIONS);
}
