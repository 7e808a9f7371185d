import type { Page } from "@playwright/test";
import { expect, test } from "./shop.ts";
import { createBuyer, fillRecipient } from "./steps.ts";

/** What a page may shift between two steps: the sum of https://web.dev/articles/cls, which calls 0.1 good. */
const MOST = 0.05;

/** Collects the layout shifts of the page. */
async function collectShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns the sum of the layout shifts since the last call. */
async function sumOfShifts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: number[] };
    return shifts.splice(0).reduce((sum, shift) => sum + shift, 0);
  });
}

test("on a phone with a slow network, the checkout does not jump from step to step", async ({
  shop,
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await collectShifts(page);
  const network = await context.newCDPSession(page);
  await page.goto("/");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Buy Now/ })
    .click();
  await fillRecipient(page, createBuyer());
  expect(await sumOfShifts(page)).toBeLessThan(MOST);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByTestId("payment-address")).toBeVisible({ timeout: 60_000 });
  expect(await sumOfShifts(page)).toBeLessThan(MOST);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Confirm Order" })).toBeVisible();
  expect(await sumOfShifts(page)).toBeLessThan(MOST);
  await context.close();
});
