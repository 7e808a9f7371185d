import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import type { Shop } from "./shop.ts";
import { confirmOrder, goToPayment, readPayment, createBuyer, toast } from "./steps.ts";

test.use({ adminShopEnv: { QUOTE_SECONDS: "4" } });

const PART = 10_000;
const BUYER_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/** Orders 350 coins and underpays; resolves when the payment is in the review. */
async function underpay(page: Page, shop: Shop): Promise<{ orderId: string; email: string }> {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const { address } = await readPayment(page);
  const orderId = await confirmOrder(page);
  await shop.pay({ address, sats: PART, confirm: 1 });
  await expect(page.getByText("We are looking at this payment")).toBeVisible();
  return { orderId, email: buyer.email };
}

/** Orders 350 coins and pays this many satoshis more than due; resolves when the payment is confirmed. */
async function payTooMuch(page: Page, shop: Shop, more: number) {
  await goToPayment(page, "350", createBuyer());
  const { address, sats } = await readPayment(page);
  const orderId = await confirmOrder(page);
  await shop.pay({ address, sats: sats + more, confirm: 1 });
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
  return { orderId, sats };
}

/** Opens the payment of this order from the review list once it is listed. */
async function openPayment(admin: Page, orderId: string): Promise<void> {
  await admin.goto("/admin/review");
  await admin.getByRole("link", { name: orderId }).click();
  await expect(admin.getByRole("dialog")).toContainText("Less than the amount due has come");
}

/** Selects a decision and fills its reason. */
async function choose(admin: Page, name: string): Promise<void> {
  await admin.getByRole("link", { name, exact: true }).click();
  await admin.getByLabel("Reason").fill("Agreed by mail");
}

test("an accepted payment continues the order; an undone decision returns it to the review", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId } = await underpay(page, adminShop.shop);
  await openPayment(adminPage, orderId);
  await adminPage.getByRole("link", { name: "Accept", exact: true }).click();
  await adminPage.getByRole("button", { name: "Accept this payment" }).click();
  await expect(adminPage.getByText("Please say why")).toBeVisible();
  await expect(adminPage.getByLabel("Reason")).toBeFocused();
  await adminPage.getByLabel("Reason").fill("Agreed by mail");
  await adminPage.getByRole("button", { name: "Accept this payment" }).click();
  await expect(toast(adminPage, "Payment accepted")).toBeVisible();
  await expect(adminPage.getByRole("dialog")).toBeHidden();
  await expect(adminPage.getByRole("link", { name: orderId })).toHaveCount(0);
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");

  await adminPage.getByRole("link", { name: "Decided" }).click();
  const row = adminPage.getByRole("row").filter({ hasText: orderId });
  await expect(row).toContainText("Accepted");
  await row.getByRole("link", { name: "Undo" }).click();
  await adminPage.getByLabel("Reason").fill("Clicked the wrong one");
  await adminPage.getByRole("button", { name: "Take this decision back" }).click();
  await expect(toast(adminPage, "Decision taken back")).toBeVisible();
  await expect(adminPage.getByRole("dialog")).toContainText("Less than the amount due has come");
  await expect(page.getByText("We are looking at this payment")).toBeVisible();
});

test("a requested top-up is mailed, shown to the buyer, and settles the order when paid", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { shop } = adminShop;
  const { orderId, email } = await underpay(page, shop);
  await openPayment(adminPage, orderId);
  await choose(adminPage, "Ask for rest");
  await adminPage.getByRole("button", { name: "Ask for the rest" }).click();
  await expect(toast(adminPage, "Rest asked for")).toBeVisible();

  await expect(page.getByText("Please send the rest, and the order continues.")).toBeVisible();
  await expectAccessible(page);
  const rest = await readPayment(page);
  await expect
    .poll(async () => (await shop.mailsTo(email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining(`part of the payment for order ${orderId} is missing`));
  await shop.pay({ ...rest, confirm: 1 });
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
});

test("a recorded refund shows the buyer amount and address", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId } = await underpay(page, adminShop.shop);
  await openPayment(adminPage, orderId);
  await choose(adminPage, "Refund");
  const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  const txid = "ab".repeat(32);
  await adminPage.getByLabel("Amount in BTC").fill("0.00010001");
  await adminPage.getByLabel("Sent to address").fill(address);
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill(txid);
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(adminPage.getByText("This is more than has come")).toBeVisible();
  await expect(adminPage.getByRole("textbox", { name: "Transaction ID" })).toHaveValue(txid);
  await adminPage.getByLabel("Amount in BTC").fill("0.000099");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();

  await expect(page.getByText("We have sent this payment back.")).toBeVisible();
  await expect(page.getByText("0.00009900 BTC")).toBeVisible();
  await expect(page.getByTitle(address)).toBeVisible();
  await expect(page.getByTitle(txid)).toBeVisible();
  await expectAccessible(page);
});

