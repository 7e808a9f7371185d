import type { Page } from "@playwright/test";
import type { PaymentSession, Service } from "../../sandbox/hosted-payments/session.ts";
import { expect } from "./shop.ts";
import type { Shop } from "./shop-process.ts";
import { type Buyer, createBuyer, postForm, postStep1, walkToStep2 } from "./steps.ts";

/** Environment with the payment provider stand-ins. */
export const withProviders = { SANDBOX_PROVIDERS: "on" };

/** Returns the newest payment session. */
export async function latestSession(shop: Shop): Promise<PaymentSession> {
  const [session] = await shop.paymentSessions();
  if (!session) throw new Error("no payment session was opened");
  return session;
}

/** Goes from the home page to step 2, and selects the payment method. */
export async function goToStep2(page: Page, method: string): Promise<Buyer> {
  const buyer = createBuyer();
  await walkToStep2(page, "350", buyer);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment method");
  const button = page.getByRole("button", { name: new RegExp(`^${method}`) });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  return buyer;
}

/** Posts the forms of the first steps. */
export async function postMethod(page: Page, method: Service): Promise<Buyer> {
  const buyer = createBuyer();
  await postStep1(page, "350", buyer);
  await postForm(page, "/checkout", { intent: "method", method });
  return buyer;
}

/** Places an order by posting the forms; returns it with the address of the provider's page, which is not opened. */
export async function orderByProvider(
  page: Page,
  shop: Shop,
  method: Service,
): Promise<{ buyer: Buyer; orderId: string; session: PaymentSession; providerPage: string }> {
  const buyer = await postMethod(page, method);
  const confirm = await (await page.request.get("/checkout?step=confirm")).text();
  const checkoutId = /name="checkoutId" value="([^"]+)"/.exec(confirm)?.[1] ?? "";
  const providerPage = await postForm(page, "/checkout", { intent: "confirm", checkoutId });
  const session = await latestSession(shop);
  const [, orderId] = /order ([A-Z0-9]{7})/.exec(session.title) ?? [];
  if (!orderId) throw new Error(`no order is to be paid on ${providerPage}`);
  return { buyer, orderId, session, providerPage };
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
  expect(page.getByText("We send the coins next.")).toBeVisible({ timeout: 20_000 });
