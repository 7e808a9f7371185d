import { type Browser, expect, type Page } from "@playwright/test";
import type { Office } from "./back-office.ts";
import { buyNow, fillAccount, someBuyer, toast } from "./steps.ts";

/** Has the shop take bank transfers. */
export async function giveAccount(admin: Page): Promise<void> {
  await admin.goto("/admin/settings");
  const form = admin.locator("form").filter({ has: admin.getByLabel("Account name") });
  // Another one each time: nothing is saved where nothing has changed.
  await form.getByLabel("Account name").fill(`Example ${Date.now()} Ltd`);
  await form.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(admin, "Payment settings updated")).toBeVisible();
}

/** Orders the 350 coins (14.99 USD) by bank transfer; resolves with the order's id. */
export async function orderByTransfer(page: Page): Promise<string> {
  await page.goto("/");
  await buyNow(page, "350");
  await fillAccount(page, someBuyer());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Bank transfer/ }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/track-order\?orderId=[A-Z0-9]{7}/);
  return new URL(page.url()).searchParams.get("orderId") ?? "";
}

/** Another order, of a browser that nobody else has. */
export async function orderByAnother(browser: Browser, { shop }: Office): Promise<string> {
  const context = await browser.newContext({ baseURL: shop.url });
  const orderId = await orderByTransfer(await context.newPage());
  await context.close();
  return orderId;
}

/** What the order is at, on its page. */
export const badge = (page: Page) => page.getByRole("article").locator(".badge");
