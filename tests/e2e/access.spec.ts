import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Browser } from "@playwright/test";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { API_PATH } from "#app/api/operations.ts";
import { apiScopeNames } from "#shop/api-keys/api-key.ts";
import { apiRoutes, asData, pages, posts } from "./access-routes.ts";
import { makeKey, revokeKey } from "./api/api-client.ts";
import { HttpClient } from "./hostile/http-client.ts";
import { linkInMail, register, createPerson } from "./people.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";
import { confirmOrder, goToPayment, createBuyer } from "./steps.ts";

const FILE = join(rootDir, "docs/access.md");
const roles = ["anonymous", "customer", "other customer", "admin"] as const;
type Method = "GET" | "POST" | "PATCH";
type Send = (request: APIRequestContext) => Promise<string>;

test("every route responds to each role as docs/access.md says", async ({ browser, ownShop }) => {
  test.setTimeout(300_000);
  // Without metrics, as a shop is installed.
  const shop = await ownShop({ METRICS_TOKEN: "" });
  const open = () => browser.newContext({ baseURL: shop.url });
  const contexts = {
    admin: await open(),
    customer: await open(),
    "other customer": await open(),
    anonymous: await open(),
  };

  await register(await contexts.admin.newPage(), createPerson());
  await register(await contexts["other customer"].newPage(), createPerson());
  const owner = createPerson();
  const page = await contexts.customer.newPage();
  await register(page, owner);
  await page.goto(await linkInMail(shop, owner.email, "confirm your email"));
  await goToPayment(page, "70", { ...createBuyer(), email: owner.email });
  const orderId = await confirmOrder(page);

  const asProgram = await openPrograms(browser, shop, contexts.admin.request);

  const rows: string[] = [];
  const add = async (method: Method, path: string) => {
    const send: Send = async (request) =>
      (await answer(request, shop, method, path.replace("ORDER", orderId), owner.email)).replaceAll(
        orderId,
        "ORDER",
      );
    const cells: string[] = [];
    for (const role of roles) cells.push(await send(contexts[role].request));
    const byKey = await asProgram(path, send);
    if (!path.startsWith(API_PATH)) expect(byKey, `a key at ${path}`).toBe(cells[0]);
    rows.push(`| ${method} \`${path}\` | ${[...cells, byKey].join(" | ")} |`);
  };
  for (const path of pages) await add("GET", path);
  for (const path of asData) await add("GET", `${path}.data`);
  for (const path of posts) await add("POST", path);
  for (const { method, path } of apiRoutes) await add(method, path);

  const document = `# Who may open what

The response of every route to each role, written by the test that checks it (\`tests/e2e/access.spec.ts\`; run it
with \`UPDATE_DOCS=1\` to write this file anew). \`ORDER\` is an order of the customer's. A data request
(\`.data\`) of a guarded page answers 202 with the redirect inside. Posts and patches are sent without fields.
A key is one of the API with all rights; where one without the right, a revoked and a forged one are answered
otherwise, that stands behind it. Outside the API all four are treated as anonymous.

| request | ${roles.join(" | ")} | key |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
  if (process.env.UPDATE_DOCS) writeFileSync(FILE, document);
  expect(document).toBe(readFileSync(FILE, "utf8"));
});

/** API clients with keys: all scopes, other scopes than required, and invalid keys. */
async function openPrograms(browser: Browser, shop: Shop, adminShop: APIRequestContext) {
  const admin = new HttpClient(shop);
  for (const { name, value } of (await adminShop.storageState()).cookies)
    admin.cookies.set(name, value);
  const openWith = async (key: string) => {
    const extraHTTPHeaders = { authorization: `Bearer ${key}` };
    return (await browser.newContext({ baseURL: shop.url, extraHTTPHeaders })).request;
  };
  const proper = await makeKey(admin, apiScopeNames);
  const revoked = await makeKey(admin, apiScopeNames, { name: "Revoked" });
  await revokeKey(admin, "Revoked");
  const all = await openWith(proper);
  const forOrders = await openWith(await makeKey(admin, ["orders:read", "orders:write"]));
  const forPackages = await openWith(await makeKey(admin, ["packages:read"]));
  const none = {
    revoked: await openWith(revoked),
    forged: await openWith(`${proper.slice(0, -1)}${proper.endsWith("a") ? "b" : "a"}`),
  };
  return async (path: string, send: Send) => {
    const answered = await send(all);
    const others = {
      "without the right": path.includes("/packages") ? forOrders : forPackages,
      ...none,
    };
    const different: string[] = [];
    for (const [name, request] of Object.entries(others)) {
      const other = await send(request);
      if (other !== answered) different.push(`${name}: ${other}`);
    }
    return [answered, ...different].join("; ");
  };
}

/** Returns the status, the redirect, and for an order how much of it is shown. */
async function answer(
  request: APIRequestContext,
  shop: Shop,
  method: Method,
  path: string,
  ownersEmail: string,
): Promise<string> {
  if (path.startsWith("/live/")) return streams(request, `${shop.url}${path}`);
  const response = await request.fetch(path, {
    method,
    maxRedirects: 0,
    ...(method === "POST" && {
      form: {},
      headers: { origin: shop.url },
    }),
  });
  const location = response.headers().location;
  const to = location
    ? ` → ${location.startsWith("http") ? "the provider" : location.replace(/\?notice=.*/, "")}`
    : "";
  const body = await response.text();
  const inside =
    path.endsWith(".data") && response.status() === 202
      ? (/"(\/login[^"]*|\/)"/.exec(body)?.[1] ?? null)
      : null;
  const order = path.includes("orderId=")
    ? body.includes(ownersEmail)
      ? ", all of it"
      : ", masked"
    : "";
  return `${response.status()}${to}${inside ? ` → ${inside}` : ""}${order}`;
}

/** Returns the status of a stream, and closes it at once. */
async function streams(request: APIRequestContext, url: string): Promise<string> {
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: { cookie },
    signal: leaving.signal,
  });
  leaving.abort();
  return String(response.status);
}
