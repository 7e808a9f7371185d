import type { Browser, Page } from "@playwright/test";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { expectAccessible } from "./axe.ts";
import { register, createPerson } from "./people.ts";
import { expect, type Shop, test } from "./shop.ts";
import { toast } from "./steps.ts";
import {
  withProviders,
  latestSession,
  goToStep2,
  confirmToPage,
  expectPaid,
} from "./hosted-payment-steps.ts";

/** Pays an order on the provider's page, and opens its payment in the admin panel. */
async function openPaid(page: Page, browser: Browser, shop: Shop, name: string) {
  const adminShop = await browser.newPage({ baseURL: shop.url });
  // The first account becomes the administrator.
  await register(adminShop, createPerson());
  await goToStep2(page, shop, name);
  const orderId = await confirmToPage(page, shop);
  const bill = await latestSession(shop);
  await page.locator("button.main").click();
  await expectPaid(page);
  await adminShop.goto(`/admin/orders/${orderId}`);
  await adminShop.getByRole("link", { name: `${name}, $14.99` }).click();
  return { adminShop, orderId, bill };
}

/** Refunds dollars of the open payment by its provider. */
async function sendBack(adminShop: Page, dollars: string, button: string): Promise<void> {
  await adminShop.getByRole("link", { name: "Refund", exact: true }).click();
  await adminShop.getByLabel("Amount in dollars").fill(dollars);
  await adminShop.getByLabel("Reason").fill("Could not be delivered");
  await adminShop.getByRole("button", { name: button }).click();
  await expect(toast(adminShop, /sent back|Refund/i)).toBeVisible();
}

/** Returns the cents of each refund at the provider, oldest first. */
async function refundsAt(shop: Shop, { id }: PaymentSession): Promise<number[] | undefined> {
  const bill = (await shop.paymentSessions()).find((one) => one.id === id);
  return bill?.money?.refunds.map(({ cents }) => cents);
}

for (const { service, name, words } of [
  { service: "Stripe", name: "Card", words: "Send it back by Stripe" },
  { service: "PayPal", name: "PayPal", words: "Send it back by PayPal" },
]) {
  test(`${service} refunds from the order's panel, and a dispute is in the review`, async ({
    page,
    browser,
    ownShop,
  }) => {
    const shop = await ownShop(withProviders);
    const { adminShop, orderId, bill } = await openPaid(page, browser, shop, name);
    await sendBack(adminShop, "4.99", words);
    expect(await refundsAt(shop, bill)).toEqual([499]);
    await expect(page.getByText("$4.99")).toBeVisible();

    await shop.applyPaymentAction(bill.id, { act: "dispute" });
    await expect(async () => {
      await adminShop.goto("/admin/review");
      await expect(adminShop.getByRole("row").filter({ hasText: orderId })).toContainText(
        "Disputed",
        {
          timeout: 1000,
        },
      );
    }).toPass();
    await shop.applyPaymentAction(bill.id, { act: "win" });
    await expect(async () => {
      await adminShop.goto("/admin/review");
      await expect(adminShop.getByText("Nothing needs a decision")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await adminShop.close();
  });

  test(`a refund that fails at ${service} is in the review, and is repeated`, async ({
    page,
    browser,
    ownShop,
  }) => {
    const shop = await ownShop(withProviders);
    const { adminShop, orderId, bill } = await openPaid(page, browser, shop, name);
    await sendBack(adminShop, "14.99", words);

    await shop.applyPaymentAction(bill.id, { act: "refund-fails" });
    const row = adminShop.getByRole("row").filter({ hasText: orderId });
    await expect(async () => {
      await adminShop.goto("/admin/review");
      await expect(row).toContainText("Refund failed", { timeout: 1000 });
    }).toPass();
    await row.getByRole("link").click();
    const panel = adminShop.getByRole("dialog");
    await expect(panel).toContainText("did not reach the buyer");
    await expect(panel.getByText("Did not reach the buyer", { exact: true })).toBeVisible();
    await expectAccessible(adminShop);

    await sendBack(adminShop, "14.99", words);
    expect(await refundsAt(shop, bill)).toEqual([1499, 1499]);
    await adminShop.goto("/admin/review");
    await expect(adminShop.getByText("Nothing needs a decision")).toBeVisible();
    await adminShop.close();
  });
}
