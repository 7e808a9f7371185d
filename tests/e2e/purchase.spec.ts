import type { Page } from "@playwright/test";
import { expect, test } from "./shop.ts";
import { buyNow, confirmOrder, fillRecipient, readPayment, createBuyer, toast } from "./steps.ts";

// With motion, as most buyers see it.
test.use({ reducedMotion: "no-preference" });

for (const { name, viewport } of [
  { name: "desktop", viewport: { width: 1440, height: 900 } },
  { name: "phone", viewport: { width: 390, height: 844 } },
]) {
  test.describe(name, () => {
    test.use({ viewport });

    test("from the home page to a processing order, tracked by id and email @core", async ({
      page,
      shop,
      browser,
    }) => {
      const buyer = createBuyer();

      await page.goto(shop.url);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "TikTok coins, paid for in Bitcoin",
      );
      await buyNow(page, "350");

      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("TikTok username is required")).toBeVisible();
      await expect(page.getByText("Email is required")).toBeVisible();
      await expect(page.getByLabel("TikTok username")).toBeFocused();
      await page.getByLabel("TikTok username").fill(`@${buyer.username}`);
      await page.getByLabel("Email", { exact: true }).fill("mira@");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Please enter a valid email address")).toBeVisible();
      await fillRecipient(page, buyer);
      await page.getByRole("button", { name: "Continue" }).click();

      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay with Bitcoin");
      await expect(
        page.getByRole("status").filter({ hasText: "Waiting for your payment" }),
      ).toBeVisible();
      await expect(page.getByText("Order expires in")).toBeVisible();
      await expect(page.getByRole("timer")).toHaveText(/^(60:00|59:\d\d)$/);
      await expect(page.getByTestId("payment-amount")).toHaveText(/^0\.\d{8}/);
      const code = page.getByRole("img", { name: "QR code with the address and the amount" });
      if (name === "phone") {
        // The wallet is on the same device.
        await expect(code).toBeHidden();
        await page.getByText("QR code for another device").click();
      }
      await expect(code).toBeVisible();
      const payment = await readPayment(page);
      await page.getByRole("button", { name: "Copy Address" }).click();
      await expect(toast(page, "Bitcoin address copied to clipboard")).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payment.address);

      await shop.pay(payment);
      await expect(page.getByText("Payment seen on the network")).toBeVisible();
      await expect(page.getByText("Payment seen. You can close this page.")).toBeVisible();

      const orderId = await confirmOrder(page);
      await expect(toast(page, "Order placed successfully!")).toBeVisible();
      await expect(page.getByRole("heading", { name: orderId })).toBeVisible();
      await expect(badge(page, "Pending")).toBeVisible();

      await shop.mine();
      await expect(badge(page, "Processing")).toBeVisible();

      await expect
        .poll(() => shop.subjectsTo(buyer.email))
        .toEqual([
          expect.stringContaining(`${orderId} is placed`),
          expect.stringContaining(`${orderId}: payment confirmed`),
        ]);

      // Another browser with id and email.
      const elsewhere = await browser.newPage({ viewport, baseURL: shop.url });
      await elsewhere.goto("/track-order");
      await elsewhere.getByLabel("Order ID", { exact: true }).fill(orderId.toLowerCase());
      await elsewhere.getByLabel("Email", { exact: true }).fill(buyer.email.toUpperCase());
      await elsewhere.getByRole("button", { name: "Track Order" }).click();
      await expect(elsewhere.getByRole("article").getByText(buyer.email)).toBeVisible();
      await expect(badge(elsewhere, "Processing")).toBeVisible();
      await elsewhere.close();
    });
  });
}

function badge(page: Page, status: string) {
  return page.getByRole("article").locator(".badge", { hasText: status });
}
