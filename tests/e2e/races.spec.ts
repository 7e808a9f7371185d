import { fillRegistration, openAccountMenu, createPerson } from "./people.ts";
import { expect, test } from "./shop.ts";
import {
  buyNow,
  confirmOrder,
  createBuyer,
  fillRecipient,
  goToPayment,
  readPayment,
  seePaidOrder,
} from "./steps.ts";

// Concurrent actions. Also run on PostgreSQL.

test("confirming in two tabs places one order @core", async ({ page, context }) => {
  await goToPayment(page, "350", createBuyer());
  await page.getByRole("link", { name: "Continue" }).click();
  const other = await context.newPage();
  await other.goto("/checkout?step=confirm");
  await expect(other.getByRole("button", { name: "Confirm Order" })).toBeVisible();
  const press = (tab: typeof page) =>
    tab.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>("form:has([value=confirm]) button");
      button?.click();
      button?.click();
    });
  await Promise.all([press(page), press(other)]);
  await page.waitForURL(/orderId=[A-Z0-9]{7}$/);
  await other.waitForURL(/orderId=[A-Z0-9]{7}$/);
  expect(other.url()).toBe(page.url());
});

test("two tabs with different packages: the older one says so, keeps what was typed, and lets the buyer choose", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await buyNow(page, "350");
  const buyer = createBuyer();
  await fillRecipient(page, buyer);
  const other = await context.newPage();
  await goToPayment(other, "700", createBuyer());

  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "You chose 700 coins in another tab. This one is for 350 coins.",
  );
  await expect(page.getByLabel("TikTok username")).toHaveValue(buyer.username);
  await expect(page.getByLabel("Email")).toHaveValue(buyer.email);
  await page.getByRole("button", { name: "Buy 350 coins instead" }).click();
  await expect(page.getByTestId("payment-address")).toBeVisible();
  const summary = page.getByRole("complementary", { name: "Order summary" });
  await expect(summary).toContainText("350 coins");
  await expect(summary).toContainText(buyer.username);

  await other.getByRole("link", { name: "Continue" }).click();
  const question = other.getByRole("heading", { level: 1 });
  await expect(question).toHaveText("Which package would you like?");
  await other.getByRole("button", { name: "Buy 700 coins instead" }).click();
  await expect(other.getByRole("button", { name: "Continue" })).toBeVisible();

  // The first tab asks as well, at any step, and can go on with the other one.
  await page.reload();
  await expect(page.getByText("You chose 700 coins in another tab.")).toBeVisible();
  await page.getByRole("link", { name: "Continue with 700 coins" }).click();
  await expect(page.getByLabel("TikTok username")).toHaveValue(buyer.username);
  await expect(page).toHaveURL(/step=account/);
});

test("details that another tab has changed are shown before the order is placed", async ({
  page,
  context,
}) => {
  await goToPayment(page, "350", createBuyer());
  await page.getByRole("link", { name: "Continue" }).click();
  const details = page.getByRole("region", { name: "Order details" });
  await expect(details).toBeVisible();

  const changed = createBuyer();
  const other = await context.newPage();
  await other.goto("/checkout?step=account");
  await fillRecipient(other, changed);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByTestId("payment-address")).toBeVisible();

  await details.getByRole("button", { name: "Confirm Order" }).click();
  await expect(details.getByRole("alert")).toContainText(
    "You changed these details in another tab",
  );
  await expect(details).toContainText(changed.username);
  await details.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/orderId=[A-Z0-9]{7}$/);
});

test("a tab at the checkout redirects to the order once another tab has placed it", async ({
  page,
  context,
}) => {
  await goToPayment(page, "350", createBuyer());
  const left = await context.newPage();
  await left.goto("/checkout?step=payment");
  const orderId = await confirmOrder(page);
  await left.waitForURL(`**/track-order?orderId=${orderId}`);
  await page.goBack();
  await page.waitForURL(`**/track-order?orderId=${orderId}`);
});

test("a paid checkout becomes an order without Confirm Order, and leads to it by itself @core", async ({
  page,
  shop,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  await shop.pay({ ...(await readPayment(page)), confirm: 1 });
  const orderId = await seePaidOrder(page);
  await expect.poll(() => shop.subjectsTo(buyer.email)).toHaveLength(1);
  const [mail] = await shop.mailsTo(buyer.email);
  const mailed = /order ([A-Z0-9]{7})/.exec(mail?.subject ?? "")?.[1];
  expect(orderId).toBe(mailed);
  await expect(page.getByRole("article").getByText("Processing").first()).toBeVisible();
});

test("of two concurrent registrations in a new shop, one becomes the administrator", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop();
  const pages = await Promise.all([
    browser.newPage({ baseURL: shop.url }),
    browser.newPage({ baseURL: shop.url }),
  ]);
  for (const page of pages) await fillRegistration(page, createPerson());
  await Promise.all(
    pages.map((page) => page.getByRole("button", { name: "Create account" }).click()),
  );
  const administrators: boolean[] = [];
  for (const page of pages) {
    await expect(page.getByRole("banner").getByRole("link", { name: "My Orders" })).toBeVisible();
    // A navigation that is still in progress closes the menu.
    await expect(async () => {
      await openAccountMenu(page);
      await expect(page.getByRole("link", { name: "Account" })).toBeVisible({ timeout: 1000 });
    }).toPass();
    const hasDashboard = await page.getByRole("link", { name: "Dashboard" }).isVisible();
    await page.goto("/admin");
    expect(new URL(page.url()).pathname).toBe(hasDashboard ? "/admin" : "/");
    administrators.push(hasDashboard);
  }
  expect(administrators.filter(Boolean)).toHaveLength(1);
});
