import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { users } from "#shop/accounts/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { makeKey } from "../api-keys.ts";
import { placesOf } from "./hostile/site-map.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";
import { teamMember } from "./team-member.ts";
import type { Visitor } from "../visitor.ts";

/** Whether the price of the package stands in a page, or among the values of a data request. */
function showsPrice(text: string): boolean {
  if (text.includes("14.99")) return true;
  if (!text.startsWith("[")) return false;
  // The numbers inside its lists and objects are no values, but name places of the outermost list.
  const values = JSON.parse(text.split("\n", 1)[0] ?? "") as unknown[];
  return values.includes(1499);
}

/** The paths of the back office that one who delivers may open, and those to which they may post. */
const opened = [
  "/admin/deliver",
  "/admin/deliver/orders",
  "/admin/deliver/orders/ORDER",
  "/admin/send-to",
  "/admin/changelog",
  "/admin/search",
];
const posted = ["/admin/deliver", "/admin/deliver/orders/ORDER", "/admin/send-to"];

test("a helper delivers 20 orders, sees no email and no amount, and reaches nothing else", async () => {
  const app = await openTestApp();
  const owner = await app.account();
  const { visitor: helper, email: own } = await teamMember(app, "delivery");
  const placed = [];
  for (let n = 0; n < 20; n += 1) placed.push(await placeOrder(app));
  await app.db.update(orders).set({ status: "processing", paymentStatus: "paid" });
  const [first] = placed;
  if (!first) throw new Error("no order was placed");
  await owner.visitor.post(`/admin/orders/${first.id}`, { intent: "message", text: "Hello." });

  const seen: string[] = [];
  for (const path of opened)
    for (const suffix of ["", ".data"]) {
      const target = path.replace("ORDER", first.id) + suffix;
      const search = path.endsWith("/search") ? `?q=${first.buyer.username}` : "";
      const { status, text } = await helper.request(`${target}${search}`);
      expect(status, target).toBe(200);
      seen.push(text);
    }
  expect(seen.join("\n")).toContain(first.buyer.username);
  expect(seen.join("\n")).toContain("Hello.");
  // Their own address is in the menu, the shop's in the footer.
  const text = seen.join("\n").replaceAll(own, "").replaceAll("support@satchel.example", "");
  expect([...text.matchAll(/[\w.+-]+@[\w-]+\.[\w.]+/g)].map(String)).toEqual([]);
  expect(seen.filter(showsPrice)).toEqual([]);
  for (const search of [first.buyer.email, "example.com"]) {
    const query = `?q=${encodeURIComponent(search)}`;
    for (const path of ["/admin/search.data", "/admin/deliver/orders.data"])
      expect((await helper.request(path + query)).text.includes(first.id), path).toBe(false);
  }

  for (const { id } of placed) {
    const done = await helper.post("/admin/deliver", {
      ...{ intent: "complete", id, version: await versionOf(app, id) },
      confirmed: "on",
    });
    expect([id, done.status]).toEqual([id, 200]);
  }
  expect(await app.db.$count(orders, eq(orders.status, "completed"))).toBe(20);

  await expectClosed(helper, first.id, { opened, posted });
  const stored = () => app.db.select().from(orders).orderBy(orders.id);
  const before = await stored();
  const { id } = first;
  const forms: Record<string, string>[] = [
    { intent: "delete", version: "1" },
    { intent: "status", version: "1", status: "pending" },
    { intent: "record", method: "bank_transfer", amount: "1", reference: "x", day: "2026-11-20" },
  ];
  for (const form of forms) {
    expect((await helper.post(`/admin/deliver/orders/${id}`, form)).status).toBe(400);
    expect((await helper.post(`/admin/orders/${id}`, form)).status).toBe(403);
  }
  const version = await versionOf(app, id);
  const late = await helper.post("/admin/deliver", { intent: "reject", id, version, reason: "" });
  expect(late.status).toBe(409);
  expect(await stored()).toEqual(before);
  expect((await helper.request(`/orders/${id}/invoice`)).status).toBe(302);
});

