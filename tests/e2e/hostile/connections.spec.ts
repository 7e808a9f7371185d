import { execFileSync } from "node:child_process";
import { request } from "node:http";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { platform } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { placesOf } from "../../requests/hostile/site-map.ts";
import { expect, test } from "../shop.ts";
import type { Shop } from "../shop-process.ts";

const FULL = process.env.HOSTILE === "full";
/** The file descriptors that this process needs itself. */
const OWN_FILES = 1000;
const WANTED = FULL ? 10_000 : 1000;

test("thousands of silent or slow connections do not delay others", async ({ ownShop }) => {
  test.setTimeout(240_000);
  const shop = await ownShop();
  const files = Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" })) || Infinity;
  const count = Math.min(WANTED, files - OWN_FILES);
  const idle = await connectAll(shop, count);
  const slowSockets = idle.filter((_, index) => index % 10 === 0);
  for (const socket of slowSockets) socket.write("GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ");
  const letters = setInterval(() => {
    for (const socket of slowSockets) if (socket.writable) socket.write("x");
  }, 1000);

  const times: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const began = performance.now();
    const response = await fetch(`${shop.url}/`, { headers: { connection: "close" } });
    expect(response.status).toBe(200);
    await response.text();
    times.push(performance.now() - began);
  }
  const open = () => idle.filter((socket) => !socket.destroyed).length;
  // The timeout of headers is 10 seconds, checked every 5. A connection that the kernel dropped from a full queue looks
  // open until something is written to it.
  const left = () => {
    for (const socket of idle) if (socket.writable) socket.write("x");
    return open();
  };
  await expect.poll(open, { timeout: 30_000, intervals: [500] }).toBeLessThan(count / 10);
  await expect.poll(left, { timeout: 60_000, intervals: [5000] }).toBe(0);
  clearInterval(letters);
  const slowest = Math.round(Math.max(...times));
  console.table({
    "files allowed": files,
    "connections held": count,
    "slowest page (ms)": slowest,
  });
  expect(slowest).toBeLessThan(10_000);
});

test("pipelined requests of clients that read nothing are cut off, and leave neither descriptors nor memory", async ({
  ownShop,
}) => {
  test.skip(!FULL, "takes as long as the server's timeout: npm run test:hostile");
  test.skip(platform() !== "linux", "counts the descriptors in /proc");
  test.setTimeout(240_000);
  const shop = await ownShop();
  const home = await (await fetch(`${shop.url}/`)).text();
  const [script] = /\/assets\/framework-[\w-]+\.js/.exec(home) ?? [];
  if (!script) throw new Error("the home page names no script");
  // V8 grows the heap of a shop that has many visitors.
  for (let n = 0; n < 1000; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${shop.url}/track-order`)).text()),
    );
  const before = usageOf(shop);
  const figures = { before };
  // The longest file, as often as may wait and more often; a page that is cached and one that is rendered.
  for (const { path, count } of [
    { path: script, count: 30 },
    { path: script, count: 200 },
    { path: "/", count: 30 },
    { path: "/track-order", count: 10 },
  ]) {
    const sockets = await connectAll(shop, 100);
    await expect.poll(() => usageOf(shop).files).toBeGreaterThan(before.files + 90);
    for (const socket of sockets)
      socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(count));
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    const during = usageOf(shop);
    // Pages are short enough for the buffers of the system: their connections stay open, as idle ones.
    if (path !== script) for (const socket of sockets) socket.destroy();
    await expect
      .poll(() => usageOf(shop).files, { timeout: 60_000, intervals: [500] })
      .toBeLessThanOrEqual(before.files + 50);
    await expect
      .poll(() => usageOf(shop).memory, { timeout: 60_000, intervals: [500] })
      .toBeLessThanOrEqual(before.memory * 1.2);
    Object.assign(figures, {
      [`during ${count} ${path}`]: during,
      [`after ${count} ${path}`]: usageOf(shop),
    });
    for (const socket of sockets) socket.destroy();
  }
  console.table(figures);
});

test("a form that arrives one byte per second times out", async ({ ownShop }) => {
  test.skip(!FULL, "takes as long as the server's timeout: npm run test:hostile");
  const shop = await ownShop();
  const [socket] = await connectAll(shop, 1);
  if (!socket) throw new Error("not connected");
  let said = "";
  socket.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  socket.write(
    `POST /login HTTP/1.1\r\nHost: ${new URL(shop.url).host}\r\nOrigin: ${shop.url}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n`,
  );
  const letters = setInterval(() => {
    if (socket.writable) socket.write("e");
  }, 1000);
  await expect.poll(() => socket.destroyed, { timeout: 60_000 }).toBe(true);
  clearInterval(letters);
  // Aborted by the timeout, and not for another reason.
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

test("forms that break off have no effect", async ({ shop }) => {
  const parameters = { orderId: "A", email: "a", id: "new", subject: "a", provider: "google" };
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": "5000",
    origin: shop.url,
  };
  for (const { path, hasAction } of placesOf(parameters))
    if (hasAction) await breakOff(shop, path, { headers, body: "email=a" });
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
});

/** Returns the open descriptors of a shop and its resident memory in MiB. */
function usageOf(shop: Shop): { files: number; memory: number } {
  const process = `/proc/${shop.pid}`;
  const [, resident] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`${process}/status`, "utf8")) ?? [];
  return {
    files: readdirSync(`${process}/fd`).length,
    memory: Math.round(Number(resident) / 1024),
  };
}

/** Begins to post a form, and disconnects before it is complete. */
async function breakOff(
  shop: Shop,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<void> {
  const { hostname, port } = new URL(shop.url);
  const outgoing = request({ hostname, port, path, method: "POST", headers, agent: false });
  outgoing.on("error", () => undefined);
  await new Promise<void>((sent) => outgoing.write(body, () => sent()));
  outgoing.destroy();
}

/** Opens connections, a few hundred at a time because of the listen backlog. */
async function connectAll(shop: Shop, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(shop.url);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(200, count - sockets.length) }, () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on("error", () => undefined);
      // Reads all data, so that the end is noticed.
      socket.resume();
      return socket;
    });
    await Promise.all(batch.map((socket) => new Promise((done) => socket.once("connect", done))));
    sockets.push(...batch);
    await delay(5);
  }
  return sockets;
}
