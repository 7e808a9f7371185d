import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { placeOrder } from "./place-order.ts";

const orderLink = (page: Page, id: string) => page.getByRole("link", { name: id, exact: true });

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test("tabs share one connection; when its tab is closed, another tab takes over", async ({
  adminPage: first,
  adminShop: { shop },
}) => {
  const context = first.context();
  await expect.poll(() => shop.openStreams()).toBe(0);
  await first.goto("/admin/orders");
  await expect.poll(() => shop.openStreams()).toBe(1);
  const others = [await openTab(context, "/admin/orders"), await openTab(context, "/admin/orders")];
  const { id } = await placeOrder(shop, {});
  for (const page of [first, ...others]) await expect(orderLink(page, id)).toBeVisible();
  expect(await shop.openStreams()).toBe(1);

  await first.close();
  await expect.poll(() => shop.openStreams()).toBe(1);
  const { id: next } = await placeOrder(shop, {});
  for (const page of others) await expect(orderLink(page, next)).toBeVisible();

  // The tab keeps the connection when it navigates.
  const requested: string[] = [];
  context.on("request", (request) => requested.push(new URL(request.url()).pathname));
  for (const page of others) {
    await page.getByRole("link", { name: "Customers" }).first().click();
    await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  }
  expect(requested).not.toContain("/live/admin");
  for (const page of others) await page.close();
  await expect.poll(() => shop.openStreams()).toBe(0);
});

test("an order's page receives updates of its own order while other tabs of the browser follow other orders", async ({
  adminPage,
  adminShop: { shop },
}) => {
  const context = adminPage.context();
  await adminPage.goto("/admin/orders");
  const { id, payment } = await placeOrder(shop, {});
  const page = await openTab(context, `/track-order?orderId=${id}`);
  const twin = await openTab(context, `/track-order?orderId=${id}`);
  await expect.poll(() => shop.openStreams()).toBe(2);
  const refreshed: string[] = [];
  page.on("request", (request) => refreshed.push(new URL(request.url()).pathname));
  await page.evaluate(() => document.fonts.ready);
  refreshed.length = 0;

  const { id: other } = await placeOrder(shop, {});
  await expect(orderLink(adminPage, other)).toBeVisible();
  expect(refreshed).toEqual([]);
  await shop.pay({ ...payment, confirm: 1 });
  for (const each of [page, twin]) await expect(each.getByText("Processing").first()).toBeVisible();
});

test("a suspended tab with the lock does not block the others", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const sleeper = await openTab(page.context(), "/healthz");
  await sleeper.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request("satchel.live/admin", () => {
          held();
          return new Promise(() => undefined);
        });
      }),
  );
  await page.goto("/admin/orders");
  await expect.poll(() => shop.openStreams()).toBe(1);
  const { id } = await placeOrder(shop, {});
  await expect(orderLink(page, id)).toBeVisible();
});

test("without the Web Locks API each tab has its own connection", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await page.context().addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
  await page.goto("/admin/orders");
  const second = await openTab(page.context(), "/admin/orders");
  await expect.poll(() => shop.openStreams()).toBe(2);
  const { id } = await placeOrder(shop, {});
  for (const each of [page, second]) await expect(orderLink(each, id)).toBeVisible();
});
