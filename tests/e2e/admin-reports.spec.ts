import { readFileSync } from "node:fs";
import { expect, test } from "./admin-shop.ts";
import { confirmOrder, goToPayment, createBuyer, toast } from "./steps.ts";

test("a report of each period has metrics, chart, table, customers and packages @core", async ({
  adminPage: page,
  page: buyer,
}) => {
  await goToPayment(buyer, "700", createBuyer());
  await confirmOrder(buyer);

  await page.goto("/admin/reports");
  await expect(page.getByRole("heading", { name: "Reports & Analytics" })).toBeVisible();
  const summary = page.getByRole("region", { name: "Sales Summary" });
  for (const label of ["Total Revenue", "Total Orders", "Average Order Value", "Conversion Rate"])
    await expect(
      summary.locator(".stat__label", { hasText: new RegExp(`^${label}`) }),
    ).toBeVisible();
  await expect(summary.locator(".stat", { hasText: /^Total Orders/ })).toContainText(/[1-9]/);

  const chart = page.getByRole("region", { name: "Revenue Overview" });
  await expect(chart.getByRole("img")).toHaveCount(7);
  await chart.getByText("View as table").click();
  await expect(chart.getByRole("row")).toHaveCount(8);
  await expect(page.getByRole("region", { name: "Popular Packages" })).toContainText("700 coins");
  const customers = page.getByRole("region", { name: "Customer Statistics" });
  await expect(customers).toContainText("New, one order");
  await expect(customers).toContainText("Returning, more than one order");

  const periods = page.getByRole("navigation", { name: "Period" });
  await periods.getByRole("link", { name: "Month" }).click();
  await expect(page).toHaveURL(/\?period=month$/);
  await expect(chart.getByRole("row", { name: /Week 4/ })).toBeVisible();
  await periods.getByRole("link", { name: "Year" }).click();
  await expect(chart.getByRole("row")).toHaveCount(7);
  await page.reload();
  await expect(periods.getByRole("link", { name: "Year" })).toHaveAttribute("aria-current", "true");
});

test("a month of the calendar beside the one before and a year before, as a file and on paper", async ({
  adminPage: page,
  page: buyer,
}) => {
  await goToPayment(buyer, "700", createBuyer());
  await confirmOrder(buyer);

  await page.goto("/admin/reports?period=month");
  const chart = page.getByRole("region", { name: "Revenue Overview" });
  await expect(chart.getByRole("img", { name: /^Week 1, \d/ })).toBeVisible();
  await page.getByRole("link", { name: "Calendar" }).click();
  const choice = page.getByRole("navigation", { name: "Month or year" });
  await expect(choice.getByRole("link", { name: "This month" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(page.getByText(/is not over, so it is compared with the same days/)).toBeVisible();
  await choice.getByRole("link", { name: "Last month" }).click();
  await expect(page.getByText(/^Compared with \w+ 20\d\d\./)).toBeVisible();
  await page.getByRole("link", { name: "Year before" }).click();
  await expect(page).toHaveURL(/against=year/);

  await page.getByLabel("Month", { exact: true }).selectOption("March");
  await page.getByLabel("Year", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText(/^1 to 31 March 20\d\d$/)).toBeVisible();
  await expect(page.getByText("The shop has no figures of those days.")).toBeVisible();
  await chart.getByText("View as table").click();
  await expect(chart.getByRole("row", { name: /^31 Mar .* 31 Mar: \$0\.00$/ })).toBeVisible();

  await page.getByRole("link", { name: "Calendar" }).click();
  await expect(page.getByText(/is not over, so it is compared with the same days/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Refunds and Bitcoin" })).toContainText("0 sats");
  const file = page.getByRole("region", { name: "This report as a file" });
  const coming = page.waitForEvent("download");
  await file.getByRole("link", { name: "CSV" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^report-[\d-]{10}-to-[\d-]{10}\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFF"Section","Figure","Unit",.*,"Before: /);
  expect(text).toMatch(/\r\n"Sales Summary","Total Orders","orders",[1-9]/);
  const workbook = page.waitForEvent("download");
  await file.getByRole("link", { name: "Excel" }).click();
  expect((await workbook).suggestedFilename()).toMatch(/^report-.*\.xlsx$/);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Reports & Analytics" })).toBeVisible();
  await expect(page.getByText(/is not over, so it is compared with the same days/)).toBeVisible();
  for (const screenOnly of [file, choice, page.getByRole("navigation", { name: "Back office" })])
    await expect(screenOnly).toBeHidden();
});

test("custom dates can be chosen; invalid dates have an error at their field", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/reports");
  await page.getByRole("link", { name: "Custom", exact: true }).click();
  const [from, to] = [page.getByLabel("First day"), page.getByLabel("Last day")];
  await from.fill("2025-03-10");
  await to.fill("2025-03-01");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("The last day is before the first")).toBeVisible();
  await expect(from).toHaveValue("2025-03-10");
  await to.fill("2025-03-12");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("10 to 12 March 2025")).toBeVisible();
  await expect(page.getByText("No package data available")).toBeVisible();
  await expect(page.getByRole("region", { name: "Sales Summary" })).toContainText("—");
});

test("an export is downloaded completely, can be cancelled, and reports an interruption @core", async ({
  adminPage: page,
  page: buyer,
}) => {
  await goToPayment(buyer, "350", { ...createBuyer(), uid: "=cmd" });
  const orderId = await confirmOrder(buyer);

  await page.goto("/admin/reports");
  const button = page.getByRole("button", { name: "Export" });
  const coming = page.waitForEvent("download");
  await button.click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^orders-[\d-]{10}-to-[\d-]{10}\.csv$/);
  const lines = readFileSync(await download.path(), "utf8").split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFF"Order ID","Placed",/);
  expect(lines.find((line) => line.startsWith(`"${orderId}"`))).toContain(`,"'=cmd",`);
  await expect(toast(page, /orders? exported/)).toBeVisible();

  const workbook = page.waitForEvent("download");
  await page.getByRole("button", { name: "Excel file of these orders" }).click();
  expect((await workbook).suggestedFilename()).toBe(
    download.suggestedFilename().replace(/csv$/, "xlsx"),
  );

  await page.route("**/reports/export*", () => undefined);
  await button.click();
  const progress = page.getByRole("region", { name: "Export" });
  await expect(progress.getByRole("progressbar")).toBeVisible();
  await progress.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toBeHidden();
  await page.unroute("**/reports/export*");

  await page.route("**/reports/export*", (route) => route.abort());
  await button.click();
  await expect(toast(page, "The export did not finish")).toBeVisible();
  await expect(progress).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("periods, days and the export work", async ({ adminPage: page }) => {
    await page.goto("/admin/reports?period=month");
    await page.getByRole("link", { name: "Custom", exact: true }).click();
    await page.getByLabel("First day").fill("2025-03-10");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText(/^10 March 2025 to /)).toBeVisible();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    expect((await coming).suggestedFilename()).toMatch(/^orders-2025-03-10-to-/);
  });
});

test("the values of the bars are accessible by keyboard", async ({ adminPage: page }) => {
  await page.goto("/admin/reports");
  await page.getByRole("button", { name: "Excel file of these orders" }).focus();
  const first = page.getByRole("img", { name: /\$/ }).first();
  for (let i = 0; i < 6 && !(await first.evaluate((bar) => bar === document.activeElement)); i += 1)
    await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("img", { name: /\$/ }).last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByText("View as table")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Revenue Overview" })).toBeVisible();
});
