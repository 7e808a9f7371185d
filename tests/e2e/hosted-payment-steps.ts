import type { Page } from "@playwright/test";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { expect, type Shop } from "./shop.ts";
import { buyNow, fillRecipient, createBuyer } from "./steps.ts";

/** Environment with the payment provider stand-ins. */
export const withProviders = { SANDBOX_PROVIDERS: "on" };

/** Returns the newest payment session. */
export async function latestSession(shop: Shop): Promise<PaymentSession> {
  const [session] = await shop.paymentSessions();
  if (!session) throw new Error("no payment session was opened");
  return session;
}

/** Goes from the home page to step 2, and selects the payment method. */
export async function goToStep2(
  page: Page,
  shop: Shop,
  method: string,
): Promise<{ email: string }> {
  const buyer = createBuyer();
  await page.goto(shop.url);
  await buyNow(page, "350");
  await fillRecipient(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment method");
  const button = page.getByRole("button", { name: new RegExp(`^${method}`) });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  return buyer;
}

/** Confirms, and waits for the provider's page; returns the order's id. */
export async function confirmToPage(page: Page, shop: Shop): Promise<string> {
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/sandbox\/(stripe|paypal)\//);
  const text = await page.getByRole("main").innerText();
  const [, orderId] = /order ([A-Z0-9]{7})/.exec(text) ?? [];
  if (!orderId) throw new Error(`no order on ${shop.url}: ${text}`);
  return orderId;
}

/** Expects the payment panel to show the payment without a reload. */
export const expectPaid = (page: Page) =>
  expect(page.getByText("Sending coins now.")).toBeVisible({ timeout: 20_000 });
