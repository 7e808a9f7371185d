import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { getRequestListener } from "@hono/node-server";
import { StartRefused } from "./start-refused.ts";

/** Answers a request as the HTTP server hands it over. */
export type Fetch = Parameters<typeof getRequestListener>[0];

/** Answers a request, or passes it on. */
export type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const WAIT_MS = 5000;

/**
 * Who dawdles over a request holds a connection, and nothing else: a browser sends its head at once, and the longest
 * form in seconds, also from a telephone. Node looks every `connectionsCheckingInterval`, also at connections on
 * which nothing was ever said.
 */
const DAWDLERS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than proxies keep theirs (nginx and Caddy: 60 s and 2 min by default at most), who would else post into a
  // connection that is just being closed.
  keepAliveTimeout: 125_000,
};
/** Files that stay free for the database, mails and price sources, however many visitors there are. */
const FILES_FOR_US = 256;
const MOST_CONNECTIONS = 50_000;

/** Listens; waits up to 5 s for a predecessor that is still letting go of the port, then refuses. */
export async function listen(
  app: { fetch: Fetch },
  options: { host: string; port: number; before?: Before | undefined },
): Promise<Server> {
  const { host, port, before } = options;
  const answer = getRequestListener(app.fetch);
  const server = createServer(DAWDLERS, (request, response) => {
    if (before) before(request, response, () => void answer(request, response));
    else void answer(request, response);
  });
  server.maxConnections = mostConnections();
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      await new Promise<void>((done, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          done();
        });
      });
      return server;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code !== "EADDRINUSE") throw error;
      if (Date.now() > deadline) {
        throw new StartRefused(`Port ${port} is taken by another program. Set PORT to another.`);
      }
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

/**
 * As many as this process may have files open, less some: one that runs out of them can open neither its database
 * nor a connection to anybody. Node has raised the limit as far as it may (`ulimit -Hn`).
 */
function mostConnections(): number {
  // Its names of peers would be looked up, one by one.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const files = Number(userLimits?.open_files?.soft);
  return Number.isNaN(files) ? MOST_CONNECTIONS : Math.min(files - FILES_FOR_US, MOST_CONNECTIONS);
}
