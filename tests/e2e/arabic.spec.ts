import type { Page } from "@playwright/test";
import { inLanguage } from "#messages/current.server.ts";
import { pathIn } from "#messages/languages.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import { expect, test } from "./admin-shop.ts";
import { checkScreen } from "./axe.ts";
import { orderByProvider } from "./hosted-payment-steps.ts";
import { createPerson } from "./people.ts";
import { createBuyer, readPayment } from "./steps.ts";

test.use({
  adminShopEnv: { SANDBOX_LIGHTNING: "on", SANDBOX_PROVIDERS: "on" },
  locale: "ar",
  actionTimeout: 60_000,
});

/** Returns a text without values as Arabic pages show it. */
function arabic(key: MessageKey): string {
  return inLanguage("ar", () => (t as (key: MessageKey) => string)(key));
}

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const button = (page: Page, key: MessageKey) =>
  page.getByRole("button", { name: arabic(key), exact: true });

/** Checks a screen: right to left, accessible in light and dark, no wider than a phone, and without English sentences. */
async function check(page: Page, state: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await checkScreen(page, state);
}

async function checkPath(page: Page, path: string): Promise<void> {
  await page.goto(pathIn("ar", path));
  await check(page, path);
}

test("a purchase in Arabic reads from right to left from the home page to the mail and the invoice", async ({
  browser,
  adminShop: { shop },
}) => {
  test.setTimeout(300_000);
  const page = await browser.newPage({ baseURL: shop.url });
  const buyer = createBuyer();
  await page.goto("/");
  expect(new URL(page.url()).pathname).toBe("/ar/");
  await check(page, "home");
  const card = page.getByRole("article").filter({ hasText: "350" }).first();
  await card.locator("button[type=submit]").click();
  await expect(field(page, "tiktokUsername")).toBeVisible();
  await button(page, "checkout.continue").click();
  await expect(page.getByText(arabic("rules.usernameMissing"))).toBeVisible();
  await check(page, "recipient with errors");
  await field(page, "tiktokUsername").fill(buyer.username);
  await field(page, "email").fill(buyer.email);
  await button(page, "checkout.continue").click();
  await page.getByRole("button", { name: new RegExp(`^${arabic("method.bitcoin")}`) }).click();
  await expect(page.getByTestId("payment-address")).toBeVisible();
  await check(page, "payment by either way");
  await page.getByRole("button", { name: arabic("payment.lightning"), exact: true }).click();
  await expect(page.getByTestId("payment-invoice")).toBeVisible();
  await check(page, "payment by Lightning");
  await button(page, "payment.onChain").click();
  await shop.pay(await readPayment(page));
  await expect(page.getByText(arabic("payment.seenClose"))).toBeVisible();
  await check(page, "payment seen");
  await page
    .locator("main")
    .getByRole("link", { name: arabic("checkout.continue") })
    .click();
  await check(page, "order details before they are confirmed");
  await button(page, "checkout.confirmOrder").click();
  await page.waitForURL(/\/ar\/track-order\?orderId=[A-Z0-9]{7}$/);
  await check(page, "order that is placed, with a toast");
  await shop.mine();
  await expect(page.getByRole("article").locator(".badge")).toHaveText(
    arabic("ui.statusProcessing"),
  );
  await check(page, "order that is paid on the chain");

  const invoice = page.getByRole("link", { name: arabic("order.invoice") });
  const [download] = await Promise.all([page.waitForEvent("download"), invoice.click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  const mails = await shop.mailsTo(buyer.email);
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails) {
    expect(mail.subject).toMatch(/\p{Script=Arabic}/u);
    expect(mail.html).toContain('dir="rtl"');
    expect(mail.html).toContain(`${shop.url}/ar/`);
  }
  await page.close();
});

test("orders by other ways, an account and all other pages of buyers in Arabic are accessible, and fit a phone", async ({
  browser,
  adminShop: { shop },
}) => {
  test.setTimeout(600_000);
  const page = await browser.newPage({ baseURL: shop.url });
  const card = await orderByProvider(page, shop, "stripe");
  await checkPath(page, `/track-order?orderId=${card.orderId}`);
  await shop.applyPaymentAction(card.session.id, { act: "pay" });
  await expect(page.getByText(arabic("order.coinsNext"))).toBeVisible();
  await check(page, "order that is paid by card");
  await checkPath(page, `/orders/${card.orderId}/withdraw`);
  await page.goto("/ar/track-order");
  await field(page, "orderId").fill("ZZZZZZ8");
  await field(page, "email").fill("nobody@example.com");
  await button(page, "order.trackOrder").click();
  await expect(page.getByText(arabic("order.notFound"))).toBeVisible();
  await check(page, "order that is not found");
  for (const path of [
    ...["/packages/2", "/checkout", "/order-links", "/newsletter", "/nothing-here"],
    ...["/terms", "/privacy", "/refunds", "/login", "/forgot-password", "/reset-password?token=x"],
    ...["/undo-email?token=x", "/verify-email?token=x", "/invitation?token=x"],
    "/keep-two-factor?token=x",
  ])
    await checkPath(page, path);

  const person = createPerson();
  await checkPath(page, "/register");
  await field(page, "name").fill("مريم هولت");
  await field(page, "email").fill(person.email);
  await field(page, "password").fill(person.password);
  await field(page, "confirmPassword").fill("something else entirely");
  await page.getByRole("checkbox").check();
  await page.locator("main form button[type=submit]").last().click();
  await expect(page.locator("main [aria-invalid=true]").first()).toBeVisible();
  await check(page, "registration with an error");
  await field(page, "password").fill(person.password);
  await field(page, "confirmPassword").fill(person.password);
  await page.locator("main form button[type=submit]").last().click();
  await expect(page.locator(".toast")).toContainText(/\p{Script=Arabic}/u);
  for (const path of [
    "/orders",
    "/account",
    "/account/security",
    "/account/sessions",
    "/account/data",
  ])
    await checkPath(page, path);
  await page.close();
});
