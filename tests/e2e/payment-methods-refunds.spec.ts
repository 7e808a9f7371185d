import type { Page } from "@playwright/test";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { type AdminShop, expect, test } from "./admin-shop.ts";
import { orderByProvider, withProviders } from "./hosted-payment-steps.ts";
import type { Shop } from "./shop-process.ts";
import { toast } from "./steps.ts";

test.use({ adminShopEnv: withProviders });
// On one worker with one shop.
test.describe.configure({ mode: "default" });

const providers = [
  { service: "stripe", brand: "Stripe", name: "Card" },
  { service: "paypal", brand: "PayPal", name: "PayPal" },
] as const;

interface Pages {
  page: Page;
  adminPage: Page;
  adminShop: AdminShop;
}

/** Has an order paid, and opens its payment in the admin panel. */
async function openPaid(
  { page, adminPage, adminShop: { shop } }: Pages,
  { service, name }: (typeof providers)[number],
): Promise<{ orderId: string; session: PaymentSession; orderPath: string }> {
  const { orderId, session } = await orderByProvider(page, shop, service);
  await shop.applyPaymentAction(session.id, { act: "pay" });
  const orderPath = `/track-order?orderId=${orderId}`;
  await expect
    .poll(async () => (await page.request.get(orderPath)).text())
    .toContain("We send the coins next.");
  await adminPage.goto(`/admin/orders/${orderId}`);
  await adminPage.getByRole("link", { name: `${name}, $14.99` }).click();
  return { orderId, session, orderPath };
}

/** Refunds dollars of the open payment by its provider. */
async function sendBack(page: Page, dollars: string, button: string): Promise<void> {
  await page.getByRole("link", { name: "Refund", exact: true }).click();
  await page.getByLabel("Amount in dollars").fill(dollars);
  await page.getByLabel("Reason").fill("Could not be delivered");
  await page.getByRole("button", { name: button }).click();
  await expect(toast(page, /sent back|Refund/i)).toBeVisible();
}

/** Returns the cents of each refund at the provider, oldest first. */
async function refundsAt(shop: Shop, { id }: PaymentSession): Promise<number[] | undefined> {
  const bill = (await shop.paymentSessions()).find((one) => one.id === id);
  return bill?.money?.refunds.map(({ cents }) => cents);
}

for (const provider of providers) {
  const { brand } = provider;
  const button = `Send it back by ${brand}`;
  test(`${brand} refunds from the order's panel, and a dispute is in the review @core`, async ({
    page,
    adminPage,
    adminShop,
  }) => {
    const { shop } = adminShop;
    const paid = await openPaid({ page, adminPage, adminShop }, provider);
    const { orderId, session, orderPath } = paid;
    await page.goto(orderPath);
    await expect(page.getByText("We send the coins next.")).toBeVisible();
    await sendBack(adminPage, "4.99", button);
    expect(await refundsAt(shop, session)).toEqual([499]);
    await expect(page.getByText("$4.99", { exact: true })).toBeVisible();

    await shop.applyPaymentAction(session.id, { act: "dispute" });
    await expect(async () => {
      await adminPage.goto("/admin/review");
      await expect(adminPage.getByRole("row").filter({ hasText: orderId })).toContainText(
        "Disputed",
        {
          timeout: 1000,
        },
      );
    }).toPass();
    await shop.applyPaymentAction(session.id, { act: "win" });
    await expect(async () => {
      await adminPage.goto("/admin/review");
      await expect(adminPage.getByText("Nothing needs a decision")).toBeVisible({ timeout: 1000 });
    }).toPass();
  });

  test(`a refund that fails at ${brand} is in the review, and is repeated`, async ({
    page,
    adminPage,
    adminShop,
  }) => {
    const { shop } = adminShop;
    const { orderId, session } = await openPaid({ page, adminPage, adminShop }, provider);
    await sendBack(adminPage, "14.99", button);

    await shop.applyPaymentAction(session.id, { act: "refund-fails" });
    const row = adminPage.getByRole("row").filter({ hasText: orderId });
    await expect(async () => {
      await adminPage.goto("/admin/review");
      await expect(row).toContainText("Refund failed", { timeout: 1000 });
    }).toPass();
    await row.getByRole("link").click();
    const panel = adminPage.getByRole("dialog");
    await expect(panel).toContainText("did not reach the buyer");
    await expect(panel.getByText("Did not reach the buyer", { exact: true })).toBeVisible();

    await sendBack(adminPage, "14.99", button);
    expect(await refundsAt(shop, session)).toEqual([1499, 1499]);
    await adminPage.goto("/admin/review");
    await expect(adminPage.getByText("Nothing needs a decision")).toBeVisible();
  });
}
