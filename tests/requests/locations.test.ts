import { once } from "node:events";
import { Agent, get as request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "#server/listen.ts";
import { address, requestPath } from "../addresses-elsewhere.ts";
import { collectLines } from "../log.ts";
import { runs } from "../runs.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

/** Opens the shop on a port, since a `Request` would have parsed the paths already. */
async function openOnPort(app: TestApp) {
  const server = await listen(
    { fetch: app.handle },
    { host: "127.0.0.1", port: 0, log: collectLines([]) },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (path: string, headers: Record<string, string> = {}) => {
    const sent = request({ host: "127.0.0.1", port, path, agent, headers });
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await text(response),
    };
  };
}

const SHOP = "http://shop.test";

test.each([
  "/language?next=/.//evil.example",
  "/currency?next=/de//evil.example",
  "/de/currency?next=/.//evil.example",
  "/de/%5Cevil.example/x.txt",
  "/de//evil.example/..//x.txt",
])("%s stays in the shop", async (path) => {
  const open = await openOnPort(await openTestApp());
  const { status, headers, body } = await open(path, { "sec-fetch-dest": "document" });
  expect([301, 302, 308], `${status} ${body}`).toContain(status);
  expect(new URL(headers.location ?? "", SHOP).origin).toBe(SHOP);
  expect(headers["content-security-policy"]).toBeDefined();
});

test.each(["/de/%09/evil.example/x.txt", "/de/%7f/x.txt", "/de/%09/%2F"])(
  "%s, with control characters, is no address",
  async (path) => {
    const open = await openOnPort(await openTestApp());
    const { status, headers } = await open(path, { "sec-fetch-dest": "document" });
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(headers["content-security-policy"]).toBeDefined();
  },
);

test("no path leads out of the shop or is an error of the server", async () => {
  const app = await openTestApp();
  const { id } = await placeOrder(app);
  const open = await openOnPort(app);
  /** What redirects by a parameter, by its path, or by its language. */
  const ways = [
    (path: string) => path,
    (path: string) => `/de${path}`,
    (path: string) => `/orders/${id}${path}`,
    ...["/language", "/currency", "/de/currency", "/change-password", "/sign-in/facebook"].map(
      (route) => (path: string) => `${route}?to=es&next=${path}`,
    ),
    (path: string) => `/track-order?orderId=${path}`,
    (path: string) => `/?code=${path}`,
    (path: string) => `/es/account${path}`,
    (path: string) => `/admin${path}`,
  ];
  const typed = address.map((text) => encodeURIComponent(text.toWellFormed()));
  let redirects = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ways),
      fc.oneof(requestPath, typed),
      fc.constantFrom("document", "empty"),
      async (way, path, dest) => {
        const headers = { "sec-fetch-dest": dest, "accept-language": "es" };
        const { status, headers: sent, body } = await open(way(path), headers);
        expect(status, body.slice(0, 300)).toBeLessThan(500);
        if (sent.location === undefined) return;
        redirects += 1;
        const { origin, host } = new URL(sent.location, SHOP);
        if (host !== "dialog.test") expect(origin, sent.location).toBe(SHOP);
      },
    ),
    { numRuns: runs(20_000) },
  );
  expect(redirects).toBeGreaterThan(runs(20_000) / 10);
});
