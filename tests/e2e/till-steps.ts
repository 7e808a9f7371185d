import type { Page } from "@playwright/test";
import type { Bill } from "../../sandbox/till/bill.ts";
import { expect, type Shop } from "./shop.ts";
import { buyNow, fillAccount, someBuyer } from "./steps.ts";

/** The till is open: its payments can be looked at, and done something to. */
export const withTill = { SANDBOX_TILL: "on" };

/** The payment that was begun last. */
export async function lastBill(shop: Shop): Promise<Bill> {
  const [bill] = await shop.bills();
  if (!bill) throw new Error("nobody was sent to a page to pay on");
  return bill;
}

/** From the home page to step 2, with this way to pay pressed. */
export async function goToStep2(
  page: Page,
  shop: Shop,
  method: string,
): Promise<{ email: string }> {
  const buyer = someBuyer();
  await page.goto(shop.url);
  await buyNow(page, "350");
  await fillAccount(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How you pay");
  const button = page.getByRole("button", { name: new RegExp(`^${method}`) });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  return buyer;
}

/** Confirms, and ends on the service's page; returns the order's id. */
export async function confirmToPage(page: Page, shop: Shop): Promise<string> {
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/sandbox\/(stripe|paypal)\//);
  const text = await page.getByRole("main").innerText();
  const [, orderId] = /order ([A-Z0-9]{7})/.exec(text) ?? [];
  if (!orderId) throw new Error(`no order on ${shop.url}: ${text}`);
  return orderId;
}

/** The payment panel says so, by itself. */
export const expectPaid = (page: Page) =>
  expect(page.getByText("Sending coins now.")).toBeVisible({ timeout: 20_000 });
