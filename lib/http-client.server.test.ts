import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { startServer } from "../tests/make.ts";
import {
  createHttpClient,
  type HttpClientOptions,
  MAX_RESPONSE_BYTES,
  redirectTarget,
} from "./http-client.server.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function host(answer: (...each: Parameters<RequestListener>) => unknown): Promise<string> {
  const { url, close } = await startServer((request, response) => {
    void answer(request, response);
  });
  closing.push(close);
  return url;
}
const get = (url: string, options: Partial<HttpClientOptions> = {}) =>
  createHttpClient({ timeoutMs: 10_000, ...options })(url);
const failure = (reason: string, detail: string) => ({
  ok: false,
  error: { host: expect.stringMatching(/^127\.0\.0\.1:\d+$/), reason, detail },
});
const tooLarge = failure("too-large", "a response of more than 2 MiB");
const late = failure("timeout", "no answer within 0.3 s");

/** Writes the chunk again and again, until the client closes the connection. */
function writeForever(response: ServerResponse, chunk: Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", write);
  write();
}
/** Counts connections that the host sees closed. */
function closedConnections() {
  let closed = 0;
  const count = (response: ServerResponse) =>
    response.on("close", () => {
      closed += 1;
    });
  return { count, closed: () => closed };
}

test("sends method, headers and body, and returns any status", async () => {
  const url = await host(async (request, response) => {
    const body = (await request.toArray()).join("");
    response.writeHead(404, { "x-of": String(request.headers["x-of"]) });
    response.end(`${request.method} ${request.headers["content-length"]} ${body}`);
  });
  const client = createHttpClient({ timeoutMs: 10_000 });
  const sent = await client(url, { method: "POST", headers: { "x-of": "shop" }, body: "ä" });
  if (!sent.ok) throw new Error(sent.error.detail);
  expect(sent.value).toMatchObject({ status: 404, headers: { "x-of": "shop" } });
  expect(sent.value.body.toString()).toBe("POST 2 ä");
});

describe("bytes", () => {
  const exact = Buffer.alloc(MAX_RESPONSE_BYTES, "x");

  test.each(["kept alive", "closed"])(
    "2 MiB are read, one byte more is not (connections %s)",
    async (kind) => {
      const client = createHttpClient({ timeoutMs: 10_000, keepAlive: kind === "kept alive" });
      const url = await host((request, response) => {
        response.end(request.url === "/more" ? Buffer.concat([exact, Buffer.from("x")]) : exact);
      });
      expect(await client(`${url}/`)).toMatchObject({ ok: true });
      expect(await client(`${url}/more`)).toEqual(tooLarge);
      expect(await client(`${url}/`)).toMatchObject({ ok: true });
    },
  );

  test.each(["kept alive", "closed"])("an endless body is broken off (%s)", async (kind) => {
    const connections = closedConnections();
    const url = await host((_request, response) => {
      connections.count(response);
      writeForever(response, Buffer.alloc(65_536));
    });
    expect(await get(url, { keepAlive: kind === "kept alive" })).toEqual(tooLarge);
    await expect.poll(connections.closed).toBe(1);
  });

  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])(
    "%s counts as inflated",
    async (encoding, compress) => {
      const bomb = compress(Buffer.alloc(48 * 1024 * 1024));
      expect(bomb.length).toBeLessThan(MAX_RESPONSE_BYTES);
      const url = await host((request, response) => {
        response.setHeader("content-encoding", encoding);
        response.end(request.url === "/bomb" ? bomb : compress(Buffer.from("ä".repeat(1000))));
      });
      expect(await get(`${url}/bomb`)).toEqual(tooLarge);
      const small = await get(url);
      expect(small.ok && small.value.body.toString()).toBe("ä".repeat(1000));
    },
    30_000,
  );

  test("compressed nothing without end is broken off", async () => {
    // An empty stored block of deflate (RFC 1951, 3.2.4), after a header of gzip (RFC 1952).
    const header = Buffer.from("1f8b0800000000000003", "hex");
    const empty = Buffer.concat(Array<Buffer>(10_000).fill(Buffer.from("000000ffff", "hex")));
    const url = await host((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.write(header);
      writeForever(response, empty);
    });
    expect(await get(url)).toEqual(tooLarge);
  });

  test("broken, unknown and repeated compression are errors", async () => {
    const url = await host((request, response) => {
      response.setHeader("content-encoding", String(request.url).slice(1).replace("-", ", "));
      response.end(Buffer.alloc(1000, "x"));
    });
    expect(await get(`${url}/gzip`)).toMatchObject({ error: { reason: "connection" } });
    const unsupported = failure("encoding", "a content encoding that is not supported");
    expect(await get(`${url}/zstd`)).toEqual(unsupported);
    expect(await get(`${url}/gzip-gzip`)).toEqual(unsupported);
  });

  test("the start of a long body is enough where that is accepted", async () => {
    const url = await host((_request, response) => writeForever(response, Buffer.alloc(100, "x")));
    const start = await get(url, { maxBytes: 250, acceptsPartialBody: true });
    expect(start.ok && start.value.body.toString()).toBe("x".repeat(250));
  });
});

