import { fillRegistration, openAccountMenu, createPerson } from "./people.ts";
import { expect, test } from "./shop.ts";
import { confirmOrder, goToPayment, readPayment, createBuyer } from "./steps.ts";

// Concurrent actions. Also run on PostgreSQL.

test("confirming in two tabs places one order", async ({ page, context }) => {
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

test("a paid checkout becomes an order without Confirm Order, and confirming leads to it", async ({
  page,
  shop,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  await shop.pay({ ...(await readPayment(page)), confirm: 1 });
  await expect(page.getByText("Payment confirmed")).toBeVisible();
  await expect.poll(() => shop.subjectsTo(buyer.email)).toHaveLength(2);
  const [mail] = await shop.mailsTo(buyer.email);
  const mailed = /order ([A-Z0-9]{7})/.exec(mail?.subject ?? "")?.[1];
  expect(await confirmOrder(page)).toBe(mailed);
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
