import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { linkInMail, register, somebody } from "./people.ts";
import { expect, test } from "./shop.ts";
import { confirmOrder, goToPayment, someBuyer } from "./steps.ts";

const FILE = join(rootDir, "docs/access.md");
const roles = ["anonymous", "customer", "other customer", "admin"] as const;

/** Every route of app/routes.ts and server/app.ts; `ORDER` is an order of the customer's. */
const pages = [
  "/",
  "/packages/1",
  "/packages/nothing",
  "/checkout",
  "/track-order",
  "/track-order?orderId=ORDER",
  "/orders",
  "/orders/ORDER/invoice",
  "/orders/NOTHING/invoice",
  "/account",
  "/account/security",
  "/account/sessions",
  "/account/data",
  "/account/export",
  "/admin",
  "/admin/orders",
  "/admin/orders/ORDER",
  "/admin/orders/export",
  "/admin/review",
  "/admin/review/ORDER",
  "/admin/review/receipts/1",
  "/admin/bank",
  "/admin/packages",
  "/admin/reports",
  "/admin/reports/export",
  "/admin/customers",
  "/admin/customers/nobody%40example.com",
  "/admin/newsletter",
  "/admin/newsletter/new",
  "/admin/newsletter/999",
  "/admin/newsletter/preview",
  "/admin/newsletter/subscribers",
  "/admin/newsletter/subscribers/export",
  "/admin/settings",
  "/admin/mails",
  "/admin/audit",
  "/admin/search?q=mira",
  "/admin/news?after=0",
  "/admin/nothing",
  "/login",
  "/register",
  "/sign-in/google",
  "/sign-in/nobody",
  "/signed-in",
  "/two-factor",
  "/sign-out",
  "/forgot-password",
  "/reset-password",
  "/change-password",
  "/verify-email",
  "/newsletter",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
  "/terms",
  "/privacy",
  "/refunds",
  "/nothing",
  "/healthz",
  "/readyz",
  "/metrics",
  "/live/order/ORDER",
  "/live/admin",
  "/api/auth/get-session",
];

const posts = [
  "/admin/orders",
  "/admin/orders/ORDER",
  "/admin/orders/export",
  "/admin/review",
  "/admin/review/ORDER",
  "/admin/review/receipts/1",
  "/admin/bank",
  "/admin/packages",
  "/admin/customers",
  "/admin/customers/nobody%40example.com",
  "/admin/newsletter",
  "/admin/newsletter/new",
  "/admin/newsletter/999",
  "/admin/newsletter/preview",
  "/admin/newsletter/subscribers",
  "/admin/newsletter/subscribers/export",
  "/admin/settings",
  "/admin/mails",
  "/orders",
  "/account",
  "/account/security",
  "/account/sessions",
  "/account/data",
  "/account/export",
  "/sign-out",
  "/newsletter",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
];

test("no route of the site map is left out", () => {
  const asked = new Set([...pages, ...posts].map((path) => path.split("?")[0] ?? ""));
  const covers = (pattern: string) =>
    [...asked].some((path) =>
      new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+").replace("*", ".+")}$`).test(path),
    );
  expect(patternsOf(routes, "").filter((pattern) => !covers(pattern))).toEqual([]);
});

/** The addresses of a part of the site map, with their parameters. */
function patternsOf(entries: readonly RouteConfigEntry[], above: string): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const here = path ? `${above}/${path}` : above;
    return [
      ...(path || index ? [here || "/"] : []),
      ...(children ? patternsOf(children, here) : []),
    ];
  });
}

test("every route answers each role as docs/access.md says", async ({ browser, ownShop }) => {
  test.setTimeout(180_000);
  const shop = await ownShop();
  const open = () => browser.newContext({ baseURL: shop.url });
  const contexts = {
    admin: await open(),
    customer: await open(),
    "other customer": await open(),
    anonymous: await open(),
  };

  await register(await contexts.admin.newPage(), somebody());
  await register(await contexts["other customer"].newPage(), somebody());
  const owner = somebody();
  const page = await contexts.customer.newPage();
  await register(page, owner);
  await page.goto(await linkInMail(shop, owner.email, "confirm your email"));
  await goToPayment(page, "70", { ...someBuyer(), email: owner.email });
  const orderId = await confirmOrder(page);

  const rows: string[] = [];
  const add = async (label: string, ask: (request: APIRequestContext) => Promise<string>) => {
    const cells: string[] = [];
    for (const role of roles)
      cells.push((await ask(contexts[role].request)).replaceAll(orderId, "ORDER"));
    rows.push(`| ${label} | ${cells.join(" | ")} |`);
  };
  for (const path of pages) {
    await add(`GET \`${path}\``, (request) =>
      answer(request, "GET", path.replace("ORDER", orderId), owner.email),
    );
  }
  for (const path of [
    "/orders",
    "/account",
    "/account/security",
    "/account/sessions",
    "/account/data",
    "/admin",
    "/admin/orders",
    "/admin/orders/ORDER",
    "/admin/review",
    "/admin/packages",
    "/admin/reports",
    "/admin/customers",
    "/admin/newsletter",
    "/admin/newsletter/new",
    "/admin/newsletter/subscribers",
    "/admin/settings",
    "/admin/mails",
    "/admin/audit",
  ]) {
    await add(`GET \`${path}.data\``, (request) =>
      answer(request, "GET", `${path.replace("ORDER", orderId)}.data`, owner.email),
    );
  }
  for (const path of posts) {
    await add(`POST \`${path}\``, (request) =>
      answer(request, "POST", path.replace("ORDER", orderId), owner.email),
    );
  }

  const document = `# Who may open what

What every route answers to whom, written by the test that checks it (\`tests/e2e/access.spec.ts\`; run it
with \`UPDATE_DOCS=1\` to write this file anew). \`ORDER\` is an order of the customer's. A data request
(\`.data\`) of a guarded page answers 202 with the redirect inside. Posts are sent without fields.

| request | ${roles.join(" | ")} |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
  if (process.env.UPDATE_DOCS) writeFileSync(FILE, document);
  expect(document).toBe(readFileSync(FILE, "utf8"));
});

/** The status, where it leads, and for an order how much of it is shown. */
async function answer(
  request: APIRequestContext,
  method: "GET" | "POST",
  path: string,
  ownersEmail: string,
): Promise<string> {
  if (path.startsWith("/live/")) return streams(request, path);
  const response = await request.fetch(path, {
    method,
    maxRedirects: 0,
    ...(method === "POST" && {
      form: {},
      headers: { origin: new URL((await request.get("/healthz")).url()).origin },
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

/** Only the status of a stream is of interest; it is left at once. */
async function streams(request: APIRequestContext, path: string): Promise<string> {
  const { origin } = new URL((await request.get("/healthz")).url());
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const leaving = new AbortController();
  const response = await fetch(`${origin}${path}`, {
    headers: { cookie },
    signal: leaving.signal,
  });
  leaving.abort();
  return String(response.status);
}
