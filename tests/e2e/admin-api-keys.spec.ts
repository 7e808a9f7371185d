import type { Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { toast } from "./steps.ts";

async function statusWithKey(shopUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${shopUrl}/api/v1/packages`, { headers })).status;
}

test("a key is created, shown once, copied, used and revoked @core", async ({
  adminPage: page,
  adminShop: { shop, admin },
}) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin");
  await page.getByRole("link", { name: "API keys" }).first().click();
  await expect(page.getByText("No key yet")).toBeVisible();

  await page.getByRole("link", { name: "New key" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Enter a name")).toBeVisible();
  await expect(page.getByText("Choose at least one right")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Delivery <b>bot</b>");
  await page.getByLabel("See the packages that are for sale").check();
  await page.getByLabel("Valid").selectOption("For 90 days");
  await page.getByRole("button", { name: "Create key" }).click();

  await expect(
    page.getByRole("heading", { name: "The key “Delivery <b>bot</b>” is made" }),
  ).toBeFocused();
  const key = (await page.locator(".new-key code").textContent()) ?? "";
  expect(key).toMatch(/^satchel_test_[A-Za-z0-9]{43}$/);
  await page.getByRole("button", { name: "Copy key" }).click();
  await expect(toast(page, "Key copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.getByRole("link", { name: "I have copied it" }).click();
  await expect(page.locator(".new-key")).toBeHidden();
  expect(await page.content()).not.toContain(key);

  const row = page.getByRole("row", { name: /Delivery/ });
  await expect(row).toContainText("Never");
  await expect(row).toContainText("Active");
  await expect(row).toContainText(admin.email);
  expect(await statusWithKey(shop.url, key)).toBe(200);
  await page.reload();
  await expect(row).not.toContainText("Never");

  const revoke = row.getByRole("button", { name: "Revoke the key Delivery <b>bot</b>" });
  const question = page.getByRole("alertdialog", { name: /^Revoke the key/ });
  await revoke.click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(revoke).toBeFocused();
  expect(await statusWithKey(shop.url, key)).toBe(200);
  await revoke.click();
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(toast(page, "Key revoked")).toBeVisible();
  await expect(row).toContainText("Revoked");
  await expect(revoke).toBeHidden();
  expect(await statusWithKey(shop.url, key)).toBe(401);
  await page.goto("/admin/audit?kind=api-key");
  await expect(page.getByRole("row", { name: /made API key/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /revoked API key/ })).toBeVisible();
});

test("revoking a key that is already revoked shows a message", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await makeByForm(page, "Twice");
  const form = await page.request.get("/admin/api-keys").then((response) => response.text());
  const id = /aria-label="Revoke the key Twice".*?name="id" value="([^"]+)"/s.exec(form)?.[1] ?? "";
  await page.goto("/admin/api-keys");
  const elsewhere = await page.request.post("/admin/api-keys", {
    form: { intent: "revoke", id },
    headers: { origin: shop.url },
    maxRedirects: 0,
  });
  expect(elsewhere.status()).toBe(302);
  await page.getByRole("button", { name: "Revoke the key Twice" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("alert")).toContainText("Someone has already revoked this key");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("row", { name: /Twice/ })).toContainText("Revoked");
});

async function makeByForm(page: Page, name: string): Promise<void> {
  await page.goto("/admin/api-keys?new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByLabel("See the packages that are for sale").check();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("it is shown only once")).toBeVisible();
}

test("keys are created and revoked without JavaScript", async ({ browser, adminShop }) => {
  const { shop, signedIn } = adminShop;
  const context = await browser.newContext({
    baseURL: shop.url,
    storageState: signedIn,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto("/admin/api-keys?new");
  await page.getByRole("textbox", { name: "Name" }).fill("Plain");
  await page.getByLabel("Set the status of orders").check();
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Create key" }).click(),
  ]);
  expect(response.headers()["cache-control"]).toBe("no-store");
  await expect(page.locator(".new-key code")).toHaveText(/^satchel_test_/);
  await page.goto("/admin/api-keys");
  const row = page.getByRole("row", { name: /Plain/ });
  await row.locator("summary").click();
  await expect(row).toContainText("This cannot be undone");
  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  await context.close();
});

test("the reference lists every route", async ({ adminPage: page }) => {
  await page.goto("/admin/api-keys");
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();
  for (const name of [
    "List orders",
    "Read an order",
    "Set the status of an order",
    "List packages",
    "Read a package",
    "Errors",
  ])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await page.getByText("Responses").first().click();
  await expect(page.getByText("orders[].tiktokUsername")).toBeVisible();
  const { hostname } = new URL(page.url());
  const foreign = await page.evaluate(
    (own) =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).hostname)
        .filter((name) => name !== own),
    hostname,
  );
  expect(foreign).toEqual([]);
});
