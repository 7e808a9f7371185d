import type { Page } from "@playwright/test";
import { expect } from "./shop.ts";
import { toast } from "./steps.ts";

/** Sets the price of the package of 350 coins, as an administrator. */
export async function setPrice(page: Page, price: string): Promise<void> {
  await page.goto("/admin/packages");
  const card = page.getByRole("article").filter({
    has: page.getByRole("heading", { name: "350 coins", exact: true }),
  });
  await card.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Price ($)").fill(price);
  await page.getByRole("button", { name: "Update Package" }).click();
  await expect(toast(page, "Package updated successfully")).toBeVisible();
}
