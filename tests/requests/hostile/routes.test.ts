import { expect, test, vi } from "vitest";
import type { Visitor } from "../../visitor.ts";
import { openTestApp } from "../open-app.ts";
import { placeOrder, valueOf } from "../place-order.ts";
import { expectDecent } from "./decent.ts";
import { census, countsIn, placesOf } from "./site-map.ts";

const FULL = process.env.HOSTILE === "full";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
const TIMEOUT_MS = FULL ? 1_800_000 : 360_000;
vi.setConfig({ testTimeout: TIMEOUT_MS });
const GUARDED = /^\/(admin|account)(\/|$|\.data)|^\/orders($|\.data)/;

/** Opens a shop with an order, for intruders; returns it with its paths, what must not be revealed, and how to send. */
async function openTarget() {
  const app = await openTestApp();
  const admin = await app.account();
  const customer = await app.account();
  const order = await placeOrder(app, { email: customer.email });
  const secrets = [customer.email, order.buyer.username, admin.email];
  const parameters = {
    orderId: order.id,
    email: encodeURIComponent(customer.email),
    id: "1",
    provider: "google",
    subject: "00000000-0000-4000-8000-000000000000",
  };
  const paths = placesOf(parameters).flatMap(({ path }) =>
    FULL ? [path, `${path.split("?")[0]}.data`] : [path],
  );
  const send = async (who: string, stranger: Visitor, path: string, method: string) => {
    const answer = await stranger.twin().request(path, { method, headers: { origin: app.url } });
    const what = `${method} ${path} with ${who} credentials: ${answer.status}`;
    expectDecent(app.url, answer, what);
    return { answer, what };
  };
  return { app, admin, secrets, paths, send };
}

type Target = Awaited<ReturnType<typeof openTarget>>;

/** Sends requests with invalid credentials, and expects that they reveal and store nothing. */
async function expectRefused(
  { app, secrets, paths, send }: Target,
  intruders: Record<string, Visitor>,
  { methods, guardedOnly = false }: { methods: readonly string[]; guardedOnly?: boolean },
): Promise<void> {
  // The start of a social sign-in is stored for anyone.
  const refused = paths.filter(
    (path) => !path.startsWith("/sign-in/") && (!guardedOnly || GUARDED.test(path)),
  );
  const before = countsIn(await census(app.db));
  for (const [who, stranger] of Object.entries(intruders)) {
    for (const path of refused) {
      for (const method of methods) {
        const { answer, what } = await send(who, stranger, path, method);
        for (const secret of secrets) expect(answer.text.includes(secret), what).toBe(false);
        if (!GUARDED.test(path)) continue;
        expect([202, 302, 400, 404, 405, 415, 501], what).toContain(answer.status);
        if (answer.status === 302) expect(answer.headers.location, what).toMatch(/^\/login/);
      }
    }
  }
  expect(countsIn(await census(app.db)), "nothing of all this is stored").toEqual(before);
}

test("every route by every method with missing credentials", async () => {
  const target = await openTarget();
  await expectRefused(target, { missing: target.app.visitor() }, { methods: METHODS });
});

test("every route by every method with the credentials of an ended session", async () => {
  const target = await openTarget();
  const { visitor } = await target.app.account();
  const ended = visitor.twin();
  await visitor.post("/sign-out", {});
  await expectRefused(target, { ended }, { methods: METHODS });
});

test("every guarded route with forged credentials", async () => {
  const target = await openTarget();
  await expectRefused(target, forgeries(target.admin.visitor), {
    methods: FULL ? METHODS : ["GET", "POST"],
    guardedOnly: !FULL,
  });
});

test("every route by every method with another customer's credentials", async () => {
  const { app, admin, secrets, paths, send } = await openTarget();
  const other = await app.account();
  for (const path of paths.filter((one) => one !== "/sign-out")) {
    for (const method of METHODS) {
      const { answer, what } = await send("another customer's", other.visitor, path, method);
      for (const secret of secrets) expect(answer.text.includes(secret), what).toBe(false);
      if (path.startsWith("/admin") && GUARDED.test(path))
        expect(answer.status, what).not.toBe(200);
      if (FULL) await send("an administrator's", admin.visitor, path, method);
    }
  }
});

/** Invalid sessions: an administrator's with one changed letter, random, and binary. */
function forgeries(admin: Visitor): Record<string, Visitor> {
  const forged = (change: (value: string) => string) => {
    const stranger = admin.twin();
    for (const [name, value] of stranger.cookies) stranger.cookies.set(name, change(value));
    return stranger;
  };
  const unsigned = (value: string) => value.split(".")[0] ?? "";
  return {
    unsigned: forged(unsigned),
    "wrongly signed": forged((value) => `${unsigned(value)}.${"A".repeat(43)}%3D`),
    "made up": forged(() => "x".repeat(64)),
    "half a letter": forged((value) => `${value.slice(0, -4)}%E0%A4`),
    NUL: forged((value) => `%00${value}`),
    prototype: forged(() => "__proto__.__proto__"),
    endless: forged(() => "y".repeat(8000)),
  };
}

test("other users' ids give no access", async () => {
  const app = await openTestApp();
  const admin = await app.account();
  const owner = await app.account();
  const elsewhere = app.visitor();
  await elsewhere.post("/login", { email: owner.email, password: owner.password });
  const order = await placeOrder(app, { email: owner.email });
  const buyer = app.visitor();
  await buyer.post("/checkout", { intent: "select", packageId: "2" });
  const account = { tiktokUsername: "foreign.checkout", tiktokUid: "", email: "me@example.com" };
  await buyer.post("/checkout", { intent: "account", ...account });
  const checkoutId = valueOf((await buyer.request("/checkout?step=confirm")).text, "checkoutId");
  const sessionId = valueOf((await owner.visitor.request("/account/sessions")).text, "sessionId");

  const { visitor: other, password } = await app.account();
  const attempts: [string, Record<string, string>][] = [
    ["/checkout", { intent: "confirm", checkoutId }],
    [`/track-order?orderId=${order.id}`, { intent: "quote", orderId: order.id }],
    ["/account/sessions", { intent: "end", sessionId, password }],
    [`/admin/orders/${order.id}`, { intent: "delete", version: "1" }],
    [`/admin/orders/${order.id}`, { intent: "status", version: "1", status: "completed" }],
  ];
  for (const [path, fields] of attempts) {
    const answer = await other.twin().post(path, fields);
    expectDecent(app.url, answer, `POST ${path} ${JSON.stringify(fields)}`);
  }
  expect((await other.request(`/orders/${order.id}/invoice`)).headers.location).toMatch(
    /^\/track-order/,
  );
  const page = await other.request(`/track-order?orderId=${order.id}`);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(owner.email);
  expect((await elsewhere.request("/account/sessions")).status, "still signed in").toBe(200);
  expect((await buyer.request("/checkout?step=confirm")).text, "not confirmed").toContain(
    checkoutId,
  );
  const { text } = await admin.visitor.request(`/admin/orders/${order.id}`);
  expect(text, "not changed").toMatch(/value="pending"[^>]*aria-pressed="true"/);
});