test("refunding an overpayment proposes the excess, names the amount that stays, and requires a confirmation for more", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId, sats } = await payTooMuch(page, adminShop.shop, 3_866);
  await adminPage.goto("/admin/review");
  await adminPage.getByRole("link", { name: orderId }).click();
  await choose(adminPage, "Refund");
  const panel = adminPage.getByRole("dialog");
  const amount = adminPage.getByLabel("Amount in BTC");
  await expect(amount).toHaveValue("0.00003866");
  await expect(panel).toContainText(`${(sats / 1e8).toFixed(8)} BTC is kept`);
  await amount.fill("0.00003867");
  await adminPage.getByLabel("Sent to address").fill(BUYER_ADDRESS);
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill("cd".repeat(32));
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(panel.getByRole("alert")).toContainText("no longer paid in full");
  await expectAccessible(adminPage);
  await expect(amount).toHaveValue("0.00003867");
  await adminPage.getByLabel("Refund more than the excess").check();
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
});

test("a rejected, paid order leads to its refund, and back to its panel", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId, sats } = await payTooMuch(page, adminShop.shop, 0);
  await adminPage.goto(`/admin/orders/${orderId}`);
  const panel = adminPage.getByRole("dialog");
  await expect(panel.getByRole("link", { name: "Refund", exact: true })).toBeVisible();
  await adminPage.getByRole("button", { name: "Rejected" }).click();
  await adminPage.getByRole("button", { name: "Reject order" }).click();
  await expect(panel).toContainText("This order is rejected, but its payment is still here");
  await expectAccessible(adminPage);
  await panel.getByRole("link", { name: "Refund", exact: true }).click();
  await expect(adminPage.getByLabel("Amount in BTC")).toHaveValue((sats / 1e8).toFixed(8));
  await adminPage.getByLabel("Sent to address").fill(BUYER_ADDRESS);
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill("ef".repeat(32));
  await adminPage.getByLabel("Reason").fill("Could not be delivered");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
  await expect(adminPage).toHaveURL(new RegExp(`/admin/orders/${orderId}`));
  await expect(panel.getByRole("link", { name: "Refund", exact: true })).toHaveCount(0);
});

test("an unexpected payment is attached to an order", async ({ browser, ownShop }) => {
  const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  const shop = await ownShop({ BITCOIN_ADDRESS: address });
  const admin = await browser.newPage({ baseURL: shop.url });
  await register(admin, createPerson());
  const page = await browser.newPage({ baseURL: shop.url });
  await goToPayment(page, "350", createBuyer());
  const { sats } = await readPayment(page);
  const orderId = await confirmOrder(page);

  await admin.goto("/admin/review");
  await expect(admin.getByText("Nothing waits for you")).toBeVisible();
  await shop.pay({ address, sats: sats + 7, confirm: 1 });
  // The list updates live.
  await expect(admin.getByRole("row").filter({ hasText: "No order" })).toBeVisible();
  await admin.getByRole("row").filter({ hasText: "No order" }).getByRole("link").click();
  await choose(admin, "Give to order");
  await admin.getByLabel("Order ID").fill("AAAAAAA");
  await admin.getByRole("button", { name: "Give it to this order" }).click();
  await expect(admin.getByText("There is no order with this ID")).toBeVisible();
  await admin.getByLabel("Order ID").fill(orderId.toLowerCase());
  await admin.getByRole("button", { name: "Give it to this order" }).click();
  await expect(toast(admin, "Payment given to the order")).toBeVisible();
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
});

test("the review works by keyboard only, on a phone, in light and dark", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId } = await underpay(page, adminShop.shop);
  await adminPage.setViewportSize({ width: 390, height: 844 });
  await adminPage.goto("/admin/review");
  const link = adminPage.getByRole("link", { name: orderId });
  await expect(link).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await adminPage.emulateMedia({ colorScheme });
    await expectAccessible(adminPage);
  }
  const width = await adminPage.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);

  await link.focus();
  await adminPage.keyboard.press("Enter");
  await expect(
    adminPage
      .getByRole("button", { name: "Close" })
      .or(adminPage.getByRole("link", { name: "Close" })),
  ).toBeFocused();
  const accept = adminPage.getByRole("link", { name: "Accept", exact: true });
  await expect(async () => {
    await adminPage.keyboard.press("Tab");
    await expect(accept).toBeFocused({ timeout: 100 });
  }).toPass();
  await adminPage.keyboard.press("Enter");
  await expect(adminPage.getByRole("button", { name: "Accept this payment" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await adminPage.emulateMedia({ colorScheme });
    await expectAccessible(adminPage);
  }
  await adminPage.keyboard.press("Escape");
  await expect(adminPage.getByRole("dialog")).toBeHidden();
  await expect(link).toBeFocused();
});

test("a customer can neither see the review nor decide", async ({
  browser,
  adminShop,
  page,
  adminPage,
}) => {
  const { orderId } = await underpay(page, adminShop.shop);
  await openPayment(adminPage, orderId);
  const path = new URL(adminPage.url()).pathname;
  const context = await browser.newContext({ baseURL: adminShop.shop.url });
  const customer = await context.newPage();
  await register(customer, createPerson());
  await customer.goto(path);
  await expect(customer).toHaveURL(`${adminShop.shop.url}/`);
  const posted = await customer.request.post(path, {
    form: {
      intent: "accept",
      subject: path.split("/").at(-1) ?? "",
      version: "1",
      receivedSats: String(PART),
      reason: "Mine",
    },
    headers: { origin: adminShop.shop.url },
    maxRedirects: 0,
  });
  expect(posted.status()).toBe(302);
  expect(posted.headers().location).toBe("/");
  await expect(adminPage.getByRole("dialog")).toContainText("Less than the amount due has come");
  await context.close();
});
