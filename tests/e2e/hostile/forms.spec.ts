import fc from "fast-check";
import { placeOrder } from "../place-order.ts";
import { expect, test } from "../shop.ts";
import type { Shop } from "../shop-process.ts";
import { attack, encode } from "./hostile-text.ts";
import { census, type Form, formsOf, placesOf } from "./site-map.ts";
import { expectDecent, newAccount, HttpClient } from "./http-client.ts";

const FULL = process.env.HOSTILE === "full";
const RUNS = Number(process.env.ATTACKS ?? (FULL ? 100 : 6));
/** Forms that would break the test: they end the session or change its credentials. */
const ENDING = /^\/sign-out/;

test("every form with malicious input", async ({ ownShop }) => {
  test.setTimeout(FULL ? 1_800_000 : 240_000);
  const shop = await ownShop();
  const people = await peopleIn(shop);
  const places = placesOf(people.parameters);
  const forms = await formsOfAll(people.strangers, places);
  const reached = new Set(forms.map(({ form }) => form.action.split("?")[0]));
  // Actions without a visible form are posted to, too, with the names and intents of all other forms.
  const names = Object.assign({}, ...forms.map(({ form }) => form.fields)) as Form["fields"];
  for (const { path } of places.filter(({ hasAction }) => hasAction))
    for (const stranger of reached.has(path) ? [] : people.strangers)
      forms.push({ stranger, form: { action: path, fields: names } });

  for (const { stranger, form } of forms.filter((one) => one.form.fields.intent)) {
    for (const intent of ["__proto__", "constructor", "toString"]) {
      const answer = await stranger.twin().post(form.action, { ...form.fields, intent });
      expectDecent(shop, answer, `POST ${form.action} intent=${intent}`);
    }
  }

  const refused = new Set<string>();
  let posts = 0;
  for (const { stranger, form } of forms.filter((one) => !ENDING.test(one.form.action))) {
    await fc.assert(
      fc.asyncProperty(attack, async (how) => {
        posts += 1;
        const mark = `zq${posts}qz`;
        const { body, headers } = encode(form.fields, how, mark);
        const answer = await stranger.twin().request(form.action, {
          method: "POST",
          body,
          headers: { ...headers, origin: shop.url },
        });
        if (answer.status >= 400) refused.add(mark);
        expectDecent(shop, answer, `POST ${form.action} ${body.toString().slice(0, 600)}`);
        // Exports contain input verbatim: they are downloads, which browsers do not render.
        if (answer.headers["content-disposition"]?.startsWith("attachment;"))
          expect(answer.headers["content-type"]).toMatch(/^(text\/csv|application\/(json|pdf))/);
        else expect(answer.text).not.toMatch(/<script>alert|<img src=x/);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }

  const stored = await census(shop);
  const violations: string[] = [];
  for (const [table, rows] of stored)
    for (const row of rows)
      for (const [mark] of row.matchAll(/zq\d+qz/g))
        if (refused.has(mark)) violations.push(`${table}: ${row.slice(0, 300)}`);
  expect(violations, "rejected input is not stored").toEqual([]);
  console.table({ forms: forms.length, posts, refused: refused.size });
});

/** Opens sessions of an administrator, a customer and a visitor in the checkout, and another customer's order. */
async function peopleIn(shop: Shop) {
  const admin = await newAccount(shop);
  const customer = await newAccount(shop);
  const visitor = new HttpClient(shop);
  const order = await placeOrder(shop);
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  await visitor.post("/checkout", {
    intent: "account",
    tiktokUsername: "visitor",
    tiktokUid: "",
    email: "visitor@example.com",
  });
  return {
    strangers: [admin.stranger, customer.stranger, visitor],
    parameters: {
      orderId: order.id,
      email: encodeURIComponent(customer.email),
      id: "new",
      subject: "00000000-0000-4000-8000-000000000000",
    },
  };
}

/** Returns every distinct form of all pages. */
async function formsOfAll(strangers: readonly HttpClient[], places: readonly { path: string }[]) {
  const paths = places.flatMap(({ path }) => [path, ...(queries[path] ?? [])]);
  const found = new Map<string, { stranger: HttpClient; form: Form }>();
  for (const stranger of strangers) {
    for (const path of paths) {
      const { status, text } = await stranger.request(path);
      if (status !== 200) continue;
      for (const form of formsOf(path, text)) {
        const key = `${form.action.split("?")[0]} ${form.fields.intent} ${Object.keys(form.fields).join()}`;
        if (!found.has(key)) found.set(key, { stranger, form });
      }
    }
  }
  return [...found.values()];
}

/** Pages that show a form only by a query parameter. */
const queries: Partial<Record<string, string[]>> = {
  "/admin/packages": ["/admin/packages?new", "/admin/packages?edit=1", "/admin/packages?delete=1"],
  "/admin/webhooks": ["/admin/webhooks?new=1"],
  "/checkout": ["/checkout?step=account", "/checkout?step=payment", "/checkout?step=confirm"],
  "/two-factor": ["/two-factor?method=recovery"],
  "/newsletter/unsubscribe": ["/newsletter/unsubscribe?id=nobody&key=none"],
};

test("NUL is an error of its field in every form", async ({ ownShop }) => {
  test.setTimeout(120_000);
  const shop = await ownShop();
  const admin = (await newAccount(shop)).stranger;
  const visitor = new HttpClient(shop);
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  const order = await placeOrder(shop);
  const buyer = {
    intent: "account",
    tiktokUsername: "mira",
    tiktokUid: "",
    email: "m@example.com",
  };
  const draft = { intent: "save", version: "0", subject: "News", markdown: "Text" };
  const someone = { name: "M", email: "n@example.com", password: "long enough", terms: "on" };
  const cases: [HttpClient, string, Record<string, string>, string][] = [
    [
      visitor,
      "/checkout?step=account",
      { ...buyer, tiktokUsername: "mi\0ra" },
      "A TikTok username has only",
    ],
    [visitor, "/checkout?step=account", { ...buyer, tiktokUid: "1\0" }, "TikTok UID contains"],
    [
      visitor,
      "/checkout?step=account",
      { ...buyer, email: "m\0@example.com" },
      "valid email address",
    ],
    [visitor, "/newsletter", { email: "m\0@example.com" }, "valid email address"],
    [
      visitor,
      "/register",
      { ...someone, confirmPassword: someone.password, name: "M\0" },
      "Name contains",
    ],
    [admin, "/account", { intent: "name", name: "M\0" }, "Name contains"],
    [admin, "/admin/newsletter/new", { ...draft, subject: "N\0" }, "Subject contains"],
    [admin, "/admin/newsletter/new", { ...draft, markdown: "T\0" }, "Text contains"],
    [admin, `/admin/orders/${order.id}`, { intent: "note", version: "1", note: "N\0" }, "The note"],
    [
      admin,
      "/admin/settings",
      {
        intent: "shop",
        version: "0",
        shopName: "S\0",
        supportEmail: "s@example.com",
        timeZone: "UTC",
      },
      "Shop name contains",
    ],
    [
      admin,
      "/admin/packages",
      { intent: "create", coins: "5", price: "1", discount: "0", description: "D\0" },
      "Description contains",
    ],
  ];
  for (const [stranger, path, fields, said] of cases) {
    const answer = await stranger.post(path, fields);
    const what = `${path} ${JSON.stringify(fields)} ${answer.headers.location}`;
    expect(answer.status, what).toBe(400);
    expect(answer.text, path).toContain(said);
  }
  const address = await visitor.request("/packages/%00");
  expect(address.status).toBe(400);
});

test("an oversized body is answered with 413, and an incomplete one has no effect", async ({
  ownShop,
}) => {
  test.setTimeout(FULL ? 300_000 : 120_000);
  const shop = await ownShop();
  const admin = (await newAccount(shop)).stranger;
  const places = placesOf({
    orderId: "A",
    email: "a",
    id: "new",
    subject: "a",
    provider: "google",
  });
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: shop.url };
  const body = `email=${"a".repeat(FULL ? 8_000_000 : 2_000_000)}`;
  for (const { path, hasAction } of places) {
    if (!hasAction) continue;
    for (const stranger of [new HttpClient(shop), admin]) {
      const rejected = await stranger.twin().request(path, { method: "POST", headers, body });
      expect(rejected.status, path).toBe(413);
      const chunked = { ...headers, "transfer-encoding": "chunked" };
      const untold = await stranger
        .twin()
        .request(path, { method: "POST", headers: chunked, body });
      expect(untold.status, `${path}, without Content-Length`).toBe(413);
    }
    const cut = { ...headers, "content-length": "5000" };
    await new HttpClient(shop).breakOff(path, { method: "POST", headers: cut, body: "email=a" });
  }
  const long = await admin.post("/admin/newsletter/new", {
    intent: "save",
    version: "0",
    subject: "As long as can be",
    markdown: "\u20AC".repeat(20_000),
  });
  expect(long.status, "the longest newsletter fits").toBe(302);
  expect((await new HttpClient(shop).request("/healthz")).status).toBe(200);
});

test("input cannot inject mail headers", async ({ shop }) => {
  const injected = "\r\nBcc: everybody@example.com";
  const someone = { password: "long enough", confirmPassword: "long enough", terms: "on" };
  const refused: [string, Record<string, string>][] = [
    ["/newsletter", { email: `a@example.com${injected}` }],
    ["/newsletter", { email: "a@example.com,everybody@example.com" }],
    ["/newsletter", { email: "A <everybody@example.com>" }],
    ["/forgot-password", { email: `a@example.com${injected}` }],
    ["/register", { ...someone, name: "A", email: `a@example.com${injected}` }],
    ["/register", { ...someone, name: `A${injected}`, email: "a@example.com" }],
  ];
  for (const [path, fields] of refused)
    expect((await new HttpClient(shop).post(path, fields)).status, JSON.stringify(fields)).toBe(
      400,
    );

  // Other line separators are accepted, and stay in their field.
  const uid = "m\u2028Bcc: everybody@example.com";
  const { buyer } = await placeOrder(shop, { buyer: { uid } });
  await expect.poll(() => shop.subjectsTo(buyer.email)).toHaveLength(1);
  expect(await shop.mailsTo("everybody@example.com")).toEqual([]);
  const [mail] = await shop.mailsTo(buyer.email);
  expect(mail?.headers.map(({ name }) => name.toLowerCase())).not.toContain("bcc");
  expect(mail?.subject).toMatch(/^[^\p{Cc}\u2028]+$/u);
});
