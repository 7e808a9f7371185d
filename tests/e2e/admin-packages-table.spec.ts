import { expect, test } from "./admin-shop.ts";
import { confirmOrder, createBuyer, fillRecipient, toast } from "./steps.ts";

// A shop of its own, whose packages no other test sells.
test.use({ adminShopEnv: { LOG_LEVEL: "info" } });
test.describe.configure({ mode: "serial" });

test("prices are changed in the table: by hand, by percent after a preview, and against another administrator @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await page.goto("/admin/packages");
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Table" }).click();
  await expect(page).toHaveURL(/\/admin\/packages\/table$/);
  const price = page.getByLabel("Price in dollars, 350 coins");
  await price.hover();
  await price.focus();
  await page.mouse.wheel(0, 200);
  await expect(price).toHaveValue("14.99");

  await price.fill("15,49");
  await page.getByLabel("Cost in dollars, 350 coins").fill("10");
  const row = page.getByRole("row").filter({ hasText: "350 coins" }).first();
  await expect(row).toContainText("14.99 → $15.49");
  await expect(row).toContainText("$5.49 · 35%");
  await page.getByRole("link", { name: "Orders" }).first().click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Leave without saving?");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Packages updated successfully")).toBeVisible();
  await expect(price).toHaveValue("15.49");

  await page.getByLabel("Change all prices by (%)").fill("-10");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("rounded to the cent, and not saved yet")).toBeFocused();
  await expect(row).toContainText("15.49 → $13.94");
  const home = async () => (await page.request.get("/")).text();
  expect(await home()).toContain("$15.49");

  const other = await page.context().newPage();
  await other.goto("/admin/packages/table");
  await other.getByLabel("Price in dollars, 350 coins").fill("16.00");
  await other.getByRole("checkbox", { name: "Sold out, 70 coins" }).check();
  await other.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(other, "Packages updated successfully")).toBeVisible();
  await other.close();

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Someone changed this to 16.00 in the meantime")).toBeVisible();
  await expect(price).toBeFocused();
  await expect(price).toHaveValue("13.94");
  await expect(page.getByRole("checkbox", { name: "Sold out, 70 coins" })).toBeChecked();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.poll(home).toContain("$13.94");
  expect(await home()).toContain("Sold out");

  // The view is remembered, and a cost is on no page of buyers.
  await page.goto("/admin/packages");
  await expect(page).toHaveURL(/\/admin\/packages\/table$/);
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Cards" }).click();
  await expect(page.getByRole("region", { name: "Grid" })).toBeVisible();
  await page.goto("/admin/packages");
  await expect(page.getByRole("region", { name: "Grid" })).toBeVisible();
  for (const path of ["/", "/_root.data", "/packages/2", "/packages/2.data", "/sitemap.xml"]) {
    const response = await page.request.get(`${shop.url}${path}`);
    expect(await response.text(), path).not.toMatch(/costCents/);
  }
});

test("a package that sells out or ends during a checkout is told; a quoted one is kept", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const table = async (change: () => Promise<void>) => {
    await page.goto("/admin/packages/table");
    await change();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast(page, "Packages updated successfully")).toBeVisible();
  };
  const soldOut = page.getByRole("checkbox", { name: "Sold out, 700 coins" });
  const buyer = await page.context().browser()?.newPage({ baseURL: shop.url });
  if (!buyer) throw new Error("no browser");
  await buyer.goto("/packages/3");
  await buyer.getByRole("button", { name: "Buy Now" }).first().click();
  await expect(buyer).toHaveURL(/step=account/);
  await table(() => soldOut.check());
  await fillRecipient(buyer, createBuyer());
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByText("This package has sold out.")).toBeVisible();
  await expect(buyer).toHaveURL(/step=account/);

  await table(() => soldOut.uncheck());
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer).toHaveURL(/step=payment/);
  await table(() => page.getByLabel("Last day on sale, 700 coins").fill("2020-01-01"));
  await buyer.reload();
  await expect(buyer.getByText("This package is no longer for sale.")).toBeVisible();
  await expect(buyer.getByText("Yours is kept")).toBeVisible();
  expect(await confirmOrder(buyer)).toMatch(/^[A-Z0-9]{7}$/);
  await buyer.close();
});
