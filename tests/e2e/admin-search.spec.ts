import type { Page } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "./axe.ts";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";

/** Opens the quick search by its shortcut; retries until the page is hydrated. */
async function openSearch(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Search the back office" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();
  return { dialog, field: dialog.getByRole("combobox"), options: dialog.getByRole("option") };
}

test("a customer, a package and a screen are found by keyboard only; focus returns afterwards", async ({
  page,
  adminPage,
}) => {
  const person = { ...createPerson(), name: "Ottoline Quince" };
  await register(page, person);

  await adminPage.goto("/admin/audit");
  const { dialog, field, options } = await openSearch(adminPage);
  await expect(field).toBeFocused();
  await expect(options).toHaveText([
    ...["Dashboard", "Deliver", "Orders", "Packages", "Reports", "Settings", "Review"],
    ...["Bank statements", "Customers", "Newsletter", "Emails", "Webhooks", "API keys"],
    "Audit log",
  ]);
  await field.pressSequentially("quince OTTO");
  await expect(dialog.getByRole("group", { name: "Customers" })).toContainText(person.email);
  await expect(options).toHaveCount(1);
  const active = await field.getAttribute("aria-activedescendant");
  await expect(options.first()).toHaveAttribute("id", active ?? "none");
  await adminPage.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByRole("dialog", { name: person.name })).toBeVisible();

  await adminPage.goto("/admin/audit");
  const link = adminPage.getByRole("link", { name: "Reports" });
  await link.focus();
  await openSearch(adminPage);
  await field.fill("1,400");
  await expect(dialog.getByRole("group", { name: "Packages" })).toContainText("1,400 coins");
  await adminPage.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();

  await openSearch(adminPage);
  await expect(field).toHaveValue("");
  await adminPage.keyboard.press("ArrowDown");
  await adminPage.keyboard.press("ArrowUp");
  await adminPage.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await field.fill("order");
  await expect(options.first()).toContainText("Orders");
  await adminPage.keyboard.press("Enter");
  await expect(adminPage).toHaveURL(/\/admin\/orders$/);
});

test("only the newest response is shown, Enter waits for it, and a failed search shows an error", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/audit");
  const held: (() => void)[] = [];
  await page.route("**/admin/search*", async (route) => {
    if (route.request().url().includes("q=7"))
      await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  const { dialog, field, options } = await openSearch(page);
  await field.fill("7");
  await expect.poll(() => held.length).toBe(1);
  await field.fill("1,400");
  await page.keyboard.press("Enter");
  held[0]?.();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/packages\?edit=4$/);

  await page.unroute("**/admin/search*");
  await openSearch(page);
  await field.fill("nothing has this name");
  await expect(dialog.getByRole("status")).toHaveText("Nothing found");
  await expect(options).toHaveCount(0);
  await page.route("**/admin/search*", (route) => route.abort());
  await field.fill("nor this");
  await expect(dialog.getByRole("status")).toHaveText(
    "The search is not responding. Please try again.",
  );
});

test("the quick search opens by its button, works with a pointer, and is accessible in light and dark and on a phone", async ({
  adminPage: page,
}) => {
  const dialog = page.getByRole("dialog", { name: "Search the back office" });
  const openSearch = async () => {
    await page.goto("/admin/audit");
    await page.getByRole("button", { name: "Search", exact: true }).click();
  };
  await openSearch();
  await dialog.getByRole("combobox").fill("3");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openSearch();
  await expect(dialog).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("option", { name: "Customers" }).click();
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await expect(dialog).toBeHidden();
});
