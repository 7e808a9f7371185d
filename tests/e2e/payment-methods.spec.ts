import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";
import {
  withProviders,
  latestSession,
  goToStep2,
  confirmToPage,
  orderByProvider,
  postMethod,
  expectPaid,
} from "./hosted-payment-steps.ts";

test.use({ shopEnv: withProviders });
// On one worker with one shop.
test.describe.configure({ mode: "default" });
test.afterEach(({ shop }) => shop.holdWebhooks({ held: false }));

for (const { method, name } of [
  { method: "stripe", name: "Card" },
  { method: "paypal", name: "PayPal" },
] as const) {
  test.describe(name, () => {
    test("is paid on the provider's page, which redirects to a paid order @core", async ({
      page,
      shop,
    }) => {
      const buyer = await goToStep2(page, name);
      const orderId = await confirmToPage(page, shop);
      await page.locator("button.main").click();
      await page.waitForURL(/\/track-order\?orderId=/);
      await expect(toast(page, "Order placed successfully!")).toBeVisible();
      await expectPaid(page);
      await expect(page.getByText(orderId, { exact: true })).toBeVisible();
      await expect(page.getByRole("definition").filter({ hasText: name }).first()).toBeVisible();
      await expect
        .poll(() => shop.subjectsTo(buyer.email))
        .toEqual([
          expect.stringMatching(/is placed$/),
          expect.stringMatching(/payment confirmed$/),
        ]);
      const confirmed = (await shop.mailsTo(buyer.email)).find(({ subject }) =>
        subject.includes("confirmed"),
      );
      expect(confirmed?.text).toContain("$14.99");
    });

    test("webhooks that are repeated, early or reordered change nothing", async ({
      page,
      shop,
    }) => {
      const { buyer, orderId, session } = await orderByProvider(page, shop, method);
      await shop.holdWebhooks({ held: true });
      await shop.applyPaymentAction(session.id, { act: "pay" });
      await shop.holdWebhooks({ held: false, order: "reverse" });
      await shop.resendWebhooks(5);
      await page.goto(`${shop.url}/track-order?orderId=${orderId}&returned=${method}`);
      await expectPaid(page);
      await shop.resendWebhooks(5);
      const confirmations = async () =>
        (await shop.subjectsTo(buyer.email)).filter((subject) => subject.includes("confirmed"));
      await expect.poll(confirmations).toHaveLength(1);
      await page.reload();
      await expectPaid(page);
      expect(await confirmations()).toHaveLength(1);
    });

    test("an order is paid even if the buyer closes the window or the webhook is lost", async ({
      page,
      shop,
    }) => {
      const { orderId, session } = await orderByProvider(page, shop, method);
      await shop.holdWebhooks({ held: true });
      await shop.applyPaymentAction(session.id, { act: "pay" });
      // No redirect and no webhook: the shop polls the provider.
      await page.goto(`${shop.url}/track-order?orderId=${orderId}`);
      await expectPaid(page);
    });

    test("an abandoned order is paid by another method", async ({ page, shop }) => {
      const { providerPage } = await orderByProvider(page, shop, method);
      await page.goto(providerPage);
      await page.getByRole("link", { name: "Back to the shop without paying" }).click();
      await expect(toast(page, "Your order is saved.")).toBeVisible();
      await expect(page.getByText("Waiting for your payment")).toBeVisible();
      await page.getByText("Pay another way").click();
      await page.getByRole("button", { name: /^Bitcoin/ }).click();
      const address = page.getByTestId("payment-address");
      await expect(address).toBeVisible();
      const amount = await page.getByTestId("payment-amount").innerText();
      await shop.pay({
        address: (await address.getAttribute("data-address")) ?? "",
        sats: Number(amount.replaceAll(/\D/g, "")),
        confirm: 1,
      });
      await expectPaid(page);
      await expect(page.getByRole("definition").filter({ hasText: "Bitcoin" })).toBeVisible();
    });

    test("an expired page is replaced by a new one", async ({ page, shop }) => {
      const { session: first, providerPage } = await orderByProvider(page, shop, method);
      await page.goto(providerPage);
      await page.getByRole("link", { name: "Back to the shop without paying" }).click();
      await shop.applyPaymentAction(first.id, { act: "expire" });
      const pay = page.getByRole("button", { name: /^Pay (by|with)/ });
      await expect(async () => {
        await page.goto(page.url());
        await pay.click();
        await page.waitForURL(/\/sandbox\//, { timeout: 5000 });
        expect((await latestSession(shop)).id).not.toBe(first.id);
      }).toPass({ timeout: 40_000 });
      await page.locator("button.main").click();
      await expectPaid(page);
    });

    test("a wrong amount is in the review", async ({ page, shop }) => {
      const { orderId, session } = await orderByProvider(page, shop, method);
      await shop.applyPaymentAction(session.id, { act: "pay", cents: 1000 });
      await page.goto(`${shop.url}/track-order?orderId=${orderId}`);
      await expect(page.getByText("We are reviewing this payment", { exact: true })).toBeVisible({
        timeout: 20_000,
      });
      await expect(page.getByText("$10.00").first()).toBeVisible();
      await expect(page.getByText("$4.99")).toBeVisible();
    });
  });
}

test("a declined card stays on the page; a delayed payment is awaited @core", async ({
  page,
  shop,
}) => {
  const { session, providerPage } = await orderByProvider(page, shop, "stripe");
  await page.goto(providerPage);
  await page.getByRole("button", { name: "Pay with a card that is declined" }).click();
  await expect(page.getByText("This card was declined.")).toBeVisible();
  await page.getByRole("button", { name: "Pay by a method that takes days" }).click();
  await page.waitForURL(/\/track-order/);
  await expect(page.getByText("Your payment is on its way.")).toBeVisible();
  await shop.applyPaymentAction(session.id, { act: "settle" });
  await expectPaid(page);
});

test("while the provider is down the order is placed, and can be paid afterwards", async ({
  page,
  shop,
}) => {
  await postMethod(page, "stripe");
  await page.goto("/checkout?step=confirm");
  await shop.setFaults({ stripe: "500" });
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await expect(toast(page, "cannot be opened right now")).toBeVisible({ timeout: 30_000 });
  await shop.setFaults({ stripe: null });
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.waitForURL(/\/sandbox\/stripe\//);
  await page.locator("button.main").click();
  await expectPaid(page);
});

test("a webhook without the provider's signature is rejected", async ({ shop }) => {
  for (const method of ["stripe", "paypal"]) {
    const response = await fetch(`${shop.url}/webhooks/${method}`, {
      method: "POST",
      body: JSON.stringify({ id: "evt_1", type: "checkout.session.completed" }),
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
  }
  expect((await fetch(`${shop.url}/webhooks/bitcoin`, { method: "POST" })).status).toBe(404);
});
