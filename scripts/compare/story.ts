import { setTimeout as delay } from "node:timers/promises";
import { startReceiver } from "../../tests/webhook-receiver.ts";
import type { TreeShop } from "./tree.ts";
import { Visitor } from "./visitor.ts";

/** A shop in which something has happened. */
export interface Story {
  visitors: Record<"anonymous" | "buyer" | "customer" | "administrator" | "program", Visitor>;
  /** Random values, and values of this shop alone, with their placeholders. */
  names: Map<string, string>;
  /** Screens of the created data, besides those of `tests/e2e/access-routes.ts`. */
  paths: string[];
  close: () => Promise<void>;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Fills a shop over HTTP: the same steps in the same order, whatever its version. */
export async function tellStory(shop: TreeShop): Promise<Story> {
  const receiver = await startReceiver();
  const names = new Map([
    [receiver.url, "RECEIVER"],
    [shop.url, "ORIGIN"],
    [encodeURIComponent(shop.url), "ORIGIN"],
  ]);
  const ask = (path: string, body: unknown) => askSandbox(shop, path, body);

  // The quote ends soon after too little was paid, so that the payment waits for review.
  await shop.start({ QUOTE_SECONDS: "10" });
  const administrator = await register(shop, "Robin Aker", "robin@example.com");
  await setUp(administrator, receiver.url);
  const { text } = await administrator.get("/admin/packages");
  names.set(find(text, /data-package="([0-9a-f]{8})"/), "PACKAGE");
  const reviewed = await placeOrder(shop, names, { username: "too.little" });
  await ask("/wallet/payments", { address: reviewed.address, sats: 10_000, confirm: 1 });
  await waitFor(administrator, `/admin/orders/${reviewed.id}`, "0.00010000");
  await waitFor(administrator, "/admin/review", reviewed.id);
  await shop.stop();
  await shop.start();

  const customer = await register(shop, "Mira Holt", "mira@example.com");
  await customer.submit("/newsletter", { email: "mira@example.com", source: "/" });
  const paid = await placeOrder(shop, names, { username: "mira.holt", email: "mira@example.com" });
  await ask("/wallet/payments", { address: paid.address, sats: paid.sats, confirm: 1 });
  await waitFor(administrator, "/admin/orders?status=processing", paid.id);
  await setStatus(administrator, paid.id, { status: "completed" });
  const rejected = await placeOrder(shop, names, { username: "not.there" });
  await setStatus(administrator, rejected.id, { status: "rejected", reason: "No such account" });
  const partial = await placeOrder(shop, names, { username: "in.parts" });
  await ask("/wallet/payments", { address: partial.address, sats: 9000, confirm: 0 });
  await waitFor(administrator, `/admin/orders/${partial.id}`, "0.00009000");
  const transfer = await placeOrder(shop, names, { username: "by.bank", method: "bank_transfer" });
  const card = await placeOrder(shop, names, { username: "by.card", method: "stripe" });
  const statement = new FormData();
  statement.append("intent", "import");
  const lines = `Date,Name,Description,Amount\n2026-01-05,Mira Holt,${transfer.id},14.99\n2026-01-06,Acme,Gift,3.00`;
  statement.append("file", new File([lines], "january.csv"));
  await administrator.submit("/admin/bank", statement);

  const buyer = new Visitor(shop.url);
  await reachPayment(buyer, { username: "still.here" });
  const program = await makeProgram(administrator, names);
  await waitUntilQuiet(administrator);
  for (const somebody of [administrator, customer]) {
    const exported = await somebody.get("/account/export");
    names.set(find(exported.text, /"referralCode": "(\w+)"/), "REFERRAL");
  }

  const linked = await linksBelow(administrator, "/admin/review");
  for (const path of [...linked, `/admin/orders/${paid.id}`, "/admin/webhooks/1"])
    linked.push(...(await linksBelow(administrator, path)));
  const ids = [reviewed, paid, rejected, partial, transfer, card].map(({ id }) => id);
  return {
    visitors: { anonymous: new Visitor(shop.url), buyer, customer, administrator, program },
    names,
    paths: [
      ...ids.map((id) => `/track-order?orderId=${id}`),
      ...ids.map((id) => `/admin/orders/${id}`),
      ...ids.map((id) => `/api/v1/orders/${id}`),
      `/orders/${paid.id}/invoice`,
      ...linked,
      ...(await linksInMails(shop, names)),
    ],
    close: () => receiver.close(),
  };
}

async function register(shop: TreeShop, name: string, email: string): Promise<Visitor> {
  const visitor = new Visitor(shop.url);
  const password = "correct horse battery";
  const form = { name, email, password, confirmPassword: password, terms: "on" };
  await visitor.submit("/register", form);
  return visitor;
}

/** Has the shop take bank transfers and send newsletters, and gives it something of everything that can be made. */
async function setUp(administrator: Visitor, receiver: string): Promise<void> {
  const settings = async (intent: string, fields: Record<string, string>) =>
    administrator.submit("/admin/settings", { intent, version: "0", ...fields });
  const bank = { bankName: "Bank", accountName: "Example Ltd", accountNumber: "" };
  const on = { paypalEnabled: "on", stripeEnabled: "on", bankTransferEnabled: "on" };
  await settings("payment", { ...on, ...bank, paypalEmail: "", iban: "DE89370400440532013000" });
  await settings("email", { marketingEmails: "on", newslettersPerMinute: "100" });
  const coins = { coins: "99", price: "1.50", discount: "10", description: "Small" };
  await administrator.submit("/admin/packages", { intent: "create", ...coins });
  const draft = { intent: "save", version: "0", subject: "News", markdown: "# More\n\n**Coins**" };
  await administrator.submit("/admin/newsletter/new", draft);
  const endpoint = new FormData();
  endpoint.append("intent", "create");
  endpoint.append("url", receiver);
  endpoint.append("enabled", "on");
  endpoint.append("events", "order.placed");
  endpoint.append("events", "order.status_changed");
  await administrator.submit("/admin/webhooks", endpoint);
}

interface Purchase {
  username: string;
  email?: string;
  method?: "bitcoin" | "bank_transfer" | "stripe";
}

async function reachPayment(visitor: Visitor, purchase: Purchase): Promise<void> {
  const { username, email = `${username}@example.com`, method = "bitcoin" } = purchase;
  await visitor.submit("/checkout", { intent: "select", packageId: "2" });
  const recipient = { tiktokUsername: username, tiktokUid: "", email };
  await visitor.submit("/checkout", { intent: "account", ...recipient });
  await visitor.submit("/checkout", { intent: "method", method });
}

async function placeOrder(shop: TreeShop, names: Map<string, string>, purchase: Purchase) {
  const visitor = new Visitor(shop.url);
  await reachPayment(visitor, purchase);
  const { text } = await visitor.get("/checkout?step=payment");
  const [, address = "", whole = "", rest = ""] =
    /bitcoin:(\w+)\?amount=(\d+)\.(\d{8})/.exec(text) ?? [];
  const confirm = await visitor.get("/checkout?step=confirm");
  const checkoutId = find(confirm.text, /name="checkoutId" value="([^"]+)"/);
  await visitor.submit("/checkout", { intent: "confirm", checkoutId });
  const placed = await visitor.get("/checkout?step=confirm");
  const id = find(placed.location, /orderId=([A-Z0-9]{7})/);
  names.set(id, `ORDER-${purchase.username}`);
  return { id, address, sats: Number(`${whole}${rest}`) };
}

