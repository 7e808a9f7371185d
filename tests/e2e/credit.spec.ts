import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { checkScreen } from "./axe.ts";
import { expect, test } from "./admin-shop.ts";
import { openPanel } from "./customer-steps.ts";
import { confirmEmail, createPerson, register } from "./people.ts";
import {
  buyNow,
  chooseBitcoin,
  confirmOrder,
  createBuyer,
  fillRecipient,
  readPayment,
  toast,
} from "./steps.ts";

/** Issues gift codes in the back office, and returns them. */
async function issueCodes(admin: Page, value: string, count: number): Promise<string[]> {
  await admin.goto("/admin/promotions");
  await admin.getByRole("link", { name: "Gift codes" }).click();
  await admin.getByRole("link", { name: "New codes" }).click();
  await admin.getByLabel("Value of each").fill(value);
  await admin.getByLabel("How many").fill(String(count));
  await admin.getByRole("button", { name: "Issue codes" }).click();
  await expect(admin.getByRole("heading", { name: /issued$/ })).toBeVisible();
  const listed = await admin.getByRole("textbox", { name: "Codes" }).inputValue();
  return listed.split("\n");
}

const credit = (page: Page) => page.getByRole("region", { name: "Your credit" });

test("gift codes become credit, which pays a part; rejected, the credit returns and the rest becomes credit @core", async ({
  page,
  adminPage,
  adminShop: { shop },
}) => {
  const codes = await issueCodes(adminPage, "4.20", 2);
  expect(codes).toHaveLength(2);
  await checkScreen(adminPage, "gift codes that were issued");
  const [file] = await Promise.all([
    adminPage.waitForEvent("download"),
    adminPage.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain(`"${codes[0]}",4.2,`);
  await adminPage.reload();
  await expect(adminPage.getByRole("row").filter({ hasText: "2 × $4.20" })).toContainText("0 of 2");
  await expect(adminPage.getByRole("textbox", { name: "Codes" })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const person = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  await page.goto("/orders");
  const code = credit(page).getByLabel("Gift code");
  await code.fill("0000-0000-0000-0000");
  await code.press("Enter");
  await expect(credit(page)).toContainText("This code cannot be redeemed");
  await checkScreen(page, "My Orders with a refused gift code");
  await code.fill(codes[0]?.toLowerCase().replaceAll("-", " ") ?? "");
  await code.press("Enter");
  await expect(toast(page, "Gift code redeemed")).toBeVisible();
  await expect(credit(page)).toContainText("$4.20");
  await code.fill(codes[0] ?? "");
  await code.press("Enter");
  await expect(credit(page)).toContainText("This code cannot be redeemed");

  await page.goto("/");
  await buyNow(page, "350");
  await fillRecipient(page, { ...createBuyer(), email: person.email });
  await page.getByRole("button", { name: "Continue" }).click();
  await chooseBitcoin(page);
  const use = page.getByRole("button", { name: "Use $4.20 credit" });
  const whole = await readPayment(page);
  await use.click();
  const summary = page.getByRole("complementary", { name: "Order summary" });
  await expect(summary).toContainText(/Credit.*−\$4\.20.*Total.*\$10\.79/);
  await checkScreen(page, "step 2 with credit");
  const reduced = await readPayment(page);
  expect(reduced.address).toBe(whole.address);
  expect(reduced.sats).toBeLessThan(whole.sats);
  const orderId = await confirmOrder(page);
  await shop.pay({ ...reduced, confirm: 1 });
  await expect(page.getByText("Payment confirmed").first()).toBeVisible();
  await expect(page.getByRole("article")).toContainText(/Credit.*−\$4\.20.*\$10\.79/);

  await adminPage.goto(`/admin/orders/${orderId}`);
  await adminPage.getByRole("button", { name: "Rejected", exact: true }).click();
  await adminPage
    .getByRole("alertdialog")
    .getByRole("button", { name: /Reject/ })
    .click();
  await expect(toast(adminPage, "Order status updated successfully")).toBeVisible();
  await page.goto("/orders");
  await expect
    .poll(async () => {
      await page.reload();
      return credit(page).innerText();
    })
    .toContain("$4.20");

  await adminPage.goto(`/admin/orders/${orderId}`);
  await adminPage.getByRole("link", { name: "Refund", exact: true }).first().click();
  await adminPage.getByRole("link", { name: "Refund to credit" }).click();
  // The payment is noticed to wait for a decision: before, the form would be out of date by the time it is sent.
  await expect(adminPage.getByText("Money arrived for a rejected order.")).toBeVisible();
  const add = adminPage.getByRole("button", { name: "Add it to the credit" });
  await expect(add).toBeVisible();
  await adminPage.getByLabel("Reason").fill("Agreed by mail");
  await checkScreen(adminPage, "a refund to credit");
  await add.click();
  await expect(toast(adminPage, "Added to the buyer's credit")).toBeVisible();
  await page.reload();
  await expect(credit(page)).toContainText("$14.99");
  await page.getByText("Where your credit comes from").click();
  await expect(page.getByRole("table", { name: "Changes of your credit" })).toContainText(
    /Refund: order.*\+\$10\.79.*Returned: order.*\+\$4\.20.*Used: order.*−\$4\.20.*Gift code.*\+\$4\.20/s,
  );
  await checkScreen(page, "My Orders with a history of credit");

  const panel = await openPanel(adminPage, person);
  await panel.getByLabel("Amount in dollars").fill("20");
  await panel.getByLabel("Change", { exact: true }).selectOption("take");
  await panel.getByLabel("Note").fill("Chargeback");
  await panel.getByRole("button", { name: "Change credit" }).click();
  await expect(panel).toContainText("There is not as much credit");
  await panel.getByLabel("Amount in dollars").fill("0.99");
  await panel.getByRole("button", { name: "Change credit" }).click();
  await expect(toast(adminPage, "Credit changed")).toBeVisible();
  await checkScreen(adminPage, "the panel of a customer with credit");
  await page.reload();
  await expect(credit(page)).toContainText("$14.00");
});

test("on a phone without JavaScript, credit that covers the price pays the order at Confirm", async ({
  browser,
  adminPage,
  adminShop: { shop },
}) => {
  const [code = ""] = await issueCodes(adminPage, "50", 1);
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const person = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  await page.goto("/orders");
  await credit(page).getByLabel("Gift code").fill(code);
  await credit(page).getByRole("button", { name: "Redeem" }).click();
  await expect(credit(page)).toContainText("$50.00");
  await page.goto("/");
  await buyNow(page, "350");
  await fillRecipient(page, { ...createBuyer(), email: person.email });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use $14.99 credit" }).click();
  await expect(page.getByText("There is nothing to pay")).toBeVisible();
  await page.getByRole("button", { name: "Do not use it" }).click();
  await page.getByRole("button", { name: "Use $14.99 credit" }).click();
  await expect(page.getByText("There is nothing to pay")).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await expect(page.getByRole("article")).toContainText(/Credit.*−\$14\.99.*\$0\.00/);
  await page.goto("/orders");
  await expect(credit(page)).toContainText("$35.01");
  const link = await page.locator(".referral__link .mono").innerText();

  // The link of the referral card fills in the code.
  const friend = await browser.newPage();
  await friend.goto(link);
  const shown = await page.locator(".referral__code .mono").innerText();
  await expect(friend.getByLabel("Referral code")).toHaveValue(shown);
  await friend.close();
  await context.close();
});
