import { type Browser, expect, type Page } from "@playwright/test";
import type { AdminShop } from "./admin-shop.ts";
import { buyNow, fillRecipient, createBuyer, toast } from "./steps.ts";

/** Enables bank transfers in the settings. */
export async function enableBankTransfers(admin: Page): Promise<void> {
  await admin.goto("/admin/settings/payment");
  const form = admin.locator("form").filter({ has: admin.getByLabel("Account name") });
  // A new name each time, because unchanged settings are not saved.
  await form.getByLabel("Account name").fill(`Example ${Date.now()} Ltd`);
  await form.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(admin, "Payment settings updated")).toBeVisible();
}

/** Orders 350 coins (14.99 USD) by bank transfer; returns the order's id. */
export async function orderByTransfer(page: Page): Promise<string> {
  await page.goto("/");
  await buyNow(page, "350");
  await fillRecipient(page, createBuyer());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Bank transfer/ }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/track-order\?orderId=[A-Z0-9]{7}/);
  return new URL(page.url()).searchParams.get("orderId") ?? "";
}

/** Places another order in a new browser context. */
export async function orderByAnotherCustomer(
  browser: Browser,
  { shop }: AdminShop,
): Promise<string> {
  const context = await browser.newContext({ baseURL: shop.url });
  const orderId = await orderByTransfer(await context.newPage());
  await context.close();
  return orderId;
}

/** Returns the status badge on the order's page. */
export const badge = (page: Page) => page.getByRole("article").locator(".badge");
