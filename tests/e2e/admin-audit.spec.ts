import { expect, test } from "./admin-shop.ts";
import { signNewCustomerOut } from "./customer-steps.ts";

test.describe.configure({ mode: "serial" });

test("the audit log is filtered by URL and by keyboard only, and cannot be changed @core", async ({
  page: newcomers,
  adminPage: page,
  adminShop,
}) => {
  await signNewCustomerOut(newcomers, page);
  await page.goto("/admin/audit");
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Who" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "About" })).toBeFocused();
  await page.keyboard.press("S");
  await expect(page).toHaveURL(/\?kind=settings$/);
  await expect(page.getByText("Nothing found")).toBeVisible();
  await page.getByRole("combobox", { name: "About" }).selectOption("Customers");
  await page.getByRole("combobox", { name: "When" }).selectOption("Today");
  await page.getByRole("combobox", { name: "Who" }).selectOption(adminShop.admin.email);
  await expect(page).toHaveURL(/actor=.+&kind=customer&date=today$/);
  await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText(
    adminShop.admin.email,
  );
  await page.reload();
  await expect(page.getByRole("combobox", { name: "When" })).toHaveValue("today");
  await expect(page.getByRole("main").locator("form[method=post]")).toHaveCount(0);
  const headers = { origin: adminShop.shop.url };
  expect((await page.request.post("/admin/audit", { form: {}, headers })).status()).toBe(405);
});

test("a filter that is changed while the previous list renders stays changed", async ({
  page: newcomers,
  adminPage: page,
  adminShop,
}) => {
  await signNewCustomerOut(newcomers, page);
  await page.goto("/admin/audit");
  // Hits the moment between the response and the rendered list.
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...step) => {
      history.pushState = push;
      push(...step);
      queueMicrotask(() => {
        const period = document.querySelector<HTMLSelectElement>("select[name=date]");
        if (!period) return;
        period.value = "today";
        period.dispatchEvent(new Event("change", { bubbles: true }));
      });
    };
  });
  // Delays the response until another filter is selected.
  const { promise: requested, resolve } = Promise.withResolvers<void>();
  await page.route(/\?kind=customer&date=today/, () => resolve());
  await page.getByRole("combobox", { name: "About" }).selectOption("Customers");
  await expect(page).toHaveURL(/\?kind=customer$/);
  await requested;
  await expect(page.getByRole("combobox", { name: "When" })).toHaveValue("today");
  await page.getByRole("combobox", { name: "Who" }).selectOption(adminShop.admin.email);
  await expect(page).toHaveURL(/actor=.+&kind=customer&date=today$/);
});
