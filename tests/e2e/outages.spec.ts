import { openPlacedOrder, placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import { goToPayment, clickUntil, openHydrated, readPayment, createBuyer } from "./steps.ts";

test("when the price lock ends, a new amount is offered on the same address at the new rate; an order confirmed unpaid gets it on its own page", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop({ QUOTE_SECONDS: "6" });
  const page = await browser.newPage({ baseURL: shop.url });
  await goToPayment(page, "350", createBuyer());
  const first = await readPayment(page);
  await expect(page.getByText("The price lock has ended")).toBeVisible();
  await expect(page.getByTestId("payment-address")).toHaveCount(0);

  await shop.setPrice({ usd: 50_000 });
  await clickUntil(page.getByRole("button", { name: "Get a new amount" }), async () => {
    // An amount at the old rate ends as well, and its address is gone then.
    await expect(page.getByTestId("payment-amount")).toHaveText(/0\.00029980/, { timeout: 1000 });
  });
  expect(await readPayment(page)).toEqual({ address: first.address, sats: 29_980 });

  // A payment of the old amount less than an hour late still counts.
  await shop.pay({ ...first, confirm: 1 });
  await expect(page.getByText("Payment confirmed")).toBeVisible();

  const other = await browser.newPage({ baseURL: shop.url });
  const order = await placeOrder(shop);
  await openPlacedOrder(other, shop, order);
  await expect(other.getByText("The price lock has ended")).toBeVisible();
  await other.getByRole("button", { name: "Get a new amount" }).click();
  await expect(other.getByTestId("payment-amount")).toBeVisible();
  expect((await readPayment(other)).address).toBe(order.payment.address);
});

test("while all price sources are down the payment page shows an error, and Retry works afterwards", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop({ PRICE_MAX_AGE_SECONDS: "8", PRICE_REFRESH_SECONDS: "1" });
  const page = await browser.newPage({ baseURL: shop.url });
  await shop.setPrice({ down: true });
  await page.goto("/packages/2");
  // The last price is used until it is too old.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("The Bitcoin rate is not available")).toBeVisible({ timeout: 500 });
  }).toPass();
  await goToPayment(page, "350", createBuyer());
  await expect(page.getByText("Failed to fetch Bitcoin price")).toBeVisible();
  await shop.setPrice({ usd: 100_000 });
  const other = await browser.newPage({ baseURL: shop.url });
  await expect(async () => {
    await other.goto("/packages/2");
    await expect(other.getByText(/0\.00014990/)).toBeVisible({ timeout: 500 });
  }).toPass();
  // The step stays when it is loaded again after the price has come back.
  await page.reload();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByTestId("payment-amount")).toHaveText(/0\.00014990/);
});

test("while the chain source is down the page shows it; payments in the meantime are detected afterwards", async ({
  page,
  shop,
}) => {
  await goToPayment(page, "350", createBuyer());
  const payment = await readPayment(page);
  const uri = `bitcoin:${payment.address}?amount=${(payment.sats / 1e8).toFixed(8)}`;
  for (const esplora of ["429-json", "500", "cut-json", "html-200"]) {
    await shop.setFaults({ esplora });
    expect(await (await page.request.get(page.url())).text()).toContain(uri);
  }
  await shop.pay(payment);
  // Without a reload.
  await expect(page.getByText(/cannot be reached/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Payment seen on the network")).toHaveCount(0);
  await shop.setFaults({ esplora: null });
  await expect(page.getByText("Payment seen on the network")).toBeVisible();
  await expect(page.getByText(/cannot be reached/)).toHaveCount(0);
});

test("an unavailable mail server delays only mails", async ({ shop }) => {
  await shop.setFaults({ smtp: "refuse" });
  const { buyer } = await placeOrder(shop);
  await shop.setFaults({ smtp: null });
  await expect.poll(async () => (await shop.mailsTo(buyer.email)).length).toBe(1);
});

test("a page that was truncated by a restart reloads itself", async ({ page }) => {
  // Every load is truncated until the notice was seen, because the link may load the page ahead.
  let noticed = false;
  await page.route(/\/terms\.data/, async (route) => {
    if (noticed) return route.continue();
    const response = await route.fetch();
    const body = await response.body();
    return route.fulfill({ response, body: body.subarray(0, body.length / 2) });
  });
  await openHydrated(page, "/track-order");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page.getByText(/cannot be reached/)).toBeVisible();
  noticed = true;
  await expect(page.getByRole("heading", { name: "Terms", level: 1 })).toBeVisible();
});
