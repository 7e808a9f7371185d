import type { Browser, Page } from "@playwright/test";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { expectAccessible } from "./axe.ts";
import { register, somebody } from "./people.ts";
import { expect, type Shop, test } from "./shop.ts";
import { toast } from "./steps.ts";
import {
  withProviders,
  latestSession,
  goToStep2,
  confirmToPage,
  expectPaid,
} from "./hosted-payment-steps.ts";

/** Pays an order on the service's page, and opens its payment in the back office. */
async function openPaid(page: Page, browser: Browser, shop: Shop, name: string) {
  const office = await browser.newPage({ baseURL: shop.url });
  // The first account is the administrator's.
  await register(office, somebody());
  await goToStep2(page, shop, name);
  const orderId = await confirmToPage(page, shop);
  const bill = await latestSession(shop);
  await page.locator("button.main").click();
  await expectPaid(page);
  await office.goto(`/admin/orders/${orderId}`);
  await office.getByRole("link", { name: `${name}, $14.99` }).click();
  return { office, orderId, bill };
}

/** Sends so many dollars of the payment that is open back by its service. */
async function sendBack(office: Page, dollars: string, button: string): Promise<void> {
  await office.getByRole("link", { name: "Refund", exact: true }).click();
  await office.getByLabel("Amount in dollars").fill(dollars);
  await office.getByLabel("Reason").fill("Could not be delivered");
  await office.getByRole("button", { name: button }).click();
  await expect(toast(office, /sent back|Refund/i)).toBeVisible();
}

/** Cents of each refund that the service knows of, the first one first. */
async function refundsAt(shop: Shop, { id }: PaymentSession): Promise<number[] | undefined> {
  const bill = (await shop.paymentSessions()).find((one) => one.id === id);
  return bill?.money?.refunds.map(({ cents }) => cents);
}

for (const { service, name, words } of [
  { service: "Stripe", name: "Card", words: "Send it back by Stripe" },
  { service: "PayPal", name: "PayPal", words: "Send it back by PayPal" },
]) {
  test(`${service} sends money back from the order's panel, and a dispute waits in the review`, async ({
    page,
    browser,
    ownShop,
  }) => {
    const shop = await ownShop(withProviders);
    const { office, orderId, bill } = await openPaid(page, browser, shop, name);
    await sendBack(office, "4.99", words);
    expect(await refundsAt(shop, bill)).toEqual([499]);
    await expect(page.getByText("$4.99")).toBeVisible();

    await shop.doToBill(bill.id, { act: "dispute" });
    await expect(async () => {
      await office.goto("/admin/review");
      await expect(office.getByRole("row").filter({ hasText: orderId })).toContainText("Disputed", {
        timeout: 1000,
      });
    }).toPass();
    await shop.doToBill(bill.id, { act: "win" });
    await expect(async () => {
      await office.goto("/admin/review");
      await expect(office.getByText("Nothing waits for you")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await office.close();
  });

  test(`a refund that ${service} takes back waits in the review, and is sent once more`, async ({
    page,
    browser,
    ownShop,
  }) => {
    const shop = await ownShop(withProviders);
    const { office, orderId, bill } = await openPaid(page, browser, shop, name);
    await sendBack(office, "14.99", words);

    await shop.doToBill(bill.id, { act: "refund-fails" });
    const row = office.getByRole("row").filter({ hasText: orderId });
    await expect(async () => {
      await office.goto("/admin/review");
      await expect(row).toContainText("Refund failed", { timeout: 1000 });
    }).toPass();
    await row.getByRole("link").click();
    const panel = office.getByRole("dialog");
    await expect(panel).toContainText("did not reach the buyer");
    await expect(panel.getByText("Did not reach the buyer", { exact: true })).toBeVisible();
    await expectAccessible(office);

    await sendBack(office, "14.99", words);
    expect(await refundsAt(shop, bill)).toEqual([1499, 1499]);
    await office.goto("/admin/review");
    await expect(office.getByText("Nothing waits for you")).toBeVisible();
    await office.close();
  });
}
