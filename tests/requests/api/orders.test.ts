import { expect, test } from "vitest";
import type { PublicOrder } from "#shop/order-list/order-columns.ts";
import type { PublicEvent } from "#shop/orders/public-event.ts";
import { recordOutputs } from "#shop/payments/outputs.server.ts";
import { defaultPaymentPolicy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { makeKey } from "../../api-keys.ts";
import { seenOutput } from "../../make.ts";
import { openTestApp, type TestApp } from "../open-app.ts";
import { placeOrder } from "../place-order.ts";
import { type ApiResponse, ApiClient } from "./api-client.ts";

const orderIn = ({ json }: ApiResponse) => json as PublicOrder & { events: PublicEvent[] };
const pageIn = ({ json }: ApiResponse) => json as { orders: PublicOrder[]; next: string | null };

async function openFor(app: TestApp) {
  const { visitor: admin } = await app.account();
  const key = await makeKey(admin, ["orders:read", "orders:write"], { name: "Delivery" });
  return { admin, program: new ApiClient(app, key) };
}

test("an order is read and delivered once, and records the key", async () => {
  const app = await openTestApp();
  const { admin, program } = await openFor(app);
  const { id, buyer, address, sats } = await placeOrder(app);
  const now = new Date();
  await recordTip(app.db, { height: 106, hash: "block-106" }, now);
  const outputs = [seenOutput(sats, { height: 101, time: now })];
  const paid = {
    address,
    outputs,
    complete: true,
    rateCents: null,
    policy: defaultPaymentPolicy,
    now,
  };
  await recordOutputs(app.db, paid);
  expect(pageIn(await program.request("/orders?status=processing")).orders).toHaveLength(1);

  const read = await program.request(`/orders/${id.toLowerCase()}`);
  const before = orderIn(read);
  expect(before).toMatchObject({
    id,
    status: "processing",
    paymentStatus: "paid",
    paymentMethod: "bitcoin",
    paymentWay: "chain",
    package: { id: "2", coins: 350, priceCents: 1499 },
    tiktokUsername: buyer.username,
    email: buyer.email,
    totalCents: 1499,
    currency: "USD",
  });
  expect(read.headers.etag).toBe(`"${before.version}"`);

  const done = await program.patch(`/orders/${id}`, { status: "completed" });
  expect(orderIn(done)).toMatchObject({ status: "completed", version: before.version + 1 });
  // Retried as after a lost response: nothing happens twice.
  const again = await program.patch(
    `/orders/${id}`,
    { status: "completed" },
    { "if-match": '"1"' },
  );
  expect([again.status, orderIn(again)]).toEqual([200, orderIn(done)]);
  const { events } = orderIn(await program.request(`/orders/${id}`));
  expect(events.at(-1)).toMatchObject({ to: "completed", by: "api-key", key: "Delivery" });
  expect(events.filter(({ to }) => to === "completed")).toHaveLength(1);
  const mails = await app.mailsTo(buyer.email);
  expect(mails.filter(({ template }) => template === "order-completed")).toHaveLength(1);

  expect((await admin.request(`/admin/orders/${id}`)).text).toContain("API key Delivery");
  const log = (await admin.request("/admin/audit?kind=order")).text;
  expect(log).toContain("API key Delivery");
  expect((await admin.request("/admin/audit?kind=api-key")).text).toContain("made API key");
});

test("a stale version is rejected, and so is one of two concurrent writes", async () => {
  const app = await openTestApp();
  const { program } = await openFor(app);
  const { id } = await placeOrder(app);
  const set = (status: string, match: string) =>
    program.patch(`/orders/${id}`, { status }, { "if-match": match });

  expect((await set("processing", '"1"')).status).toBe(200);
  const stale = await set("completed", '"1"');
  expect([stale.status, stale.json]).toMatchObject([412, { type: "/api#stale" }]);
  expect((await set("completed", "2")).status, "not quoted").toBe(412);
  expect((await set("completed", '"1-gzip"')).status, "compressed by a proxy").toBe(412);
  const both = await Promise.all([set("completed", '"2"'), set("rejected", '"1", "2"')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  expect((await set("pending", "*")).status).toBe(200);
  expect((await set("processing", '"4-gzip"')).status, "compressed by a proxy").toBe(200);
  const reason = "The account does not exist";
  const rejected = await program.patch(`/orders/${id}`, { status: "rejected", reason });
  expect(orderIn(rejected)).toMatchObject({ statusReason: reason });
});

test("a paginated list has each order once while new ones are placed", async () => {
  const app = await openTestApp();
  const { program } = await openFor(app);
  const before: string[] = [];
  for (let i = 0; i < 7; i += 1) before.push((await placeOrder(app)).id);

  for (const sort of ["newest", "oldest", "updated"]) {
    const seen: string[] = [];
    let path = `/orders?limit=3&sort=${sort}`;
    for (;;) {
      const { orders, next } = pageIn(await program.request(path));
      seen.push(...orders.map(({ id }) => id));
      if (next === null) break;
      path = `/orders?limit=3&sort=${sort}&cursor=${encodeURIComponent(next)}`;
      await placeOrder(app);
      expect(seen.length, "it comes to an end").toBeLessThan(60);
    }
    expect(seen, sort).toHaveLength(new Set(seen).size);
    expect(seen, sort).toEqual(expect.arrayContaining(before));
  }
  const { next } = pageIn(await program.request("/orders?limit=3&sort=newest"));
  const mixed = await program.request(
    `/orders?sort=oldest&cursor=${encodeURIComponent(next ?? "")}`,
  );
  expect(mixed.status, "a cursor holds for its own sort").toBe(422);
});

test("requests are rate limited by key and by IP address", async () => {
  const app = await openTestApp();
  const { admin, program } = await openFor(app);
  const other = new ApiClient(app, await makeKey(admin, ["packages:read"], { name: "Other" }));
  // A new minute may begin in between, which allows up to twice as many.
  let last = await program.request("/orders?limit=1");
  for (let i = 0; i < 620 && last.status === 200; i += 1)
    last = await program.request("/orders?limit=1");
  expect([last.status, last.json]).toMatchObject([429, { type: "/api#too-many-requests" }]);
  expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(last.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(last.headers["ratelimit-remaining"]).toBe("0");
  expect((await other.request("/packages")).status, "another key").toBe(200);

  // All from one IP address.
  const requestWith = async (key: string) =>
    app.fetch(`/api/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
  let refused = await requestWith("nothing");
  for (let i = 0; i < 250 && refused.status === 401; i += 1) refused = await requestWith("nothing");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
