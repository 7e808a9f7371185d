import { goToInvoice, readInvoice, withLightning } from "./lightning-steps.ts";
import { expect, test } from "./shop.ts";
import { createBuyer, postStep1, readPayment, seePaidOrder, walkToStep2 } from "./steps.ts";

test.use({ shopEnv: withLightning });
// On one worker with one shop.
test.describe.configure({ mode: "default" });

test.afterEach(({ shop }) => shop.setFaults({ lightning: null }));

test("a purchase by Lightning on a phone: four taps lead to the wallet, and none follows the payment @core", async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const buyer = createBuyer();
  await page.goto("/");
  const buyNow = page.getByRole("button", { name: /^Buy Now/ }).first();
  const box = await buyNow.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(1.3 * 844);
  await buyNow.tap();
  for (const [label, text] of [
    ["TikTok username", buyer.username],
    ["Email", buyer.email],
  ] as const) {
    await page.getByLabel(label, { exact: true }).tap();
    await page.keyboard.type(text);
  }
  await page.getByRole("button", { name: "Continue" }).tap();
  const wallet = page.getByRole("link", { name: "Open in wallet" });
  await expect(wallet).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId("payment-address")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy Address" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeHidden();
  const { address, sats } = await readPayment(page);
  const uri = (await wallet.getAttribute("href")) ?? "";
  const [, invoice = ""] = /&lightning=(lnbcrt\w+)$/.exec(uri) ?? [];
  expect(uri).toBe(
    `bitcoin:${address}?amount=0.${String(sats).padStart(8, "0")}&label=Satchel&lightning=${invoice}`,
  );
  await shop.payInvoice(invoice);
  await seePaidOrder(page);
  await expect(page.getByText("We send the coins next.")).toBeVisible();
  await expect(page.getByText("by Lightning")).toBeVisible();
  await context.close();
});

test("the sandbox wallet pays the invoice that the link for both ways names", async ({ page }) => {
  await page.goto(await postStep1(page, "70", createBuyer()));
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Pay from the sandbox wallet" }).click();
  const wallet = await opened;
  await wallet.getByRole("button", { name: "Pay exactly" }).click();
  await seePaidOrder(page);
});

test("from the home page to the paid order without JavaScript, by each way's tab @core", async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await walkToStep2(page, "70", createBuyer());
  const payment = await readPayment(page);
  const amount = await page.getByTestId("payment-amount").innerText();
  await page.getByRole("button", { name: "Lightning", exact: true }).click();
  await expect(page.getByTestId("payment-amount")).toHaveText(amount);
  const invoice = await readInvoice(page);
  await page.getByRole("button", { name: "On-chain" }).click();
  expect(await readPayment(page)).toEqual(payment);
  await page.getByRole("button", { name: "Either way" }).click();
  expect(await readPayment(page)).toEqual(payment);
  await shop.payInvoice(invoice);
  await expect(async () => {
    await page.reload();
    expect(page.url()).toContain("/track-order?orderId=");
  }).toPass();
  await expect(page.getByText("We send the coins next.")).toBeVisible();
  await context.close();
});

test("paid both ways: the order goes on, and the second payment waits for a decision", async ({
  page,
  shop,
}) => {
  await goToInvoice(page);
  const invoice = await readInvoice(page);
  await page.getByRole("button", { name: "On-chain" }).click();
  const payment = await readPayment(page);
  await shop.payInvoice(invoice);
  const orderId = await seePaidOrder(page);
  await shop.pay({ ...payment, confirm: 1 });
  await expect(page.getByText("more than due arrived")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(orderId).first()).toBeVisible();
});

test("with the node down, a shown invoice stays, checkout shows the address alone, and what was paid is found", async ({
  page,
  shop,
}) => {
  await goToInvoice(page);
  const invoice = await readInvoice(page);
  // The node takes the payment, and the shop hears nothing of it.
  await shop.setFaults({ lightning: "node-down" });
  await shop.payInvoice(invoice);
  await expect.poll(() => shop.log, { timeout: 30_000 }).toContain("cannot be used");
  const nothingToDo = page.getByText("If you have paid, there is nothing to do; we find it.");
  await expect(nothingToDo).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(nothingToDo).toBeVisible();
  expect(await readInvoice(page)).toBe(invoice);
  await page.getByRole("button", { name: "Lightning", exact: true }).click();
  await expect(nothingToDo).toBeVisible();
  expect(await readInvoice(page)).toBe(invoice);
  await expect(page.getByText("Nothing was charged")).toHaveCount(0);
  // Paying to the address as well would be too much.
  await page.getByRole("button", { name: "On-chain" }).click();
  const show = page.getByRole("button", { name: /^Show the address/ });
  const question = page.getByText("I have not paid", { exact: true });
  await expect(show.or(question)).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(question).toBeVisible();
  await expect(page.getByTestId("payment-address")).toBeHidden();
  await question.click();
  await expect(page.getByTestId("payment-address")).toBeVisible();
  const other = await page.context().browser()?.newContext({ baseURL: shop.url });
  if (!other) throw new Error("no browser");
  const second = await other.newPage();
  await second.goto("/");
  await second
    .getByRole("button", { name: /^Buy Now/ })
    .first()
    .click();
  await second.getByLabel("TikTok username").fill("mira.holt");
  await second.getByLabel("Email", { exact: true }).fill("second@example.com");
  await second.getByRole("button", { name: "Continue" }).click();
  await expect(second.getByTestId("payment-address")).toBeVisible();
  await expect(second.getByRole("button", { name: "Lightning" })).toHaveCount(0);
  await other.close();
  const answers = () => shop.log.split("the Lightning node answers").length - 1;
  const before = answers();
  await shop.setFaults({ lightning: null });
  await page.waitForURL(/\/track-order/, { timeout: 60_000 });
  await seePaidOrder(page);
  // The node reports the payment before the shop may have asked for its state. The next test needs Lightning.
  await expect.poll(answers).toBeGreaterThan(before);
});

test("the codes are large enough on a phone of 360 px", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(await postStep1(page, "70", createBuyer()));
  for (const name of [/Lightning invoice and the amount$/, /the Lightning invoice$/]) {
    await page.getByText("QR code for another device").click();
    const code = page.getByRole("img", { name });
    const box = await code.boundingBox();
    const modules = await code.evaluate((svg: SVGSVGElement) => svg.viewBox.baseVal.width);
    expect((box?.width ?? 0) / modules).toBeGreaterThanOrEqual(4);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await page.getByRole("button", { name: "Lightning", exact: true }).click();
    await expect(page.getByTestId("payment-invoice")).toBeVisible();
  }
  await page.getByRole("button", { name: "On-chain" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("payment-address")).toBeVisible();
});

test("an amount that is no longer held: a new one has a new invoice", async ({ page, ownShop }) => {
  const shop = await ownShop({ ...withLightning, QUOTE_SECONDS: "15" });
  await page.goto(shop.url);
  await page
    .getByRole("button", { name: /^Buy Now/ })
    .first()
    .click();
  await page.getByLabel("TikTok username").fill("mira.holt");
  await page.getByLabel("Email", { exact: true }).fill("late@example.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Lightning", exact: true }).click();
  const first = await readInvoice(page);
  await page.getByRole("button", { name: "Get a new amount" }).click({ timeout: 30_000 });
  await expect(page.getByTestId("payment-invoice")).toBeVisible();
  expect(await readInvoice(page)).not.toBe(first);
});
