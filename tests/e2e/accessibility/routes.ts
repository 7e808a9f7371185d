import { expect, type Page } from "@playwright/test";
import { pages } from "../access-routes.ts";
import { createPerson, register } from "../people.ts";
import { checkedPaths, checkPath, orderOnChain, type Visit } from "./screens.ts";

/** Screens with other parameters than those in the table of routes. */
const further = [
  "/packages/5",
  "/track-order?orderId=ZZZZZZ8",
  "/reset-password?token=x",
  "/invitation?token=x",
  "/keep-two-factor?token=x",
  "/undo-email?token=x",
  "/verify-email?token=x",
];

/** Requests whose responses are no screens: redirects, files, data, streams. */
const withoutScreen = [
  "/orders/ORDER/invoice",
  "/orders/NOTHING/invoice",
  "/orders/ORDER/again",
  "/orders/NOTHING/again",
  "/orders/ORDER/withdraw",
  "/orders/ORDER/credit-notes/CN-000001",
  "/account/export",
  "/admin/orders/export",
  "/admin/reports/export",
  "/admin/reports/figures",
  "/admin/reports/vat/figures",
  "/admin/customers/export",
  "/admin/newsletter/preview",
  "/admin/newsletter/subscribers/export",
  "/admin/search?q=mira",
  "/admin/notifications?after=0",
  "/sign-in/facebook",
  "/sign-in/nobody",
  "/passkey-challenge",
  "/change-password",
  "/robots.txt",
  "/admin.webmanifest",
  "/sitemap.xml",
  "/healthz",
  "/readyz",
  "/metrics",
  "/live/order/ORDER",
  "/live/admin",
  "/api/nothing",
  "/api/v1/openapi.json",
  "/api/v1/nothing",
];

/** The routes of the table that no other part has opened, as the first of visitor, customer and owner who sees a screen. */
export async function checkOtherRoutes({ browser, shop, admin }: Visit): Promise<void> {
  const visitor = await browser.newPage({ baseURL: shop.url });
  const customer = await browser.newPage({ baseURL: shop.url });
  await register(customer, createPerson());
  const { id } = await orderOnChain(shop);
  const unseen: string[] = [];
  for (const path of [...pages, ...further]) {
    const opened = path.replace("ORDER", id);
    if (isChecked(opened)) continue;
    const page = await findAsync([visitor, customer, admin], (each) =>
      isScreen(each, `${shop.url}${opened}`),
    );
    if (page) await checkPath(page, opened);
    else unseen.push(path);
  }
  expect.soft(unseen).toEqual(withoutScreen);
  await visitor.close();
  await customer.close();
}

/** Whether another part has opened this path; in the back office with any parameters. */
function isChecked(path: string): boolean {
  return [...checkedPaths].some(
    (checked) => checked === path || (path.startsWith("/admin") && checked.startsWith(`${path}?`)),
  );
}

async function findAsync<T>(
  all: readonly T[],
  matches: (one: T) => Promise<boolean>,
): Promise<T | null> {
  for (const one of all) if (await matches(one)) return one;
  return null;
}

/** Whether this page's visitor gets HTML. Reads only the headers, since a stream has no end. */
async function isScreen(page: Page, url: string): Promise<boolean> {
  const cookies = await page.context().cookies();
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
    redirect: "manual",
    signal: leaving.signal,
  });
  leaving.abort();
  const type = response.headers.get("content-type") ?? "";
  return (response.ok || response.status === 404) && type.startsWith("text/html");
}
