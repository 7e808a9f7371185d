import { expect, test, vi } from "vitest";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

/** Sends a request from this network address; a stream is left at once. */
async function statusOf(app: TestApp, path: string, init: RequestInit, from: string) {
  const headers = new Headers(init.headers);
  headers.set("origin", app.url);
  headers.set("x-forwarded-for", from);
  const response = await app.fetch(path, { ...init, headers });
  await response.body?.cancel();
  return response.status;
}

test("HEAD is answered without a stream", async () => {
  const app = await openTestApp();
  const { id } = await placeOrder(app);
  const response = await app.fetch(`/live/order/${id}`, { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(app.openStreams()).toBe(0);
});

test("order ids are limited like on the order's page, also by HEAD; those who may see all of an order are not", async () => {
  const app = await openTestApp();
  const { id, buyer } = await placeOrder(app);
  const look = (path: string, init: RequestInit = {}) => statusOf(app, path, init, "203.0.113.9");
  const owner = app.visitor();
  const unlocked = await owner.post("/track-order", { orderId: id, email: buyer.email });
  expect(unlocked.status).toBe(302);
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  // Again if a new window of the limit has begun in between.
  await vi.waitFor(
    async () => {
      const guesses = Array.from({ length: 60 }, (_, n) =>
        look(`/live/order/WRONG${10 + n}`, { method: n % 2 === 0 ? "GET" : "HEAD" }),
      );
      const statuses = await Promise.all(guesses);
      expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(20);
      // A known id has the same response as an unknown one.
      expect(await look(`/live/order/${id}`)).toBe(429);
    },
    { timeout: 60_000, interval: 100 },
  );
  const refused = await app.fetch(`/track-order?orderId=${id}`, {
    headers: { "x-forwarded-for": "203.0.113.9" },
  });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("Too many attempts");
  expect(await look(`/live/order/${id}`, { headers: { cookie } })).toBe(200);
  expect(await look(`/track-order?orderId=${id}`, { headers: { cookie } })).toBe(200);
});

test("300 guesses of an order's email at once are limited", async () => {
  const app = await openTestApp();
  const { id, buyer } = await placeOrder(app);
  const guess = (email: string, from: string) =>
    statusOf(
      app,
      "/track-order",
      { method: "POST", body: new URLSearchParams({ orderId: id, email }) },
      from,
    );
  const statuses = await Promise.all(
    Array.from({ length: 300 }, (_, n) => guess(`wrong${n}@example.com`, "203.0.113.10")),
  );
  // 20 in a window, of which a second one may have begun.
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(40);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(260);
  expect(await guess(buyer.email, "203.0.113.11")).toBe(302);
});

test("posts of other origins are rejected", async () => {
  const app = await openTestApp();
  const post = async (path: string, headers: Record<string, string>) => {
    const body = new URLSearchParams({ packageId: "1", email: "mira@example.com" });
    return (await app.fetch(path, { method: "POST", body, headers })).status;
  };
  const elsewhere = { origin: "https://elsewhere.example" };
  expect(await post("/checkout", elsewhere)).toBe(403);
  expect(await post("/checkout", {})).toBe(403);
  expect(await post("/newsletter", elsewhere)).toBe(403);
  expect(await post("/newsletter/confirm?id=1", elsewhere)).toBe(403);
});

test("customers can neither see nor create API keys", async () => {
  const app = await openTestApp();
  await app.account();
  const { visitor: customer } = await app.account();
  const seen = await customer.request("/admin/api-keys");
  expect([seen.status, seen.headers.location]).toEqual([302, "/"]);
  const fields = { intent: "create", name: "Mine", scopes: "orders:read", lifetime: "never" };
  const made = await customer.post("/admin/api-keys", fields);
  expect([made.status, made.headers.location]).toEqual([302, "/"]);
  expect(made.text).not.toContain("satchel_test_");
});

test("clients without access to an order's invoice are redirected to its page, whether it exists or not", async () => {
  const app = await openTestApp();
  const { visitor: admin } = await app.account();
  const { id } = await placeOrder(app);
  const stranger = app.visitor();
  for (const orderId of [id, "ZZZZZZZ"]) {
    const response = await stranger.request(`/orders/${orderId}/invoice`);
    expect([response.status, response.headers.location]).toEqual([
      302,
      `/track-order?orderId=${orderId}`,
    ]);
  }
  const first = await admin.request(`/orders/${id}/invoice`);
  expect(first.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="proforma-${id}.pdf"`,
    "cache-control": "no-store",
  });
});
