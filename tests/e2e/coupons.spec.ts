import type { Page } from "@playwright/test";
import { checkScreen } from "./axe.ts";
import { expect, test } from "./admin-shop.ts";
import { fillRecipient, buyNow, confirmOrder, createBuyer, readPayment, toast } from "./steps.ts";

test("a coupon of a link takes its part off, is taken off and entered again, and brings a sale @core", async ({
  page,
  adminPage,
  adminShop,
}) => {
  await adminPage.goto("/admin/promotions?new=1");
  await adminPage.getByLabel("Code").fill("spring15");
  await adminPage.getByLabel("Percent").fill("150");
  await adminPage.getByRole("button", { name: "Create coupon" }).click();
  await expect(adminPage.getByText("Enter a whole number from 1 to 100")).toBeVisible();
  await adminPage.getByLabel("Percent").fill("15");
  await checkScreen(adminPage, "the form of a coupon");
  await adminPage.getByRole("button", { name: "Create coupon" }).click();
  await expect(toast(adminPage, "Coupon created")).toBeVisible();

  const buyer = createBuyer();
  await page.goto("/?code=Spring15");
  await expect(toast(page, "Your code is kept")).toBeVisible();
  await buyNow(page, "350");
  await fillRecipient(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  // An earlier test may have enabled another payment method.
  const bitcoin = page.getByRole("button", { name: /^Bitcoin/ });
  await expect(page.getByText("SPRING15").first()).toBeVisible();
  if (await bitcoin.isVisible()) await bitcoin.click();
  const summary = page.getByRole("complementary", { name: "Order summary" });
  await expect(page.getByText("Code SPRING15 takes $2.25 off.")).toBeVisible();
  await expect(summary).toContainText("Discount, 10%");
  await expect(summary).toContainText(/Coupon SPRING15.*−\$2\.25.*Total.*\$12\.74/);
  await checkScreen(page, "step 2 with a coupon");
  const reduced = await readPayment(page);

  // By keyboard: taken off, refused, and entered again.
  await page.getByRole("button", { name: "Remove the code SPRING15" }).press("Enter");
  await expect(summary).toContainText(/Total.*\$14\.99/);
  await expect(summary).not.toContainText("SPRING15");
  await expect(page.locator("summary", { hasText: "Have a code?" })).toBeFocused();
  const whole = await readPayment(page);
  expect(whole.address).toBe(reduced.address);
  expect(whole.sats).toBeGreaterThan(reduced.sats);
  await page.getByText("Have a code?").press("Enter");
  const field = page.getByLabel("Code", { exact: true });
  await field.fill("AUTUMN");
  await field.press("Enter");
  await expect(page.getByText("We do not know this code.")).toBeVisible();
  await checkScreen(page, "step 2 with a refused code");
  await field.fill("spring 15");
  await field.press("Enter");
  await expect(page.getByText("Code SPRING15 takes $2.25 off.")).toBeVisible();
  expect(await readPayment(page)).toEqual(reduced);

  await page.setViewportSize({ width: 390, height: 844 });
  const orderId = await confirmOrder(page);
  await adminShop.shop.pay({ ...reduced, confirm: 1 });
  await expect(page.getByText("Payment confirmed").first()).toBeVisible();
  await expect(page.getByRole("article")).toContainText(/Coupon SPRING15.*−\$2\.25.*\$12\.74/);
  await checkScreen(page, "the page of an order with a coupon");

  await adminPage.goto(`/admin/orders/${orderId}`);
  await expect(adminPage.getByRole("dialog")).toContainText(/Coupon SPRING15.*−\$2\.25.*\$12\.74/);
  await adminPage.goto("/admin/promotions");
  const row = adminPage.getByRole("row").filter({ hasText: "SPRING15" });
  await expect(row).toContainText(/1.*\$12\.74.*\$2\.25 off/);
  await row.getByRole("button", { name: "End SPRING15" }).click();
  await expect(row).toContainText("Ended");
  await checkScreen(adminPage, "the list of coupons");
});

test("of two owners who edit a coupon, the second sees what the first saved before it is replaced", async ({
  adminPage,
  context,
  adminShop,
}) => {
  await adminPage.goto("/admin/promotions?new=1");
  await adminPage.getByLabel("Code").fill("TWICE");
  await adminPage.getByLabel("Percent").fill("10");
  await adminPage.getByRole("button", { name: "Create coupon" }).click();
  await expect(toast(adminPage, "Coupon created")).toBeVisible();
  const save = (page: Page) => page.getByRole("button", { name: "Save coupon" }).click();
  await context.addCookies(adminShop.signedIn.cookies);
  const other = await context.newPage();
  for (const page of [adminPage, other]) {
    await page.goto("/admin/promotions?edit=TWICE");
    await page.getByLabel("Percent").fill(page === other ? "20" : "30");
  }
  await save(other);
  await expect(toast(other, "Coupon saved")).toBeVisible();
  await save(adminPage);
  await expect(adminPage.getByText("Someone changed this coupon in the meantime")).toBeVisible();
  const row = adminPage.getByRole("row").filter({ hasText: "TWICE" });
  await expect(row).toContainText("20%");
  await expect(adminPage.getByLabel("Percent")).toHaveValue("30");
  await save(adminPage);
  await expect(toast(adminPage, "Coupon saved")).toBeVisible();
  await expect(row).toContainText("30%");
});

test("on a phone without JavaScript, a code that covers the price pays the order at Confirm", async ({
  browser,
  adminPage,
  baseURL,
}) => {
  await adminPage.goto("/admin/promotions?new=1");
  await adminPage.getByLabel("Code").fill("GIFT");
  await adminPage.getByLabel("Takes off").selectOption("fixed");
  await adminPage.getByLabel("Amount ($)").fill("50");
  await adminPage.getByRole("button", { name: "Create coupon" }).click();
  await expect(toast(adminPage, "Coupon created")).toBeVisible();
  await adminPage.goto("/admin/promotions?new=1");
  await adminPage.getByLabel("Code").fill("BIG");
  await adminPage.getByLabel("Percent").fill("10");
  await adminPage.getByLabel("Minimum price ($)").fill("100");
  await adminPage.getByRole("button", { name: "Create coupon" }).click();
  await expect(adminPage.getByRole("row").filter({ hasText: "BIG" })).toBeVisible();

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto("/?code=big");
  await buyNow(page, "350");
  await fillRecipient(page, createBuyer());
  await page.getByRole("button", { name: "Continue" }).click();
  const reason = page.getByText("The code BIG applies to packages from $100.00 on.");
  await expect(reason).toBeVisible();
  await page.getByRole("button", { name: "Remove this code" }).click();
  await expect(page.getByText("Have a code?")).toBeVisible();
  await expect(reason).toBeHidden();
  await page.getByText("Have a code?").click();
  await page.getByLabel("Code", { exact: true }).fill("nothing");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("We do not know this code.")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill("gift");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("There is nothing to pay")).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await expect(page.getByText("Payment confirmed").first()).toBeVisible();
  await expect(page.getByRole("article")).toContainText(/Coupon GIFT.*−\$14\.99.*\$0\.00/);
  await context.close();
});
