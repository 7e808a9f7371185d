import { expectAccessible } from "./axe.ts";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import { form, save } from "./settings-page.ts";

test.describe.configure({ mode: "serial" });

test("each of the four forms is saved; Save is disabled until something changes", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/settings");
  for (const name of [
    "Email Notifications",
    "Admin Notifications",
    "Payment Settings",
    "Security Settings",
  ])
    await expect(form(page, name).getByRole("button", { name: "Save Changes" })).toBeDisabled();

  const email = form(page, "Email Notifications");
  const marketing = email.getByRole("switch", { name: "Marketing emails" });
  const before = await marketing.isChecked();
  await marketing.click();
  await expect(email.getByText("Unsaved changes")).toBeVisible();
  await marketing.click();
  await expect(email.getByText("Unsaved changes")).toBeHidden();
  await marketing.click();
  await save(page, "Email Notifications", "Email settings updated successfully");

  await form(page, "Admin Notifications").getByRole("switch", { name: "System alerts" }).click();
  await save(page, "Admin Notifications", "Notification settings updated successfully");

  const security = form(page, "Security Settings");
  const timeout = security.getByLabel("Session timeout");
  await timeout.selectOption((await timeout.inputValue()) === "120" ? "240" : "120");
  await save(page, "Security Settings", "Security settings updated successfully");

  const payment = form(page, "Payment Settings");
  await payment.getByLabel("PayPal email").fill("money");
  await payment.getByLabel("IBAN").fill("GB29 NWBK 6016 1331 9268 18");
  await payment.getByRole("button", { name: "Save Changes" }).click();
  await expect(payment.getByText("Please enter a valid email address")).toBeVisible();
  await expect(payment.getByText("This IBAN is mistyped")).toBeVisible();
  await expect(payment.getByLabel("PayPal email")).toBeFocused();
  await payment.getByLabel("PayPal email").fill(`money${Date.now()}@example.com`);
  await payment.getByLabel("IBAN").fill("gb29nwbk60161331926819");
  await save(page, "Payment Settings", "Payment settings updated successfully");

  await page.reload();
  await expect(payment.getByLabel("IBAN")).toHaveValue("GB29 NWBK 6016 1331 9268 19");
  expect(await marketing.isChecked()).toBe(!before);
});

test("the settings are accessible in light and dark, and fit 390 px", async ({
  adminPage: page,
}) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/admin/settings");
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("a form is saved, and an invalid form keeps its input", async ({ adminPage: page }) => {
    await page.goto("/admin/settings");
    const shop = form(page, "Shop");
    await shop.getByLabel("Shop name").fill("");
    await shop.getByLabel("Support email").fill("desk@example.com");
    await shop.getByRole("button", { name: "Save Changes" }).click();
    await expect(shop.getByText("Shop name is required")).toBeVisible();
    await expect(shop.getByLabel("Support email")).toHaveValue("desk@example.com");
    await shop.getByLabel("Shop name").fill("Satchel");
    await shop.getByRole("button", { name: "Save Changes" }).click();
    await expect(page).toHaveURL(/notice=shop-saved/);
    await expect(shop.getByLabel("Support email")).toHaveValue("desk@example.com");
  });
});

test("a customer cannot save settings", async ({ adminShop, browser }) => {
  const context = await browser.newContext({ baseURL: adminShop.shop.url });
  const page = await context.newPage();
  await register(page, createPerson());
  const answer = await page.request.post("/admin/settings", {
    form: {
      intent: "shop",
      version: "0",
      shopName: "Mine",
      supportEmail: "me@example.com",
      timeZone: "UTC",
    },
    headers: { origin: adminShop.shop.url },
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers().location]).toEqual([302, "/"]);
  await page.goto("/admin/settings");
  await expect(page).toHaveURL(`${adminShop.shop.url}/`);
  await context.close();
});
