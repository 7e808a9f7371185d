import type { Page } from "@playwright/test";
import { expect } from "./shop.ts";
import { type Buyer, createBuyer, postStep1 } from "./steps.ts";

/** Environment with the sandbox's Lightning node. */
export const withLightning = { SANDBOX_LIGHTNING: "on" };

/** Opens the Lightning tab of step 2 after the forms before it are posted. */
export async function goToInvoice(page: Page): Promise<Buyer> {
  const buyer = createBuyer();
  await page.goto(`${await postStep1(page, "70", buyer)}&way=lightning`);
  await expect(page.getByTestId("payment-invoice")).toBeVisible();
  return buyer;
}

/** Reads the invoice from the Lightning tab. */
export async function readInvoice(page: Page): Promise<string> {
  const invoice = await page.getByTestId("payment-invoice").getAttribute("data-invoice");
  if (!invoice) throw new Error(`no invoice on ${page.url()}`);
  return invoice;
}
