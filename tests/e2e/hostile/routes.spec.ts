import { placeOrder } from "../place-order.ts";
import { expect, test } from "../shop.ts";
import type { Shop } from "../shop-process.ts";
import { census, countsIn, placesOf } from "./site-map.ts";
import { type HttpResponse, expectDecent, newAccount, HttpClient } from "./http-client.ts";

const FULL = process.env.HOSTILE === "full";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
const TIMEOUT_MS = FULL ? 1_800_000 : 360_000;
const GUARDED = /^\/(admin|account)(\/|$|\.)|^\/orders($|\.)/;

/** Opens a shop with an order, for intruders; returns it with its paths, what must not be revealed, and how to send. */
async function openTarget(ownShop: () => Promise<Shop>) {
  const shop = await ownShop();
  const admin = await newAccount(shop);
  const customer = await newAccount(shop);
  const order = await placeOrder(shop, { buyer: { email: customer.email } });
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
  const send = async (who: string, stranger: HttpClient, path: string, method: string) => {
    const answer = await stranger.twin().request(path, { method, headers: { origin: shop.url } });
    const what = `${method} ${path} with ${who} credentials: ${answer.status}`;
    expectDecent(shop, answer, what);
    return { answer, what };
  };
  return { shop, admin, secrets, paths, send };
}

type Target = Awaited<ReturnType<typeof openTarget>>;

/** Sends requests with invalid credentials, and expects that they reveal and store nothing. */
async function expectRefused(
  { shop, secrets, paths, send }: Target,
  intruders: Record<string, HttpClient>,
  { methods, guardedOnly = false }: { methods: readonly string[]; guardedOnly?: boolean },
): Promise<void> {
  // The start of a social sign-in is stored for anyone.
  const refused = paths.filter(
    (path) => !path.startsWith("/sign-in/") && (!guardedOnly || GUARDED.test(path)),
  );
  const before = countsIn(await census(shop));
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
  expect(countsIn(await census(shop)), "nothing of all this is stored").toEqual(before);
}

test("every route by every method with missing credentials", async ({ ownShop }) => {
  test.setTimeout(TIMEOUT_MS);
  const target = await openTarget(ownShop);
  await expectRefused(target, { missing: new HttpClient(target.shop) }, { methods: METHODS });
});

test("every route by every method with the credentials of an ended session", async ({
  ownShop,
}) => {
  test.setTimeout(TIMEOUT_MS);
  const target = await openTarget(ownShop);
  const { stranger } = await newAccount(target.shop);
  const ended = stranger.twin();
  await stranger.post("/sign-out", {});
  await expectRefused(target, { ended }, { methods: METHODS });
});

test("every guarded route with forged credentials", async ({ ownShop }) => {
  test.setTimeout(TIMEOUT_MS);
  const target = await openTarget(ownShop);
  await expectRefused(target, forgeries(target.admin.stranger), {
    methods: FULL ? METHODS : ["GET", "POST"],
    guardedOnly: !FULL,
  });
});

test("every route by every method with another customer's credentials", async ({ ownShop }) => {
  test.setTimeout(TIMEOUT_MS);
  const { shop, admin, secrets, paths, send } = await openTarget(ownShop);
  const other = await newAccount(shop);
  for (const path of paths.filter((one) => one !== "/sign-out")) {
    for (const method of METHODS) {
      const { answer, what } = await send("another customer's", other.stranger, path, method);
      for (const secret of secrets) expect(answer.text.includes(secret), what).toBe(false);
      if (path.startsWith("/admin")) expect(answer.status, what).not.toBe(200);
      if (FULL) await send("an administrator's", admin.stranger, path, method);
    }
  }
});

/** Invalid sessions: an administrator's with one changed letter, random, and binary. */
function forgeries(admin: HttpClient): Record<string, HttpClient> {
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

test("other users' ids give no access", async ({ ownShop }) => {
  test.setTimeout(120_000);
  const shop = await ownShop();
  const admin = await newAccount(shop);
  const owner = await newAccount(shop);
  const elsewhere = new HttpClient(shop);
  await elsewhere.post("/login", { email: owner.email, password: owner.password });
  const order = await placeOrder(shop, { buyer: { email: owner.email } });
  const buyer = new HttpClient(shop);
  await buyer.post("/checkout", { intent: "select", packageId: "2" });
  const account = { tiktokUsername: "foreign.checkout", tiktokUid: "", email: "me@example.com" };
  await buyer.post("/checkout", { intent: "account", ...account });
  const checkoutId = idIn(await buyer.request("/checkout?step=confirm"), "checkoutId");
  const sessionId = idIn(await owner.stranger.request("/account/sessions"), "sessionId");

  const { stranger: other, password } = await newAccount(shop);
  const tries: [string, Record<string, string>][] = [
    ["/checkout", { intent: "confirm", checkoutId }],
    [`/track-order?orderId=${order.id}`, { intent: "quote", orderId: order.id }],
    ["/account/sessions", { intent: "end", sessionId, password }],
    [`/admin/orders/${order.id}`, { intent: "delete", version: "1" }],
    [`/admin/orders/${order.id}`, { intent: "status", version: "1", status: "completed" }],
  ];
  for (const [path, fields] of tries) {
    const answer = await other.twin().post(path, fields);
    expectDecent(shop, answer, `POST ${path} ${JSON.stringify(fields)}`);
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
  const { text } = await admin.stranger.request(`/admin/orders/${order.id}`);
  expect(text, "not changed").toMatch(/value="pending"[^>]*aria-pressed="true"/);
});

function idIn({ text }: HttpResponse, name: string): string {
  // The attributes of a button are in another order than those of a field.
  const [tag = ""] = new RegExp(`<[^>]* name="${name}"[^>]*>`).exec(text) ?? [];
  const id = /value="([^"]+)"/.exec(tag)?.[1];
  if (!id) throw new Error(`no ${name} in ${text.slice(0, 2000)}`);
  return id;
}
