import { execFileSync } from "node:child_process";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
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
  // The timeout of headers is 10 seconds, checked every 5.
  await expect.poll(open, { timeout: 60_000, intervals: [500] }).toBe(0);
  clearInterval(letters);
  const slowest = Math.round(Math.max(...times));
  console.table({
    "files allowed": files,
    "connections held": count,
    "slowest page (ms)": slowest,
  });
  expect(slowest).toBeLessThan(10_000);
});

test("a form that arrives one byte per second times out", async ({ ownShop }) => {
  test.skip(!FULL, "takes as long as the server's timeout: npm run test:hostile");
  test.setTimeout(120_000);
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
