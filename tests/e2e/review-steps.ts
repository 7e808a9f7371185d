import type { Page } from "@playwright/test";
import { expect } from "./admin-shop.ts";
import { openPlacedOrder, placeOrder } from "./place-order.ts";
import type { Shop } from "./shop-process.ts";

/** For `test.use`: quotes expire soon. The files that use it share their workers' shops. */
export const SHORT_QUOTES = { adminShopEnv: { QUOTE_SECONDS: "4" } };

/** Satoshis that `underpay` pays. */
export const PART = 10_000;

/** Orders 350 coins and underpays; resolves when the payment is in the review. */
export async function underpay(
  page: Page,
  shop: Shop,
): Promise<{ orderId: string; email: string }> {
  const { orderId, email } = await orderAndPay(page, shop, () => PART);
  await expect(page.getByText("We are reviewing this payment")).toBeVisible();
  return { orderId, email };
}

/** Orders 350 coins and pays this many satoshis more than due; resolves when the payment is confirmed. */
export async function overpay(
  page: Page,
  shop: Shop,
  more: number,
): Promise<{ orderId: string; sats: number }> {
  const { orderId, sats } = await orderAndPay(page, shop, (due) => due + more);
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
  return { orderId, sats };
}

/** Orders and pays by form posts, because on a busy machine the quote would end between two clicks. */
async function orderAndPay(page: Page, shop: Shop, paid: (due: number) => number) {
  const order = await placeOrder(shop);
  const { address, sats } = order.payment;
  await shop.pay({ address, sats: paid(sats), confirm: 1 });
  await openPlacedOrder(page, shop, order);
  return { orderId: order.id, email: order.buyer.email, sats };
}

/** Opens the payment of this order from the review list once it is listed. */
export async function openPayment(admin: Page, orderId: string): Promise<void> {
  await admin.goto("/admin/review");
  await admin.getByRole("link", { name: orderId }).click();
  await expect(admin.getByRole("dialog")).toContainText("Less than the amount due arrived");
}

/** Selects a decision and fills its reason. */
export async function choose(admin: Page, name: string): Promise<void> {
  await admin.getByRole("link", { name, exact: true }).click();
  await admin.getByLabel("Reason").fill("Agreed by mail");
}
