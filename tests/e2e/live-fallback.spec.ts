import type { Page } from "@playwright/test";
import { expect as adminExpect, test as adminTest } from "./admin-shop.ts";
import { setHidden } from "./hidden-tab.ts";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import { createBuyer, goToPayment, readPayment } from "./steps.ts";

/** How long a stream may be silent, in milliseconds. */
const SILENCE_MS = 21_000;

const fallback = (page: Page) => page.getByRole("status").filter({ hasText: "Live updates" });

/** Lets the time of a silent stream pass, after the page was hydrated. */
async function expectSilence(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(SILENCE_MS);
    await expect(fallback(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
}

test("without the live stream the payment page polls, and says when it last checked @core", async ({
  page,
  shop,
}) => {
  await page.clock.install();
  // As a content blocker does.
  await page.route("**/live/**", (route) => route.abort());
  await goToPayment(page, "350", createBuyer());
  const payment = await readPayment(page);
  await shop.pay(payment);
  await expect(fallback(page)).toBeHidden();
  await expectSilence(page);
  await expect(fallback(page)).toContainText(/Last checked at \d\d:\d\d:\d\d\. Check now/);
  await expect(async () => {
    await page.clock.fastForward(SILENCE_MS);
    await expect(page.getByText("Payment seen").first()).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test("a proxy that holds the stream back does not keep the order's page from noticing; Check now does it at once", async ({
  page,
  shop,
}) => {
  const { id, payment } = await placeOrder(shop);
  await page.clock.install();
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/live/**", async (route) => {
    await held;
    await route.abort();
  });
  await page.goto(`/track-order?orderId=${id}`);
  await expect(page.getByRole("heading", { name: id })).toBeVisible();
  await expectSilence(page);
  await shop.pay({ ...payment, confirm: 1 });
  await expect(async () => {
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("Processing").first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  release();
});

test("a page that polls checks at once when its tab is shown again", async ({ page, shop }) => {
  const { id, payment } = await placeOrder(shop);
  await page.clock.install();
  await page.route("**/live/**", (route) => route.abort());
  await page.goto(`/track-order?orderId=${id}`);
  await expect(page.getByRole("heading", { name: id })).toBeVisible();
  await expectSilence(page);
  await setHidden(page, true);
  await shop.pay({ ...payment, confirm: 1 });
  const stored = async () => (await page.request.get(`/track-order?orderId=${id}`)).text();
  await expect.poll(stored).toContain("Processing</");
  await setHidden(page, false);
  await expect(page.getByText("Processing").first()).toBeVisible();
});

test("a stream that comes back ends the polling", async ({ page, shop }) => {
  const { id } = await placeOrder(shop);
  await page.clock.install();
  await page.route("**/live/**", (route) => route.abort());
  await page.goto(`/track-order?orderId=${id}`);
  await expect(page.getByRole("heading", { name: id })).toBeVisible();
  await expectSilence(page);
  await page.unroute("**/live/**");
  await expect(async () => {
    await page.clock.fastForward(SILENCE_MS);
    await expect(fallback(page)).toBeHidden({ timeout: 2000 });
  }).toPass();
});

adminTest("the back office polls without the live stream", async ({ adminPage, adminShop }) => {
  await adminPage.clock.install();
  await adminPage.route("**/live/**", (route) => route.abort());
  await adminPage.goto("/admin/orders");
  await expectSilence(adminPage);
  const { id } = await placeOrder(adminShop.shop);
  await adminExpect(async () => {
    await adminPage.clock.fastForward(SILENCE_MS);
    await adminExpect(adminPage.getByRole("link", { name: id, exact: true })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
});
