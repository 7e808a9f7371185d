import { expect, test } from "./admin-shop.ts";
import { register, createPerson, totp } from "./people.ts";
import { form, save } from "./settings-page.ts";
import {
  confirmOrder,
  goToPayment,
  readPayment,
  seePaidOrder,
  createBuyer,
  toast,
} from "./steps.ts";

test.describe.configure({ mode: "serial" });

test("the shop's name and email apply everywhere at once, and its time zone can be chosen @core", async ({
  adminPage: page,
  adminShop,
}) => {
  const name = `Coins & Co ${Date.now()}`;
  await page.goto("/admin/settings/shop");
  const shop = form(page, "Shop");
  await shop.getByLabel("Shop name").fill(name);
  await shop.getByLabel("Support email").fill("help@example.com");
  const zone = shop.getByLabel("Time zone");
  await zone.selectOption((await zone.inputValue()) === "Asia/Tokyo" ? "UTC" : "Asia/Tokyo");
  await save(page, "Shop", "Shop settings updated successfully");
  await expect(page).toHaveTitle(new RegExp(name));

  const buyer = createBuyer();
  const customer = await page.context().browser()?.newPage({ baseURL: adminShop.shop.url });
  if (!customer) throw new Error("no browser");
  await goToPayment(customer, "350", buyer);
  await expect(customer.getByRole("banner").getByText(name)).toBeVisible();
  await expect(customer.getByRole("contentinfo").getByText("help@example.com")).toBeVisible();
  await confirmOrder(customer);
  await expect
    .poll(async () => (await adminShop.shop.mailsTo(buyer.email))[0]?.subject)
    .toContain(name);
  await customer.close();
});

test("mails to customer and administrator follow the settings", async ({
  adminPage: page,
  adminShop,
}) => {
  const { shop, admin } = adminShop;
  const buyer = createBuyer();
  const customer = await page.context().browser()?.newPage({ baseURL: shop.url });
  if (!customer) throw new Error("no browser");
  await goToPayment(customer, "350", buyer);
  const { address, sats } = await readPayment(customer);
  const orderId = await confirmOrder(customer);
  await customer.close();
  await shop.pay({ address, sats, confirm: 1 });
  for (const subject of [`new order ${orderId}`, `order ${orderId} is paid`])
    await expect
      .poll(async () => (await shop.mailsTo(admin.email)).map((mail) => mail.subject).join("\n"))
      .toContain(subject);
});

test("required confirmations change without a restart, for new quotes", async ({
  adminPage: page,
  adminShop,
}) => {
  const customer = await page.context().browser()?.newPage({ baseURL: adminShop.shop.url });
  if (!customer) throw new Error("no browser");
  await page.goto("/admin/settings/bitcoin");
  const small = form(page, "Bitcoin").getByLabel("Confirmations, small orders");
  await small.fill("7");
  await form(page, "Bitcoin").getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Confirmations must be a whole number from 0 to 6")).toBeVisible();
  await small.fill("3");
  await save(page, "Bitcoin", "Bitcoin settings updated successfully");

  await goToPayment(customer, "350", createBuyer());
  const { address, sats } = await readPayment(customer);
  await adminShop.shop.pay({ address, sats, confirm: 1 });
  await expect(customer.getByText(/1 of 3/).first()).toBeVisible();
  await adminShop.shop.mine(2);
  await seePaidOrder(customer);
  await customer.close();

  await small.fill("1");
  await save(page, "Bitcoin", "Bitcoin settings updated successfully");
});

