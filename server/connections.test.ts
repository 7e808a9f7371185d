import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createClientSlots } from "./client-slots.ts";
import { type Fetch, listen } from "./listen.ts";
import { trustedProxies } from "./proxies.ts";
import { collectLines } from "../tests/log.ts";

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(fetch: Fetch, limits: Partial<Parameters<typeof listen>[1]> = {}) {
  server = await listen(
    { fetch },
    { host: "127.0.0.1", port: 0, log: collectLines([]), ...limits },
  );
}

function send(...requests: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  socket.write(requests.join(""));
  return socket;
}

const get = (path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n`;
const last = "Connection: close\r\n";
const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

test("requests of one connection are handled one after the other, and answered in their order", async () => {
  let inProgress = 0;
  let most = 0;
  await open(async (request) => {
    inProgress += 1;
    most = Math.max(most, inProgress);
    await new Promise((resolve) => setImmediate(resolve));
    inProgress -= 1;
    return new Response(new URL(request.url).pathname);
  });
  const paths = Array.from({ length: 20 }, (_, n) => `/page-${n}`);
  const socket = send(...paths.map((path) => get(path)), get("/last", last));
  expect((await text(socket)).match(/\/(page-\d+|last)(?=HTTP|$)/g)).toEqual([...paths, "/last"]);
  expect(most).toBe(1);
});

test("a connection with too many requests that wait is closed, and none of them is handled", async () => {
  const handled: string[] = [];
  await open((request) => {
    handled.push(request.url);
    return new Promise<Response>(() => undefined);
  });
  await closed(send(get("/page").repeat(1000)).resume());
  expect(handled).toEqual(["http://shop.example/page"]);
});

test("a client that takes nothing of a response is cut off", async () => {
  await open(() => new Response(Buffer.alloc(32 * 2 ** 20)), { stalledMs: 50 });
  const socket = send(get("/file"));
  await new Promise((resolve) => socket.once("readable", resolve));
  await expect.poll(openConnections).toBe(0);
  expect((await buffer(socket)).length).toBeLessThan(32 * 2 ** 20);
});

test("a response that takes long to make is not cut off", async () => {
  await open(
    async (_, { incoming }) => {
      await new Promise((resolve) => incoming.socket.once("timeout", resolve));
      return new Response("made");
    },
    { stalledMs: 50 },
  );
  expect(await text(send(get("/page", last)))).toMatch(/made$/);
});

test("one client has a limited number of connections, the others theirs", async () => {
  const slots = createClientSlots({ perClient: 2, total: 10 });
  await open(() => new Response("ok"), { slots });
  const first = send(get("/"));
  await new Promise((resolve) => first.once("data", resolve));
  const second = send();
  await expect.poll(openConnections).toBe(2);
  expect(await text(send(get("/", last)))).toBe("");
  second.destroy();
  await expect.poll(openConnections).toBe(1);
  expect(await text(send(get("/", last)))).toMatch(/ok$/);
});

test("behind a trusted proxy, requests in progress count for the client that it reports", async () => {
  const trusted = trustedProxies(["127.0.0.1"]);
  if (!trusted.ok) throw new Error();
  const slots = createClientSlots({ perClient: 1, total: 10 });
  const waiting: (() => void)[] = [];
  const fetch = () =>
    new Promise<Response>((resolve) => waiting.push(() => resolve(new Response("ok"))));
  await open(fetch, { slots, trusted: trusted.value });
  const from = (address: string) => text(send(get("/", `X-Forwarded-For: ${address}\r\n${last}`)));
  const first = from("203.0.113.1");
  await expect.poll(() => waiting.length).toBe(1);
  expect(await from("203.0.113.1")).toMatch(/^HTTP\/1\.1 429 .*\r\nretry-after: \d/s);
  const other = from("203.0.113.2");
  await expect.poll(() => waiting.length).toBe(2);
  for (const respond of waiting) respond();
  for (const response of [await first, await other]) expect(response).toMatch(/ok$/);
});

test("a request with two Host headers is refused before it is handled", async () => {
  const handled: string[] = [];
  await open((request) => {
    handled.push(request.url);
    return new Response("ok");
  });
  const socket = send(get("/", "Host: other.example\r\n"), get("/smuggled"));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(?!.*HTTP\/1)/s);
  expect(handled).toEqual([]);
});

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
