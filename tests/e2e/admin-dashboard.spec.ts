import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import type { Shop } from "./shop-process.ts";
import { confirmOrder, goToPayment, readPayment, createBuyer } from "./steps.ts";

/** Orders 350 coins in a new browser context, optionally pays them, and returns the order's id. */
async function order(browser: Browser, shop: Shop, paid: boolean): Promise<string> {
  const context = await browser.newContext({ baseURL: shop.url });
  const buyer = await context.newPage();
  await goToPayment(buyer, "350", createBuyer());
  const payment = await readPayment(buyer);
  const id = await confirmOrder(buyer);
  if (paid) await shop.pay({ ...payment, confirm: 2 });
  await context.close();
  return id;
}

const card = (page: Page, name: string) =>
  page.getByRole("region", { name: "Key figures" }).locator(".stat", { hasText: name });

test("the dashboard of a new shop is empty, and updates live with the first orders @core", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop();
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await register(page, createPerson());
  await page.goto("/admin");
  await expect(card(page, "Total Sales")).toContainText("$0.00");
  await expect(card(page, "Total Sales")).toContainText("No earlier data");
  await expect(page.getByText("No orders found")).toBeVisible();
  await expect(page.getByText("No orders yet")).toBeVisible();
  await expect(page.getByText("Nothing is waiting.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Last backup" })).toContainText("None yet.");
  await expect(page.getByText("No paid order is waiting for its coins.")).toBeVisible();

  const unpaid = await order(browser, shop, false);
  await expect(card(page, "Pending Orders")).toContainText("1");
  const recent = page.getByRole("table", { name: "Recent Orders" });
  const row = recent.getByRole("row", { name: new RegExp(unpaid) });
  await expect(row).toContainText("Pending");
  await expect(row).toContainText("$14.99");
  await expect(card(page, "Total Sales")).toContainText("$0.00");

  const paid = await order(browser, shop, true);
  await expect(card(page, "Total Sales")).toContainText("$14.99");
  await expect(card(page, "Total Customers")).toContainText("2");
  await expect(recent.getByRole("row", { name: new RegExp(paid) })).toContainText("Processing");
  await expect(page.getByRole("region", { name: "Payment Methods Overview" })).toContainText(
    "100%",
  );

  const undelivered = page.getByRole("region", { name: "Paid, not delivered" });
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Paid, not delivered");
  const waiting = undelivered.getByRole("row", { name: new RegExp(paid) });
  await expect(waiting).toContainText("@mira.holt");
  await expect(waiting).toContainText("350");
  await expect(undelivered).not.toContainText(unpaid);
  await undelivered.getByRole("link", { name: "Deliver all 1" }).click();
  await expect(page).toHaveURL("/admin/deliver");
  await page.goBack();
  await expect(page.getByRole("link", { name: /Pending Orders/ })).toHaveAttribute(
    "href",
    "/admin/orders?status=pending",
  );
  await recent.getByRole("row", { name: new RegExp(paid) }).click();
  await expect(page).toHaveURL(new URL(`/admin/orders/${paid}`, shop.url).href);
  await page.goBack();
  await waiting.click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${paid}\\?status=processing`));
  await context.close();
});

test("the definition of sales is explained, and everything is reachable by keyboard", async ({
  adminPage: page,
}) => {
  await page.goto("/admin");
  const about = page.getByRole("button", { name: "What counts as sales" });
  const words = page.getByText(/Orders whose money has arrived, or that are completed/);
  await expect(words).toBeHidden();
  await page.getByRole("link", { name: /Total Customers/ }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(about).toBeFocused();
  await expect(words).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(words).toBeHidden();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /Completed Orders/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/orders?status=completed");
});

test("the navigation begins with the daily screens, and has the others in labelled groups, also on a phone", async ({
  adminPage: page,
}) => {
  await page.goto("/admin");
  const side = page.getByRole("navigation", { name: "Back office" });
  const links = side.getByRole("link");
  await expect(links.nth(0)).toHaveText("Dashboard");
  // With how many wait, where another story of this shop has left some.
  await expect(links.nth(1)).toHaveText(/^Deliver/);
  await expect(links.nth(5)).toHaveText("Settings");
  await expect(side.getByRole("group", { name: "Money" }).getByRole("link")).toHaveText([
    /^Review/,
    "Bank statements",
  ]);
  await expect(side.getByRole("group", { name: "Customers" })).toContainText("Newsletter");
  await expect(side.getByRole("group", { name: "System" })).toContainText("Webhooks");

  await page.getByRole("link", { name: /^Satchel \d/ }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/Unreleased|\d/);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(links).toHaveText(["Dashboard", /^Deliver/, "Orders", /^Review/]);
  await side.getByText("More").click();
  const more = page.getByRole("navigation", { name: "More" });
  await expect(more).toBeInViewport({ ratio: 1 });
  await expect(more.getByRole("link").first()).toHaveText("Packages");
  await expect(more.getByRole("group", { name: "Money" })).toContainText("Bank statements");
  await expect(more.getByRole("group", { name: "System" }).getByText("System")).toBeVisible();
  await more.getByRole("link", { name: "Audit log" }).click();
  await expect(page).toHaveURL("/admin/audit");
});

test("an unavailable chain source is listed as needing attention", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await shop.setFaults({ esplora: "500" });
  await page.goto("/admin");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("No chain source answers")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await shop.setFaults({ esplora: null });
});

test("a customer has no access to the admin area", async ({ page, adminShop }) => {
  await register(page, createPerson());
  await page.goto(`${adminShop.shop.url}/admin`);
  await expect(page).toHaveURL("/");
  for (const path of ["/admin/reports", "/admin/reports/export"]) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(302);
    expect(response.headers().location).toBe("/");
  }
  const file = await page.request.post(
    "/admin/reports/export?period=custom&from=2026-01-01&to=2026-12-31",
    { maxRedirects: 0, headers: { origin: adminShop.shop.url } },
  );
  expect(file.status()).toBe(302);
  expect(await file.text()).not.toContain("Order ID");
});

test("the dashboard shows the state of each chain host, and how many requests it got", async ({
  adminPage,
}) => {
  await adminPage.goto("/admin");
  const hosts = adminPage.getByRole("region", { name: "Bitcoin network" });
  const host = hosts.getByRole("link", { name: /127\.0\.0\.1/ });
  await expect(host).toContainText("Answering");
  await expect(host).toContainText(/\d requests in the last hour/);
  await host.click();
  await expect(adminPage).toHaveURL(/\/admin\/settings\/network$/);
});
