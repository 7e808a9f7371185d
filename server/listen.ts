import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { StartRefused } from "./start-refused.ts";

/** Answers a request as the HTTP server hands it over. */
export type Fetch = Parameters<typeof getRequestListener>[0];

/** Answers a request, or passes it on. */
export type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const WAIT_MS = 5000;

/** Listens; waits up to 5 s for a predecessor that is still letting go of the port, then refuses. */
export async function listen(
  app: { fetch: Fetch },
  options: { host: string; port: number; before?: Before | undefined },
): Promise<Server> {
  const { host, port, before } = options;
  const answer = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (before) before(request, response, () => void answer(request, response));
    else void answer(request, response);
  });
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
