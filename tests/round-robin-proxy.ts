import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";

/**
 * Opens a reverse proxy for several instances: each request goes to the next port that accepts a connection. If an
 * instance breaks a response off, the connection of the client is closed, too.
 */
export async function openRoundRobinProxy(
  port: number,
  ports: readonly number[],
): Promise<{ close: () => Promise<void> }> {
  let turn = 0;

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const first = turn % ports.length;
    turn += 1;
    const instance = await firstOpen([...ports.slice(first), ...ports.slice(0, first)]);
    const cut = () => response.destroy();
    if (!instance) return void cut();
    const { method, url } = incoming;
    const headers = { ...incoming.headers, connection: "close" };
    const onward = request({ createConnection: () => instance, method, path: url, headers });
    onward.on("response", (answer) => {
      // Connection-specific headers.
      const { connection: _, "keep-alive": __, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, others);
      answer.on("error", cut).pipe(response);
      // The headers of an event stream must not wait for its first event.
      response.flushHeaders();
    });
    onward.on("error", cut);
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  }

  const server = createServer((incoming, response) => void forward(incoming, response));
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function firstOpen(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((done) => {
      socket.once("connect", () => done(true)).once("error", () => done(false));
    });
    if (isOpen) return socket;
  }
  return null;
}
