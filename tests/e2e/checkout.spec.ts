import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import {
  buyNow,
  confirmOrder,
  fillRecipient,
  goToPayment,
  clickUntil,
  readPayment,
  createBuyer,
  seePaidOrder,
  toast,
  walkToStep2,
} from "./steps.ts";

test("without a package there is no checkout, and no link to it @core", async ({ page }) => {
  await page.goto("/checkout");
  await expect(page.getByText("No Package Selected")).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Checkout" }),
  ).toHaveCount(0);
  await page.getByRole("link", { name: "Back to Shop" }).click();
  await expect(page).toHaveURL(/\/#packages$/);
});

test("the Checkout link is right in the first HTML, and gone after the order is placed", async ({
  page,
}) => {
  const hasLink = async () =>
    (await (await page.request.get("/")).text()).includes('href="/checkout"');
  expect(await hasLink()).toBe(false);
  await goToPayment(page, "70", createBuyer());
  expect(await hasLink()).toBe(true);
  await confirmOrder(page);
  expect(await hasLink()).toBe(false);
});

test("reload, back button and a second tab show the same address and amount @core", async ({
  page,
  context,
}) => {
  const buyer = createBuyer();
  await walkToStep2(page, "700", buyer);
  const first = await readPayment(page);

  await page.reload();
  expect(await readPayment(page)).toEqual(first);

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByLabel("TikTok username")).toHaveValue(buyer.username);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(buyer.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByTestId("payment-amount")).toBeVisible();
  expect(await readPayment(page)).toEqual(first);

  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Confirm Order" })).toBeVisible();
  await page.goBack();
  expect(await readPayment(page)).toEqual(first);

  const second = await context.newPage();
  await second.goto("/");
  await buyNow(second, "700");
  await second.goto("/checkout");
  await expect(second.getByTestId("payment-amount")).toBeVisible();
  expect(await readPayment(second)).toEqual(first);
});

test("an order that is confirmed unpaid keeps showing how to pay, and updates with the payment @core", async ({
  page,
  shop,
}) => {
  await goToPayment(page, "350", createBuyer());
  const payment = await readPayment(page);
  await confirmOrder(page);
  expect(await readPayment(page)).toEqual(payment);
  await shop.pay(payment);
  await expect(page.getByText("Payment seen on the network")).toBeVisible({ timeout: 5000 });
  await shop.mine();
  await expect(page.getByRole("article").locator(".badge", { hasText: "Processing" })).toBeVisible({
    timeout: 5000,
  });
});

test("an underpayment shows the outstanding amount, and paying it completes the payment @core", async ({
  page,
  shop,
}) => {
  await goToPayment(page, "350", createBuyer());
  const { address, sats } = await readPayment(page);
  await shop.pay({ address, sats: sats - 3388 });
  await expect(page.getByText("Part of the payment is missing")).toBeVisible({ timeout: 5000 });
  await expect(page.getByText("0.00003388").first()).toBeVisible();
  await page.getByRole("button", { name: "Copy missing amount" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0.00003388");
  await shop.pay({ address, sats: 3388, confirm: 1 });
  await expect(page.getByText("Payment confirmed")).toBeVisible({ timeout: 5000 });
});

test("an overpayment settles the order, and is shown", async ({ page, shop }) => {
  await goToPayment(page, "350", createBuyer());
  const { address, sats } = await readPayment(page);
  await shop.pay({ address, sats: sats * 2, confirm: 1 });
  await seePaidOrder(page);
  await expect(page.getByText(/more than/)).toBeVisible();
});

test("Copy amount and Open in wallet carry the exact amount @core", async ({ page }) => {
  await goToPayment(page, "350", createBuyer());
  const { address } = await readPayment(page);
  const shown = /\d\.\d{8}/.exec(await page.getByTestId("payment-amount").innerText())?.[0] ?? "";
  await page.getByRole("button", { name: "Copy amount" }).click();
  await expect(toast(page, "copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await expect(page.getByRole("link", { name: "Open in wallet" })).toHaveAttribute(
    "href",
    `bitcoin:${address}?amount=${shown}&label=Satchel`,
  );
});

test("another package after the payment page has another address, and keeps the recipient @core", async ({
  page,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const first = await readPayment(page);
  await page.goto("/");
  await buyNow(page, "700");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(buyer.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByTestId("payment-amount")).toBeVisible();
  const second = await readPayment(page);
  expect(second.address).not.toBe(first.address);
});

test("an unknown package has the 404 page", async ({ page }) => {
  const response = await page.request.post("/checkout", {
    form: { intent: "select", packageId: "no-such" },
    headers: { origin: new URL((await page.goto("/"))?.url() ?? "").origin },
  });
  expect(response.status()).toBe(404);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an order can be placed", async ({ page, shop }) => {
    const buyer = createBuyer();
    await page.goto("/");
    await buyNow(page, "350");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("TikTok username is required")).toBeVisible();
    await fillRecipient(page, { ...buyer, email: "mira@" });
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByLabel("TikTok username")).toHaveValue(buyer.username);
    await fillRecipient(page, buyer);
    await page.getByRole("button", { name: "Continue" }).click();
    const payment = await readPayment(page);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Confirm Order" }).click();
    // Playwright's text selectors ignore <noscript>.
    await expect(page.locator(".track__placed")).toBeVisible();
    await shop.pay({ ...payment, confirm: 1 });
    await expect(async () => {
      await page.reload();
      await expect(
        page.getByRole("article").locator(".badge", { hasText: "Processing" }),
      ).toBeVisible({ timeout: 500 });
    }).toPass();
  });
});