test("a bookkeeper reaches reports, exports, bank and review, and nothing else", async () => {
  const app = await openTestApp();
  await app.account();
  const { visitor } = await teamMember(app, "bookkeeper");
  const { id } = await placeOrder(app);
  const open = ["/admin/reports", "/admin/review", "/admin/review/ORDER", "/admin/bank"];
  for (const path of open) {
    const { status, text } = await visitor.request(path.replace("ORDER", id));
    expect(status, path).toBe(200);
    // A link would lead to a refusal.
    const links = [...text.matchAll(/href="(\/admin[^"?#]*)/g)].map(([, to]) => to);
    for (const link of new Set(links)) {
      const { status } = await visitor.request(link ?? "");
      expect([200, 302], `${link} on ${path}`).toContain(status);
    }
  }
  const file = await visitor.post(
    "/admin/reports/export?period=custom&from=2020-01-01&to=2029-12-31",
    {},
  );
  expect([file.status, file.text.includes(id)]).toEqual([200, true]);
  expect((await visitor.request(`/orders/${id}/invoice`)).status).toBe(200);
  await expectClosed(visitor, id, {
    opened: [
      ...open,
      "/admin/review/receipts/1",
      "/admin/reports/figures",
      "/admin/reports/vat",
      "/admin/reports/vat/figures",
      "/admin/reports/export",
      "/admin/orders/export",
      "/admin/send-to",
      "/admin/changelog",
      "/admin/search",
    ],
    posted: [
      "/admin/send-to",
      "/admin/bank",
      "/admin/review",
      "/admin/review/ORDER",
      "/admin/review/receipts/1",
      "/admin/reports/export",
      "/admin/orders/export",
    ],
  });
});

test("the end of a role ends open streams within a second, and the rights of keys", async () => {
  const app = await openTestApp();
  const owner = await app.account();
  const member = await teamMember(app, "admin");
  const key = await makeKey(member.visitor, ["orders:read", "packages:read"]);
  const api = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await app.visitor().request(`/api/v1${path}`, { headers })).status;
  };
  expect([await api("/orders"), await api("/packages")]).toEqual([200, 200]);
  const cookie = [...member.visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const stream = await app.fetch("/live/admin", { headers: { cookie } });
  const read = stream.text();
  await vi.waitFor(() => expect(app.openStreams()).toBe(1));

  const [user] = await app.db.select().from(users).where(eq(users.email, member.email));
  const end = { intent: "end", userId: user?.id ?? "", seen: "admin" };
  const ended = await owner.visitor.post("/admin/team", end);
  expect(ended.status).toBe(302);
  const since = performance.now();
  // A change after the end.
  await placeOrder(app);
  expect(await read).not.toContain("change");
  expect(performance.now() - since).toBeLessThan(1000);
  await vi.waitFor(() => expect(app.openStreams()).toBe(0));
  expect([await api("/orders"), await api("/packages")]).toEqual([401, 401]);
  expect((await member.visitor.request("/admin/deliver.data")).text).toContain("/login");
  expect((await app.fetch("/live/admin", { headers: { cookie } })).status).toBe(404);
  const log = (await owner.visitor.request("/admin/audit")).text;
  expect(log).toContain("Owner");
});

/** Returns the version that the form of an order states. */
async function versionOf(app: TestApp, id: string): Promise<string> {
  const [order] = await app.db.select().from(orders).where(eq(orders.id, id));
  return String(order?.version);
}

/** Expects that all other routes of the back office, also as data and by post, are refused. */
async function expectClosed(
  visitor: Visitor,
  orderId: string,
  open: { opened: readonly string[]; posted: readonly string[] },
): Promise<void> {
  const pathOf = (path: string) => path.replace("ORDER", orderId);
  const opened = new Set(open.opened.map(pathOf));
  const posted = new Set(open.posted.map(pathOf));
  const parameters = {
    ...{ orderId, subject: orderId, receiptId: "1", email: "x@example.com", id: "1" },
    ...{ page: "bitcoin", name: "lightning", provider: "google" },
    ...{ deliveryId: "00000000-0000-0000-0000-000000000000", "*": "nothing" },
  };
  const places = placesOf(parameters).filter(({ path }) => /^\/admin(\/|$)/.test(path));
  expect(places.length).toBeGreaterThan(40);
  for (const { path } of places) {
    if (path === "/admin" || path === "/admin/nothing") continue;
    if (!opened.has(path))
      for (const suffix of ["", ".data"]) {
        const { status, text } = await visitor.request(path + suffix);
        expect(status, path + suffix).toBe(403);
        expect(showsPrice(text), path + suffix).toBe(false);
      }
    if (!posted.has(path)) {
      const { status } = await visitor.post(path, { intent: "delete" });
      expect([403, 405], `POST ${path}`).toContain(status);
    }
  }
}
