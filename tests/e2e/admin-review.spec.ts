import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import { choose, openPayment, PART, SHORT_QUOTES, underpay } from "./review-steps.ts";
import { confirmOrder, goToPayment, readPayment, createBuyer, toast } from "./steps.ts";

test.use(SHORT_QUOTES);

test("an accepted payment continues the order; an undone decision returns it to the review", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId } = await underpay(page, adminShop.shop);
  await openPayment(adminPage, orderId);
  await adminPage.getByRole("link", { name: "Accept", exact: true }).click();
  await adminPage.getByRole("button", { name: "Accept this payment" }).click();
  await expect(adminPage.getByText("Please enter a reason")).toBeVisible();
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
  await adminPage.getByRole("button", { name: "Undo this decision" }).click();
  await expect(toast(adminPage, "Decision undone")).toBeVisible();
  await expect(adminPage.getByRole("dialog")).toContainText("Less than the amount due arrived");
  await expect(page.getByText("We are reviewing this payment")).toBeVisible();
});

test("a requested top-up is mailed, shown to the buyer, and settles the order when paid @core", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { shop } = adminShop;
  const { orderId, email } = await underpay(page, shop);
  await openPayment(adminPage, orderId);
  await choose(adminPage, "Request rest");
  await adminPage.getByRole("button", { name: "Request the rest" }).click();
  await expect(toast(adminPage, "Rest requested")).toBeVisible();

  await expect(page.getByText("Please send the rest, and the order continues.")).toBeVisible();
  const rest = await readPayment(page);
  await expect
    .poll(async () => (await shop.mailsTo(email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining(`part of the payment for order ${orderId} is missing`));
  await shop.pay({ ...rest, confirm: 1 });
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
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
  await expect(admin.getByText("Nothing needs a decision")).toBeVisible();
  await shop.pay({ address, sats: sats + 7, confirm: 1 });
  // The list updates live.
  await expect(admin.getByRole("row").filter({ hasText: "No order" })).toBeVisible();
  await admin.getByRole("row").filter({ hasText: "No order" }).getByRole("link").click();
  await choose(admin, "Assign to order");
  await admin.getByLabel("Order ID").fill("AAAAAAA");
  await admin.getByRole("button", { name: "Assign it to this order" }).click();
  await expect(admin.getByText("There is no order with this ID")).toBeVisible();
  await admin.getByLabel("Order ID").fill(orderId.toLowerCase());
  await admin.getByRole("button", { name: "Assign it to this order" }).click();
  await expect(toast(admin, "Payment assigned to the order")).toBeVisible();
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
});

test("the review works by keyboard only, on a phone", async ({ page, adminPage, adminShop }) => {
  const { orderId } = await underpay(page, adminShop.shop);
  await adminPage.setViewportSize({ width: 390, height: 844 });
  await adminPage.goto("/admin/review");
  const link = adminPage.getByRole("link", { name: orderId });
  await expect(link).toBeVisible();
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
  await expect(adminPage.getByRole("dialog")).toContainText("Less than the amount due arrived");
  await context.close();
});
