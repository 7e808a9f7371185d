import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { platform } from "node:os";
import { createPerson } from "../people.ts";
import { expect } from "../shop.ts";
import type { Shop } from "../shop-process.ts";

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let requestCount = 0;

/** An HTTP client with cookies that can send anything. */
export class HttpClient {
  readonly #shop: Shop;
  cookies = new Map<string, string>();

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Sends a request, and stores the cookies of the response. */
  async request(path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie && { cookie }), ...options.headers };
    const answer = await send(this.#shop.url, path, { ...options, headers });
    for (const set of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }

  /** Posts a form as a page of the shop does. */
  async post(
    path: string,
    fields: Record<string, string> | URLSearchParams,
  ): Promise<HttpResponse> {
    return this.request(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: this.#shop.url },
    });
  }

  /** Begins a request, and disconnects before it is complete. */
  async breakOff(path: string, { method = "GET", headers, body }: RequestOptions): Promise<void> {
    const { hostname, port } = new URL(this.#shop.url);
    const outgoing = request({ hostname, port, path, method, headers, agent: false });
    outgoing.on("error", () => undefined);
    await new Promise<void>((sent) => outgoing.write(body ?? "", () => sent()));
    outgoing.destroy();
  }

  /** Returns a new client with the same cookies. */
  twin(): HttpClient {
    const twin = new HttpClient(this.#shop);
    twin.cookies = new Map(this.cookies);
    return twin;
  }
}

/** Registers an account and signs it in. */
export async function newAccount(
  shop: Shop,
): Promise<{ stranger: HttpClient; email: string; password: string }> {
  const stranger = new HttpClient(shop);
  const { name, email, password } = createPerson();
  const form = { name, email, password, confirmPassword: password, terms: "on" };
  const answer = await stranger.post("/register", form);
  expect(answer.status, answer.text).toBe(302);
  return { stranger, email, password };
}

/** Sends one request, where possible from a unique loopback address, since rate limits count by address. */
function send(
  origin: string,
  path: string,
  { method = "GET", headers, body }: RequestOptions,
  tries = 5,
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
      if (error.code !== "EPIPE" || tries === 1) reject(error);
      else resolve(send(origin, path, { method, headers, body }, tries - 1));
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

/** Matches stack traces and database errors. */
const INSIDES =
  /\n\s+at (?:async )?[\w.<>[\] ]+ \(|node_modules\/|file:\/\/\/|DrizzleQueryError|Failed query|PostgresError|syntax error at|\b(?:Type|Reference|Range|Syntax)Error:|"insert into/;

/** Expects what holds for every response: no 5xx status, no internal details, no redirect to another origin. */
export function expectDecent(shop: Shop, answer: HttpResponse, what: string): void {
  const { status, headers, text } = answer;
  expect(status, `${what}\n${text.slice(0, 500)}`).toBeLessThan(500);
  expect(INSIDES.exec(text)?.[0], what).toBeUndefined();
  const { location } = headers;
  if (location && !what.includes("/sign-in/"))
    expect(new URL(location, shop.url).origin, `${what} leads to ${location}`).toBe(shop.url);
  if (headers["content-type"]?.startsWith("text/html"))
    expect(headers["referrer-policy"], what).toMatch(/^(same-origin|no-referrer)$/);
}
