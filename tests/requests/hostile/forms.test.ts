import fc from "fast-check";
import { renderMail } from "#shop/mail/render.server.tsx";
import { expect, test, vi } from "vitest";
import type { Visitor } from "../../visitor.ts";
import { openTestApp, type TestApp } from "../open-app.ts";
import { placeOrder } from "../place-order.ts";
import { expectDecent } from "./decent.ts";
import { attack, encode } from "./hostile-text.ts";
import { census, type Form, formsOf, placesOf } from "./site-map.ts";

const FULL = process.env.HOSTILE === "full";
vi.setConfig({ testTimeout: FULL ? 1_800_000 : 240_000 });
const RUNS = Number(process.env.ATTACKS ?? (FULL ? 100 : 6));
/** Forms that would break the test: they end the session or change its credentials. */
const ENDING = /^\/sign-out/;

test("every form with malicious input", async () => {
  const app = await openTestApp();
  const people = await peopleIn(app);
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
      expectDecent(app.url, answer, `POST ${form.action} intent=${intent}`);
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
          headers: { ...headers, origin: app.url },
        });
        if (answer.status >= 400) refused.add(mark);
        expectDecent(app.url, answer, `POST ${form.action} ${body.toString().slice(0, 600)}`);
        // Exports contain input verbatim: they are downloads, which browsers do not render.
        if (answer.headers["content-disposition"]?.startsWith("attachment;"))
          expect(answer.headers["content-type"]).toMatch(/^(text\/csv|application\/(json|pdf))/);
        else expect(answer.text).not.toMatch(/<script>alert|<img src=x/);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }

  const stored = await census(app.db);
  const violations: string[] = [];
  for (const [table, rows] of stored)
    for (const row of rows)
      for (const [mark] of row.matchAll(/zq\d+qz/g))
        if (refused.has(mark)) violations.push(`${table}: ${row.slice(0, 300)}`);
  expect(violations, "rejected input is not stored").toEqual([]);
  console.table({ forms: forms.length, posts, refused: refused.size });
});

/** Opens sessions of an administrator, a customer and a visitor in the checkout, and another customer's order. */
async function peopleIn(app: TestApp) {
  const admin = await app.account();
  const customer = await app.account();
  const visitor = app.visitor();
  const order = await placeOrder(app);
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  await visitor.post("/checkout", {
    intent: "account",
    tiktokUsername: "visitor",
    tiktokUid: "",
    email: "visitor@example.com",
  });
  return {
    strangers: [admin.visitor, customer.visitor, visitor],
    parameters: {
      orderId: order.id,
      email: encodeURIComponent(customer.email),
      id: "new",
      subject: "00000000-0000-4000-8000-000000000000",
    },
  };
}

/** Returns every distinct form of all pages. */
async function formsOfAll(strangers: readonly Visitor[], places: readonly { path: string }[]) {
  const paths = places.flatMap(({ path }) => [path, ...(queries[path] ?? [])]);
  const found = new Map<string, { stranger: Visitor; form: Form }>();
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

test("NUL is an error of its field in every form", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  const visitor = app.visitor();
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  const order = await placeOrder(app);
  const buyer = {
    intent: "account",
    tiktokUsername: "mira",
    tiktokUid: "",
    email: "m@example.com",
  };
  const draft = { intent: "save", version: "0", subject: "News", markdown: "Text" };
  const someone = { name: "M", email: "n@example.com", password: "long enough", terms: "on" };
  const cases: [Visitor, string, Record<string, string>, string][] = [
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

test("an oversized body is answered with 413", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  const places = placesOf({
    orderId: "A",
    email: "a",
    id: "new",
    subject: "a",
    provider: "google",
  });
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: app.url };
  const body = `email=${"a".repeat(FULL ? 8_000_000 : 2_000_000)}`;
  for (const { path, hasAction } of places) {
    if (!hasAction) continue;
    for (const stranger of [app.visitor(), admin]) {
      const rejected = await stranger.twin().request(path, { method: "POST", headers, body });
      expect(rejected.status, path).toBe(413);
      const chunked = { ...headers, "transfer-encoding": "chunked" };
      const untold = await stranger
        .twin()
        .request(path, { method: "POST", headers: chunked, body });
      expect(untold.status, `${path}, without Content-Length`).toBe(413);
    }
  }
  const long = await admin.post("/admin/newsletter/new", {
    intent: "save",
    version: "0",
    subject: "As long as can be",
    markdown: "\u20AC".repeat(20_000),
  });
  expect(long.status, "the longest newsletter fits").toBe(302);
  expect((await app.visitor().request("/healthz")).status).toBe(200);
});

test("input cannot inject mail headers", async () => {
  const app = await openTestApp();
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
    expect((await app.visitor().post(path, fields)).status, JSON.stringify(fields)).toBe(400);

  // Other line separators are accepted, and stay in their field.
  const { buyer } = await placeOrder(app, { uid: "m\u2028Bcc: everybody" });
  const [mail] = await app.mailsTo(buyer.email);
  if (mail?.template !== "order-placed") throw new Error("no mail is queued");
  const shop = { shopName: "Satchel", supportEmail: "s@example.com", appUrl: app.url };
  const { subject, headers } = renderMail(mail, shop);
  expect(headers).toEqual({});
  expect(await app.mailsTo("everybody@example.com")).toEqual([]);
  expect(subject).toMatch(/^[^\p{Cc}\u2028]+$/u);
});
