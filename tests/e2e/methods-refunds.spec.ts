import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { register, somebody } from "./people.ts";
import { expect, type Shop, test } from "./shop.ts";
import { toast } from "./steps.ts";
import {
  withTill,
  askTill,
  act,
  lastBill,
  goToStep2,
  confirmToPage,
  expectPaid,
} from "./till-steps.ts";

/** Pays an order on the service's page, and opens its payment in the back office. */
async function openPaid(page: Page, browser: Browser, shop: Shop, name: string) {
  const office = await browser.newPage({ baseURL: shop.url });
  // The first account is the administrator's.
  await register(office, somebody());
  await goToStep2(page, shop, name);
  const orderId = await confirmToPage(page, shop);
  const bill = await lastBill(shop);
  await page.locator("button.main").click();
  await expectPaid(page);
  await office.goto(`/admin/orders/${orderId}`);
  await office.getByRole("link", { name: `${name}, $14.99` }).click();
  return { office, orderId, bill };
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
    const shop = await ownShop(withTill);
    const { office, orderId, bill } = await openPaid(page, browser, shop, name);
    await office.getByRole("link", { name: "Refund", exact: true }).click();
    await office.getByLabel("Amount in dollars").fill("4.99");
    await office.getByLabel("Reason").fill("A part of it could not be delivered");
    await office.getByRole("button", { name: words }).click();
    await expect(toast(office, /sent back|Refund/i)).toBeVisible();
    const atService = await askTill<{ money: { refunds: { cents: number }[] } }>(
      shop,
      "GET",
      `/payments/${bill.id}`,
    );
    expect(atService.money.refunds.map(({ cents }) => cents)).toEqual([499]);
    await expect(page.getByText("$4.99")).toBeVisible();

    await act(shop, bill, { act: "dispute" });
    await expect(async () => {
      await office.goto("/admin/review");
      await expect(office.getByRole("row").filter({ hasText: orderId })).toContainText("Disputed", {
        timeout: 1000,
      });
    }).toPass();
    await act(shop, bill, { act: "win" });
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
    const shop = await ownShop(withTill);
    const { office, orderId, bill } = await openPaid(page, browser, shop, name);
    const sendBack = async () => {
      await office.getByRole("link", { name: "Refund", exact: true }).click();
      await office.getByLabel("Amount in dollars").fill("14.99");
      await office.getByLabel("Reason").fill("Could not be delivered");
      await office.getByRole("button", { name: words }).click();
      await expect(toast(office, /sent back|Refund/i)).toBeVisible();
    };
    await sendBack();

    await act(shop, bill, { act: "refund-fails" });
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

    await sendBack();
    const { money } = await askTill<{ money: { refunds: { cents: number }[] } }>(
      shop,
      "GET",
      `/payments/${bill.id}`,
    );
    expect(money.refunds.map(({ cents }) => cents)).toEqual([1499, 1499]);
    await office.goto("/admin/review");
    await expect(office.getByText("Nothing waits for you")).toBeVisible();
    await office.close();
  });
}