test("a rate margin lowers the rate that buyers see, and raises the amount", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const customer = await page.context().browser()?.newPage({ baseURL: shop.url });
  if (!customer) throw new Error("no browser");
  await shop.setPrice({ usd: 100_000 });
  await expect(async () => {
    await page.goto("/admin/settings/price");
    await expect(page.locator("#price-sources")).toContainText("$100,000.00", { timeout: 1000 });
  }).toPass();
  await page.goto("/admin/settings/bitcoin");
  const margin = form(page, "Bitcoin").getByLabel("Lower rate for buyers, in % (margin)");
  await margin.fill("20.5");
  await form(page, "Bitcoin").getByRole("button", { name: "Save Changes" }).click();
  await expect(
    page.getByText("Rate margin must be between 0 and 20 percent, with at most two decimals"),
  ).toBeVisible();
  await margin.fill("5");
  await save(page, "Bitcoin", "Bitcoin settings updated successfully");

  await goToPayment(customer, "350", createBuyer());
  const rate = customer.locator(".pay__rate");
  await expect(rate).toContainText("at $95,000.00 per BTC");
  await expect(rate).toContainText(/The rate is .*, less a margin of 5%\./);
  expect((await readPayment(customer)).sats).toBe(15_779);

  await margin.fill("0");
  await save(page, "Bitcoin", "Bitcoin settings updated successfully");
  await customer.reload();
  await expect(rate).toContainText("less a margin of 5%");
  await customer.close();
  const next = await page.context().browser()?.newPage({ baseURL: shop.url });
  if (!next) throw new Error("no browser");
  await goToPayment(next, "350", createBuyer());
  await expect(next.locator(".pay__rate")).toContainText("at $100,000.00 per BTC");
  await expect(next.locator(".pay__rate")).not.toContainText("margin");
  await next.close();
});

test("the first addresses match those of buyers, and can be copied", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/settings/addresses");
  const addresses = page.getByRole("region", { name: "First receiving addresses" });
  await expect(addresses.getByRole("listitem")).toHaveCount(3);
  const first = await addresses.getByRole("code").first().innerText();
  await addresses.getByRole("button", { name: "Copy address 1" }).click();
  await expect(toast(page, "Bitcoin address copied to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
});

test("each price source is shown with its price or its error", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await page.goto("/admin/settings/price");
  const sources = page.getByRole("table", { name: "Price sources" });
  await expect(sources.getByRole("row")).toHaveCount(6);
  for (const name of ["Kraken", "Coinbase", "Bitstamp", "CoinGecko", "mempool.space"])
    await expect(sources.getByRole("row", { name })).toContainText("Counts");
  await shop.setFaults({ prices: "500" });
  await expect(async () => {
    await page.reload();
    await expect(sources.getByRole("row", { name: "Kraken" })).toContainText(
      "Last attempt failed: status 500",
      {
        timeout: 100,
      },
    );
  }).toPass({ timeout: 60_000 });
  await page.goto("/admin");
  await page.getByRole("link", { name: /Price sources with a problem/ }).click();
  await expect(sources).toBeInViewport();
  await shop.setFaults({ prices: null });
});

// In a shop of its own, because its administrator signs in with a code from here on.
test("with required two-factor authentication the admin area opens after its setup @core", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop();
  const page = await browser.newPage({ baseURL: shop.url });
  const admin = createPerson();
  await register(page, admin);
  await page.goto("/admin/settings/security");
  const security = form(page, "Security Settings");
  const requireTwoFactor = security.getByRole("switch", { name: "Two-factor authentication" });
  await requireTwoFactor.check();
  await security.getByRole("button", { name: "Save Changes" }).click();
  const hint = toast(page, "Set up two-factor authentication to open the back office");
  await expect(hint).toBeVisible();
  await page.goto("/admin/orders");
  await expect(hint).toBeVisible();
  await expect(page).toHaveURL(/\/account\/security$/);

  await page.getByLabel("Your password").fill(admin.password);
  await page.getByRole("button", { name: "Turn on" }).click();
  const secret = await page.locator(".totp__key").innerText();
  await page.getByLabel("Code from the app").fill(totp(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await page.goto("/admin/settings/security");
  await expect(requireTwoFactor).toBeChecked();
});
