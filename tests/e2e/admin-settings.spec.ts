import { settingNames, settingRecords } from "#shop/settings/settings.ts";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import { form, save } from "./settings-page.ts";

test.describe.configure({ mode: "serial" });

test("each of the four forms is saved; Save is disabled until something changes @core", async ({
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

test("an index leads to each section, marks the current and the unsaved ones, and the search leads to a field", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/settings");
  const index = page.getByRole("navigation", { name: "Sections" });
  const titles = await page.locator(".setting-group > div > h2").allInnerTexts();
  expect(titles.indexOf("Bitcoin")).toBeLessThan(titles.indexOf("Legal pages"));
  await expect(index.getByRole("link")).toHaveCount(titles.length);
  for (const name of settingNames) {
    const record = settingRecords[name];
    if (!("label" in record)) continue;
    const field = page.locator(`.setting-form [name="${name}"]`);
    const accessible = await field.evaluate(
      (element: HTMLInputElement) => element.labels?.[0]?.textContent ?? "",
    );
    expect(accessible.slice(0, record.label.length), name).toBe(record.label);
  }

  const link = (name: string) => index.getByRole("link", { name });
  await expect(link("Email Notifications")).toHaveAttribute("aria-current", "location");
  await link("Legal pages").click();
  await expect(page.getByRole("heading", { name: "Legal pages" })).toBeInViewport();
  await expect(link("Legal pages")).toHaveAttribute("aria-current", "location");
  await expect(link("Email Notifications")).not.toHaveAttribute("aria-current");
  await expect(link("Legal pages")).toBeInViewport();

  const daily = form(page, "Admin Notifications").getByRole("switch", { name: "Daily summary" });
  await daily.click();
  await expect(link("Admin Notifications")).toContainText("Unsaved");
  await expect(link("Email Notifications")).not.toContainText("Unsaved");
  await daily.click();
  await expect(link("Admin Notifications")).not.toContainText("Unsaved");

  const search = page.getByRole("dialog", { name: "Search the back office" });
  await page.keyboard.press("Control+k");
  await search.getByRole("combobox").fill("EXPLORER block");
  await expect(search.getByRole("group", { name: "Settings" })).toContainText("Block explorer");
  await page.keyboard.press("Enter");
  await expect(search).toBeHidden();
  const explorer = page.getByLabel("Block explorer");
  await expect(explorer).toBeFocused();
  await expect(explorer).toBeInViewport();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/audit");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await search.getByRole("combobox").fill("iban");
  await search.getByRole("option", { name: "IBAN" }).click();
  await expect(page.getByLabel("IBAN")).toBeFocused();
  await expect(link("Payment Settings")).toBeInViewport();
  await expect(link("Payment Settings")).toHaveAttribute("aria-current", "location");
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
  const response = await page.request.post("/admin/settings", {
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
  expect([response.status(), response.headers().location]).toEqual([302, "/"]);
  await page.goto("/admin/settings");
  await expect(page).toHaveURL(`${adminShop.shop.url}/`);
  await context.close();
});
