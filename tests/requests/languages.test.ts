import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { languageCodes, languages, pathIn } from "#messages/languages.ts";
import { users } from "#shop/accounts/tables.ts";
import { mails } from "#shop/mail/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { openTestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

const opened = (headers: Record<string, string> = {}) => ({
  headers: { "sec-fetch-dest": "document", ...headers },
  redirect: "manual" as const,
});

test("a page is opened in the language of its address, else the chosen one, else the browser's", async () => {
  const app = await openTestApp();
  const leadsTo = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.fetch(path, opened(headers));
    return response.headers.get("location") ?? response.status;
  };
  const spanish = { "accept-language": "es-MX,en;q=0.5" };
  expect(await leadsTo("/")).toBe(200);
  expect(await leadsTo("/", { "accept-language": "ja" })).toBe(200);
  expect(await leadsTo("/", spanish)).toBe("/es/");
  expect(await leadsTo("/track-order?orderId=A", spanish)).toBe("/es/track-order?orderId=A");
  expect(await leadsTo("/de/", spanish)).toBe(200);
  expect(await leadsTo("/de?a=b", spanish)).toBe("/de/?a=b");
  expect(await leadsTo("/robots.txt", spanish)).toBe(200);

  const chosen = await app.fetch("/language?to=en&next=/es/terms%3Fa=b", opened(spanish));
  expect(chosen.headers.get("location")).toBe("/terms?a=b");
  const cookie = chosen.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await leadsTo("/terms", { ...spanish, cookie })).toBe(200);
  expect(await leadsTo("/language?to=ar&next=//evil.example")).toBe("/ar/");

  expect(await leadsTo("/es/admin/orders?q=a")).toBe("/admin/orders?q=a");
  expect(await leadsTo("/es//terms/?a=b")).toBe("/es/terms?a=b");
  expect(await leadsTo("/xx/terms")).toBe(404);
});

test("rules by path hold behind a prefix: posts from other sites, the guard of an account, the size of a body", async () => {
  const app = await openTestApp();
  const post = { method: "POST", body: new URLSearchParams({ email: "a", password: "b" }) };
  const foreign = await app.fetch("/es/login", {
    ...post,
    headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  });
  expect(foreign.status).toBe(403);
  const guarded = await app.fetch("/ar/account", opened());
  expect(guarded.headers.get("location")).toBe("/ar/login?next=%2Faccount");
  const visitor = app.visitor();
  const person = { name: "Mira", email: "mira@example.com", password: "correct horse battery" };
  const account = { ...person, confirmPassword: person.password, terms: "on" };
  const registered = await visitor.post("/ar/register", account);
  expect(registered.headers.location).toBe("/ar/?notice=registered");
  const long = await app.fetch("/es/login", {
    ...post,
    body: new URLSearchParams({ email: "a".repeat(70_000) }),
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(long.status).toBe(413);
});

test("search engines find each page once in every language, with all of its addresses", async () => {
  const app = await openTestApp();
  const sitemap = await (await app.fetch("/sitemap.xml")).text();
  for (const path of ["/", "/packages/1", "/terms", "/privacy", "/refunds"]) {
    const found = new Map<string, string>();
    for (const code of languageCodes) {
      const address = app.url + pathIn(code, path);
      expect(sitemap.split(`<loc>${address}</loc>`)).toHaveLength(2);
      const html = await (await app.fetch(pathIn(code, path))).text();
      const [, lang, dir] = /<html lang="([^"]+)" dir="([^"]+)"/.exec(html) ?? [];
      expect([lang, dir]).toEqual([code, languages[code].dir]);
      const links = [...html.matchAll(/<link rel="(canonical|alternate)"[^>]*>/g)].map(
        ([link]) => link,
      );
      const hrefOf = (link: string) => /href="([^"]+)"/.exec(link)?.[1];
      expect(links.filter((link) => link.includes("canonical")).map(hrefOf)).toEqual([address]);
      const alternates = links.filter((link) => link.includes("alternate"));
      found.set(code, alternates.toSorted((a, b) => a.localeCompare(b)).join());
      expect(alternates.map(hrefOf)).toEqual([
        ...languageCodes.map((other) => app.url + pathIn(other, path)),
        app.url + path,
      ]);
    }
    expect(new Set(found.values()).size, `${path} names the same in each language`).toBe(1);
  }
});

test("amounts are also shown in the currency that was chosen, else that of the browser's region", async () => {
  const app = await openTestApp();
  const shownTo = async (path: string, headers: Record<string, string> = {}) => {
    const html = await (await app.fetch(path, { headers })).text();
    return /<b>([^<]+)<\/b><span class="approx">([^<]+)</.exec(html)?.slice(1) ?? null;
  };
  const french = { "accept-language": "fr-FR" };
  expect(await shownTo("/packages/1")).toBeNull();
  expect(await shownTo("/packages/1", french)).toEqual(["$2.99", "≈ €2.75"]);
  expect(await shownTo("/de/packages/1")).toEqual(["2,99\u00a0$", "≈ 2,75\u00a0€"]);
  // The cached home page, for each currency.
  expect(await shownTo("/")).toBeNull();
  expect(await shownTo("/", french)).toEqual(["$2.99", "≈ €2.75"]);

  const chosen = await app.fetch("/es/currency?to=USD&next=/terms", opened(french));
  expect(chosen.headers.get("location")).toBe("/es/terms");
  const cookie = chosen.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await shownTo("/packages/1", { ...french, cookie })).toBeNull();
});

test("an order keeps the currency that its buyer saw, with the rate", async () => {
  const app = await openTestApp();
  const visitor = app.visitor();
  await visitor.request("/currency?to=EUR");
  const { id } = await placeOrder(app, { visitor });
  const [order] = await app.db.select().from(orders).where(eq(orders.id, id));
  expect(order?.shownIn).toEqual({ currency: "EUR", perDollar: 0.92 });
  await visitor.request("/currency?to=USD");
  const page = (await visitor.request(`/track-order?orderId=${id}`)).text;
  const [, total] = /kv__row--total.*?<dd[^>]*>(.*?)<\/dd>/.exec(page) ?? [];
  expect(total?.replaceAll(/<[^>]*>/g, "")).toBe("$14.99 ≈ €13.79");
  const [mail] = await app.db
    .select()
    .from(mails)
    .where(eq(mails.key, `order-placed:${id}`));
  expect(mail?.message).toMatchObject({ shownIn: order?.shownIn });
});

test("My Orders finds orders by the name of their status in the language of the page", async () => {
  const app = await openTestApp();
  const { visitor, email } = await app.account();
  const { id } = await placeOrder(app, { visitor, email });
  await app.db.update(users).set({ emailVerified: true }).where(eq(users.email, email));
  const finds = async (path: string) => (await visitor.request(path)).text.includes(id);
  expect(await finds("/orders?q=pend")).toBe(true);
  expect(await finds("/orders?q=offen")).toBe(false);
  expect(await finds("/de/orders?q=offen")).toBe(true);
  expect(await finds("/de/orders?q=abgeschlossen")).toBe(false);
});