test("with a fixed address, no higher amount is charged when all nearby amounts are reserved", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop({
    BITCOIN_ADDRESS: "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x",
  });
  let networks = 0;
  // From another network address each: one alone gets only some of the amounts.
  const placeNext = () => placeOrder(shop, { from: `203.0.113.${(networks += 1)}` });
  // At this price 14.99 USD are 561 satoshis, above the dust limit, and one percent is five.
  await shop.setPrice({ usd: 2_676_000 });
  const page = await browser.newPage({ baseURL: shop.url });
  const paid = new Set<number>();
  await expect(async () => {
    paid.add((await placeNext()).payment.sats);
    expect(Math.min(...paid)).toBeLessThan(600);
  }).toPass();
  for (let more = 0; more < 5; more += 1) paid.add((await placeNext()).payment.sats);
  expect([...paid].filter((sats) => sats < 600).toSorted((a, b) => a - b)).toEqual([
    561, 562, 563, 564, 565, 566,
  ]);
  await page.goto("/");
  await buyNow(page, "350");
  await fillRecipient(page, createBuyer());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Every payment amount near this price is in use",
  );
  await shop.setPrice({ usd: 100_000 });
  await clickUntil(page.getByRole("button", { name: "Continue" }), () =>
    expect(page.getByTestId("payment-amount")).toBeVisible({ timeout: 1000 }),
  );
});

test("a browser that blocks cookies is told why no package is selected", async ({ page, shop }) => {
  await page.route(`${shop.url}/checkout*`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    delete headers["set-cookie"];
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await page.goto("/");
  await page
    .getByRole("button", { name: /^Buy Now/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "No Package Selected" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Please allow cookies for this shop");
  // Without a step in the address nobody has just chosen a package.
  await page.goto("/checkout");
  await expect(page.getByRole("main")).toContainText("Choose a package first");
});

test("a toast stays while it is hovered, then for the rest of its time, and can be dismissed", async ({
  page,
}) => {
  await page.clock.install();
  await goToPayment(page, "350", createBuyer());
  const copy = page.getByRole("button", { name: "Copy amount" });
  const copied = toast(page, "copied");
  // The time stands still until the toast is hovered: it could end before, on a busy machine.
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.click();
  await page.clock.runFor(1000);
  await copied.hover();
  await page.clock.fastForward(10_000);
  await expect(copied).toBeVisible();
  await copy.hover();
  await page.clock.fastForward(5000);
  await expect(copied).toHaveCount(0);
  await copy.click();
  await copied.getByRole("button", { name: "Dismiss" }).click();
  await expect(copied).toHaveCount(0);
});
