import { Agent, request } from "node:http";
import { platform } from "node:os";
import { createPerson } from "../people.ts";
import { expect } from "../shop.ts";
import type { Shop } from "../shop-process.ts";
import { type HttpResponse, type RequestOptions, Visitor } from "../../visitor.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let requestCount = 0;

/** An HTTP client with cookies that can send anything. */
export class HttpClient extends Visitor {
  constructor(shop: Shop) {
    super(shop.url, (path, options) => send(shop.url, path, options));
  }
}

/** Registers an account and signs it in. */
export async function newAccount(
  shop: Shop,
): Promise<{ stranger: HttpClient; email: string; password: string }> {
  const stranger = new HttpClient(shop);
  const { name, email, password } = createPerson();
  const form = { name, email, password, confirmPassword: password, terms: "on" };
  const response = await stranger.post("/register", form);
  expect(response.status, response.text).toBe(302);
  return { stranger, email, password };
}

/** Sends one request, where possible from a unique loopback address, since rate limits count by address. */
function send(
  origin: string,
  path: string,
  { method = "GET", headers, body }: RequestOptions,
  attempts = 5,
): Promise<HttpResponse> {
  requestCount += 1;
  const own = platform() === "linux" && {
    localAddress: `127.${1 + (requestCount % 200)}.${Math.floor(requestCount / 200) % 250}.9`,
  };
  const { hostname, port } = new URL(origin);
  return new Promise<HttpResponse>((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      path,
      method,
      // As browsers do. With Connection: close the server closes right after the response, which may not be read yet.
      headers: {
        connection: "keep-alive",
        ...headers,
        ...(body !== undefined && lengthOf(body, headers)),
      },
      ...(own ? { ...own, agent: false } : { agent }),
    });
    let answered = false;
    // Rejected while the body was being sent: the response may be lost when the connection closes.
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (answered) return;
      if (error.code !== "EPIPE" || attempts === 1) reject(error);
      else resolve(send(origin, path, { method, headers, body }, attempts - 1));
    });
    outgoing.on("response", (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      response.on("end", done);
      response.on("error", done);
      if (response.headers["content-type"]?.startsWith("text/event-stream")) {
        done();
        outgoing.destroy();
      }
    });
    outgoing.end(body);
  });
}

function lengthOf(body: string | Buffer, headers: Record<string, string> = {}) {
  return "transfer-encoding" in headers
    ? {}
    : { "content-length": String(Buffer.byteLength(body)) };
}
