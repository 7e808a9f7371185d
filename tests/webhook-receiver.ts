import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A webhook as received. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    id: string;
    type: string;
    createdAt: string;
    data: { order: Record<string, unknown> | null; changed: Record<string, unknown> };
  };
}

/** Starts a webhook receiver that records requests and responds with a status, or never. */
export async function startReceiver(start: number | "hang" = 200) {
  const received: Received[] = [];
  const state = { answer: start, response: "" as string, headers: {} as Record<string, string> };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, text, body: JSON.parse(text) as Received["body"] });
      if (state.answer === "hang") return;
      response.writeHead(state.answer, state.headers).end(state.response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Sets the response from now on. */
    respondWith: (answer: number | "hang", response = "", headers: Record<string, string> = {}) => {
      Object.assign(state, { answer, response, headers });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;
