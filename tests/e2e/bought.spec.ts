import type { Page } from "@playwright/test";
import { checkScreen } from "./axe.ts";
import { expect, test } from "./admin-shop.ts";
import { mailTo } from "./newsletter-steps.ts";
import { confirmEmail, createPerson, register } from "./people.ts";
import {
  chooseBitcoin,
  confirmOrder,
  readPayment,
  toast,
  walkToStep2,
  createBuyer,
} from "./steps.ts";

/** Adds a package of another kind than coins. */
async function addPackage(admin: Page, kind: string, value: string, price: string): Promise<void> {
  await admin.goto("/admin/packages?view=cards&new");
  await admin.getByLabel("Kind").selectOption({ label: kind });
  await admin.getByLabel("Value ($)").fill(value);
  await admin.getByLabel("Price ($)").fill(price);
  await checkScreen(admin, `the form of a package: ${kind}`);
  await admin.getByRole("button", { name: "Create Package" }).click();
  await expect(toast(admin, "Package created successfully")).toBeVisible();
}

async function choose(page: Page, name: string): Promise<void> {
  await page.goto("/");
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
  await card.getByRole("button", { name: /^Buy Now/ }).click();
}

/** Pays in Bitcoin what step 2 asks for, and returns the order. */
async function payInBitcoin(
  page: Page,
  pay: (payment: { address: string; sats: number; confirm: number }) => Promise<unknown>,
): Promise<string> {
  await expect(page.getByText("Coupons and credit do not apply")).toBeVisible();
  await chooseBitcoin(page);
  const payment = await readPayment(page);
  const orderId = await confirmOrder(page);
  await pay({ ...payment, confirm: 1 });
  return orderId;
}

const credit = (page: Page) => page.getByRole("region", { name: "Your credit" });

test("a gift code is bought for another person, who redeems it; credit is bought and spent @core", async ({
  page,
  browser,
  adminPage,
  adminShop: { shop },
}) => {
  await addPackage(adminPage, "Gift code sent by email", "25", "24");
  await addPackage(adminPage, "Credit for the buyer’s account", "20", "19");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Gift codes and credit" })).toBeVisible();
  await checkScreen(page, "the home page with gift codes and credit");

  const friend = createPerson();
  const giver = createPerson();
  await choose(page, "$25.00 gift code");
  await page.getByLabel("Your email").fill(giver.email);
  await page.getByLabel("Recipient’s email").fill("nobody");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await checkScreen(page, "step 1 of a gift code, with an error");
  await page.getByLabel("Recipient’s email").fill(friend.email);
  await page.getByLabel("Message").fill("For your birthday");
  await page.getByRole("button", { name: "Continue" }).click();
  const orderId = await payInBitcoin(page, (payment) => shop.pay(payment));
  await expect(page.getByText("The code was sent by email.")).toBeVisible();
  await expect(page.getByRole("article")).toContainText(`Gift code for ${friend.email}`);
  await checkScreen(page, "the order of a gift code");

  const mail = await mailTo(shop, friend.email, "a gift code worth $25.00");
  expect(mail.text).toContain("For your birthday");
  const [code = ""] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(mail.text) ?? [];
  await adminPage.goto(`/admin/orders/${orderId}`);
  await expect(adminPage.getByText("Not redeemed yet")).toBeVisible();
  await checkScreen(adminPage, "the panel of an order of a gift code");

  const other = await browser.newPage({ baseURL: shop.url });
  await register(other, friend);
  await confirmEmail(other, shop, friend.email);
  await other.goto("/orders");
  await credit(other).getByLabel("Gift code").fill(code);
  await credit(other).getByRole("button", { name: "Redeem" }).click();
  await expect(credit(other)).toContainText("$25.00");
  await other.close();
  await adminPage.reload();
  await expect(adminPage.getByText(/^Redeemed/)).toBeVisible();

  await choose(page, "$20.00 credit");
  await expect(page.getByText("Credit belongs to an account.")).toBeVisible();
  await checkScreen(page, "step 1 of credit for a guest");
  await register(page, giver);
  await confirmEmail(page, shop, giver.email);
  await choose(page, "$20.00 credit");
  await expect(page.getByText(giver.email).first()).toBeVisible();
  await checkScreen(page, "step 1 of credit");
  await page.getByRole("button", { name: "Continue" }).click();
  await payInBitcoin(page, (payment) => shop.pay(payment));
  await expect(page.getByText("The credit is on the account.")).toBeVisible();
  await page.goto("/orders");
  await expect(credit(page)).toContainText("$20.00");
  await checkScreen(page, "My Orders with bought credit");

  await walkToStep2(page, "350", { ...createBuyer(), email: giver.email });
  await page.getByRole("button", { name: "Use $14.99 credit" }).click();
  // A click on Continue would end the request that is under way.
  await expect(page.getByText("There is nothing to pay")).toBeVisible();
  await confirmOrder(page);
  await page.goto("/orders");
  await expect(credit(page)).toContainText("$5.01");
});
