import type { Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { setHidden } from "./hidden-tab.ts";
import { placeOrder } from "./place-order.ts";

const orderLink = (page: Page, id: string) => page.getByRole("link", { name: id, exact: true });

test("each visible tab has a stream; a hidden one has none, and catches up when it is shown @core", async ({
  adminPage: first,
  adminShop: { shop },
}) => {
  await expect.poll(() => shop.openStreams()).toBe(0);
  await first.goto("/admin/orders");
  const second = await first.context().newPage();
  await second.goto("/admin/orders");
  await expect.poll(() => shop.openStreams()).toBe(2);

  await setHidden(first, true);
  await expect.poll(() => shop.openStreams()).toBe(1);
  const { id } = await placeOrder(shop, {});
  await expect(orderLink(second, id)).toBeVisible();
  await expect(orderLink(first, id)).toBeHidden();
  await setHidden(first, false);
  await expect(orderLink(first, id)).toBeVisible();
  await expect.poll(() => shop.openStreams()).toBe(2);

  // The tab keeps its stream when it navigates.
  const requested: string[] = [];
  second.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await second.getByRole("link", { name: "Customers" }).first().click();
  await expect(second.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  expect(requested).not.toContain("/live/admin");
  await second.close();
  await expect.poll(() => shop.openStreams()).toBe(1);
});