describe("time", () => {
  test("a host that drips ends with the timeout, and so does one that says nothing", async () => {
    const timers = new Set<NodeJS.Timeout>();
    closing.push(() => timers.forEach(clearInterval));
    const url = await host((request, response) => {
      if (request.url === "/silent") return;
      response.writeHead(200);
      timers.add(setInterval(() => response.write("x"), 10));
    });
    for (const keepAlive of [true, false])
      for (const path of ["/silent", "/drip"])
        expect(await get(url + path, { timeoutMs: 300, keepAlive })).toEqual(late);
  });

  test("a host that drips its headers ends with the timeout", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("HTTP/1.1 200 OK\r\nx: ");
      const timer = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(timer));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
    const { port } = server.address() as { port: number };
    expect(await get(`http://127.0.0.1:${port}`, { timeoutMs: 300 })).toEqual(late);
  });

  test("the caller can abort", async () => {
    const controller = new AbortController();
    const url = await host(() => controller.abort());
    const client = createHttpClient({ timeoutMs: 10_000 });
    expect(await client(url, { signal: controller.signal })).toEqual(
      failure("aborted", "the request was aborted"),
    );
  });

  test("a closed port is an error with its code", async () => {
    const { url, close } = await startServer(() => undefined);
    await close();
    expect(await get(url)).toMatchObject({
      error: { reason: "connection", detail: expect.stringContaining("ECONNREFUSED") },
    });
  });
});

describe("redirects", () => {
  test("by default they are returned, whatever their target", async () => {
    let requests = 0;
    const url = await host((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: "/" }).end();
    });
    expect(await get(url)).toMatchObject({ ok: true, value: { status: 302 } });
    expect(requests).toBe(1);
  });

  test("a loop ends after the maximum", async () => {
    let requests = 0;
    const url = await host((_request, response) => {
      requests += 1;
      response.writeHead(301, { location: "/" }).end();
    });
    expect(await get(url, { maxRedirects: 3 })).toEqual(
      failure("redirect", "more than 3 redirects"),
    );
    expect(requests).toBe(4);
  });

  test.each(["file:///etc/passwd", "ftp://127.0.0.1/", "data:,x", "http://[", "javascript:1"])(
    "none leads to %s",
    async (location) => {
      const url = await host((_request, response) => response.writeHead(302, { location }).end());
      expect(await get(url, { maxRedirects: 3 })).toMatchObject({ error: { reason: "redirect" } });
    },
  );

  test("none leads from https to http", () => {
    const secure = new URL("https://shop.example/a");
    expect(redirectTarget("http://shop.example/a", secure)).toEqual({
      ok: false,
      error: "a redirect from https to http",
    });
    expect(redirectTarget("//other.example/b", secure)).toMatchObject({
      value: { href: "https://other.example/b" },
    });
    expect(redirectTarget("https://shop.example/a", new URL("http://shop.example/a")).ok).toBe(
      true,
    );
  });

  test("a GET follows to another host without its headers, within one timeout; a POST does not", async () => {
    let secret: string | undefined;
    const target = await host((request, response) => {
      secret = request.headers.authorization;
      response.end("there");
    });
    const url = await host((_request, response) =>
      response.writeHead(307, { location: target }).end(),
    );
    const client = createHttpClient({ timeoutMs: 10_000, maxRedirects: 1 });
    const headers = { authorization: "Basic secret" };
    const sent = await client(url, { headers });
    expect(sent.ok && sent.value.body.toString()).toBe("there");
    expect(secret).toBeUndefined();
    expect(await client(url, { method: "POST", body: "x", headers })).toMatchObject({
      value: { status: 307 },
    });
  });
});
