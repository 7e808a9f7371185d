import { settingNames, settingRecords } from "#shop/settings/settings.ts";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import { form, save } from "./settings-page.ts";

test.describe.configure({ mode: "serial" });

test("the index leads to a page for each subject, and each of the four forms is saved @core", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/settings");
  const open = async (name: string) => {
    await page.goto("/admin/settings");
    await page.getByRole("link", { name }).first().click();
    await expect(form(page, name).getByRole("button", { name: "Save Changes" })).toBeDisabled();
  };
  await open("Email Notifications");
  const email = form(page, "Email Notifications");
  const marketing = email.getByRole("switch", { name: "Marketing emails" });
  const before = await marketing.isChecked();
  await marketing.click();
  await expect(email.getByText("Unsaved changes")).toBeVisible();
  await marketing.click();
  await expect(email.getByText("Unsaved changes")).toBeHidden();
  await marketing.click();
  await save(page, "Email Notifications", "Email settings updated successfully");
  await page.reload();
  expect(await marketing.isChecked()).toBe(!before);

  await open("Admin Notifications");
  await form(page, "Admin Notifications").getByRole("switch", { name: "System alerts" }).click();
  await save(page, "Admin Notifications", "Notification settings updated successfully");

  await open("Security Settings");
  const timeout = form(page, "Security Settings").getByLabel("Session timeout");
  await timeout.selectOption((await timeout.inputValue()) === "120" ? "240" : "120");
  await save(page, "Security Settings", "Security settings updated successfully");

  await open("Payment Settings");
  const payment = form(page, "Payment Settings");
  await payment.getByRole("switch", { name: "Bank transfer" }).check();
  await payment.getByLabel("Account name").fill("");
  await payment.getByLabel("IBAN").fill("");
  await payment.getByLabel("PayPal email").fill("money@example.com ");
  await payment.getByRole("button", { name: "Save Changes" }).click();
  await expect(payment.getByText("IBAN or account number is required")).toBeVisible();
  await expect(payment.getByText("Account name is required")).toBeVisible();
  await payment.getByLabel("Account name").fill("Example Ltd");
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

  // Addresses of the page that had all settings.
  await page.goto("/admin/settings#price-sources");
  await expect(page).toHaveURL(/\/admin\/settings\/price$/);
  await page.goto("/admin/settings#iban");
  await expect(page).toHaveURL(/\/admin\/settings\/payment#iban$/);
  await expect(payment.getByLabel("IBAN")).toBeFocused();
});

test("all pages are listed beside each, every link of them opens, and the search leads to a field", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/settings/shop");
  const index = page.getByRole("navigation", { name: "Settings" });
  const paths = await index
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(paths).toHaveLength(17);
  const leads = new Set<string>();
  const labels = new Map<string, string>();
  for (const path of paths) {
    await page.goto(path);
    await expect(index.locator("[aria-current=page]")).toHaveAttribute("href", path);
    const links = page.locator("#main a[href]");
    for (const link of await links.all()) leads.add((await link.getAttribute("href")) ?? "");
    for (const field of await page.locator(".setting-form :is(input, select, textarea)").all()) {
      const [name, label] = await field.evaluate((element: HTMLInputElement) => [
        element.name,
        element.labels?.[0]?.textContent ?? "",
      ]);
      if (label) labels.set(name ?? "", label);
    }
  }
  for (const name of settingNames) {
    const record = settingRecords[name];
    if ("label" in record) expect(labels.get(name)?.startsWith(record.label), name).toBe(true);
  }
  for (const lead of leads) {
    if (/^(https?|mailto):/.test(lead)) continue;
    expect((await page.request.get(new URL(lead, page.url()).href)).status(), lead).toBe(200);
  }

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
  await expect(index.getByRole("link", { name: "Payment Settings" })).toBeInViewport();
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("a form is saved, and an invalid form keeps its input", async ({ adminPage: page }) => {
    await page.goto("/admin/settings/shop");
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
