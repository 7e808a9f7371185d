import type { Page } from "@playwright/test";
import { expect } from "./shop.ts";
import { type Buyer, buyNow, createBuyer, fillRecipient } from "./steps.ts";

/** Environment with the sandbox's Lightning node. */
export const withLightning = { SANDBOX_LIGHTNING: "on" };

/** Goes from the home page to the invoice on step 2. */
export async function goToInvoice(page: Page, coins = "70"): Promise<Buyer> {
  const buyer = createBuyer();
  await page.goto("/");
  await buyNow(page, coins);
  await fillRecipient(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByTestId("payment-invoice")).toBeVisible();
  return buyer;
}

/** Reads the invoice from the payment page. */
export async function readInvoice(page: Page): Promise<string> {
  const invoice = await page.getByTestId("payment-invoice").getAttribute("data-invoice");
  if (!invoice) throw new Error(`no invoice on ${page.url()}`);
  return invoice;
}