async function setStatus(administrator: Visitor, id: string, fields: Record<string, string>) {
  const { text } = await administrator.get(`/admin/orders/${id}`);
  const version = find(text, /name="version" value="(\d+)"/);
  await administrator.submit(`/admin/orders/${id}`, { intent: "status", version, ...fields });
}

/** Makes a key of the API; a client that sends it. */
async function makeProgram(administrator: Visitor, names: Map<string, string>): Promise<Visitor> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "create", name: "Bot", lifetime: "never" }))
    form.append(name, value);
  for (const scope of ["orders:read", "packages:read"]) form.append("scopes", scope);
  const key = find(
    (await administrator.submit("/admin/api-keys", form)).text,
    /(satchel_test_\w+)/,
  );
  names.set(key, "KEY");
  return new Visitor(administrator.url, { authorization: `Bearer ${key}` });
}

/** Returns the links of a page to its panels and dialogs. */
async function linksBelow(visitor: Visitor, path: string): Promise<string[]> {
  const { text } = await visitor.get(path);
  const links = [...text.matchAll(/ href="([^"]+)"/g)].map(([, link = ""]) => link);
  const below = links.filter((link) => link.startsWith(`${path}/`) || link.startsWith(`${path}?`));
  return [...new Set(below.map((link) => link.replaceAll("&amp;", "&")))];
}

/** The pages that mails lead to. Their tokens are named after the mail. */
async function linksInMails(shop: TreeShop, names: Map<string, string>): Promise<string[]> {
  const mails = (await (await fetch(`${shop.url}/sandbox/mail/messages`)).json()) as Mail[];
  return mails
    .toSorted((a, b) => `${a.to}${a.subject}`.localeCompare(`${b.to}${b.subject}`))
    .flatMap(({ subject, text }) => {
      const found = text.match(/http\S+\?(token|id)=[^\s)>]+/g) ?? [];
      return found.map((link) => {
        const { pathname, search } = new URL(link);
        names.set(search, `?token of "${subject.replace(/[A-Z0-9]{7}/, "ORDER")}"`);
        return pathname + search;
      });
    });
}

async function waitFor(visitor: Visitor, path: string, text: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await visitor.get(path)).text.includes(text)) return;
    await delay(100);
  }
  throw new Error(`${path} does not show ${text}`);
}

/** Waits until work in the background has nothing left to change. */
async function waitUntilQuiet(administrator: Visitor): Promise<void> {
  const paths = ["/admin/mails", "/admin/webhooks/1", "/admin/audit", "/admin/orders"];
  let last = "";
  for (;;) {
    const pages = await Promise.all(paths.map((path) => administrator.get(path)));
    const mails = await administrator.get("/sandbox/mail/messages");
    const now = pages.map(({ text }) => text.length).join() + mails.text;
    if (now === last) return;
    last = now;
    await delay(1500);
  }
}

async function askSandbox(shop: TreeShop, path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${shop.url}/sandbox${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (!found) throw new Error(`no ${pattern} in ${text.slice(0, 3000)}`);
  return found;
}
