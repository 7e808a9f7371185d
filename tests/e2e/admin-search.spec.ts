import type { Page, Request } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import { placeOrder } from "./place-order.ts";

/** Opens the quick search by its shortcut; retries until the page is hydrated. */
async function openSearch(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Search the back office" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();
  return { dialog, field: dialog.getByRole("combobox"), options: dialog.getByRole("option") };
}

/** Holds the first request whose URL matches; `release` resolves when it is answered. */
async function hold(page: Page, matches: (url: URL) => boolean) {
  const { promise: held, resolve: onHeld } = Promise.withResolvers<Request>();
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(matches, async (route) => {
    if (isFirst) {
      isFirst = false;
      onHeld(route.request());
      await released;
    }
    await route.continue();
  });
  return {
    held,
    release: async () => {
      letGo();
      await (await held).response();
    },
  };
}

test("a customer, a package and a screen are found by keyboard only; focus returns afterwards @core", async ({
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
    ...["Bank statements", "Customers", "Promotions", "Newsletter", "Emails", "Team", "Send to"],
    ...["Webhooks", "API keys", "Audit log", "Gift codes", "VAT"],
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
  const earlier = await hold(page, ({ searchParams }) => searchParams.get("q") === "7");
  const { dialog, field, options } = await openSearch(page);
  await field.fill("7");
  await earlier.held;
  await field.fill("1,400");
  await expect(dialog.getByRole("status")).toHaveText("Searching…");
  await page.keyboard.press("Enter");
  await earlier.release();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/packages\?edit=4$/);

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

test("a late response to an earlier text does not stop the search", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await page.goto("/admin/orders");
  const { dialog, field } = await openSearch(page);
  await field.fill("1");
  await expect(dialog.getByRole("status")).toHaveText(/result/);

  // A live update of the page loads the results again. The next request starts meanwhile, and outlives the update.
  const orders = await hold(page, ({ pathname }) => pathname === "/admin/orders.data");
  const first = await placeOrder(shop);
  await orders.held;
  const earlier = await hold(page, ({ searchParams }) => searchParams.get("q") === "1,4");
  await field.fill("1,4");
  await earlier.held;
  await orders.release();
  await expect(page.getByText(first.id)).toBeVisible();

  // The next update repeats that request and is answered sooner.
  const second = await placeOrder(shop);
  await expect(page.getByText(second.id)).toBeVisible();
  await field.fill("1,400");
  await expect(dialog.getByRole("status")).toHaveText("1 result");
  await earlier.release();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/packages\?edit=4$/);
});

test("the quick search opens by its button, and works with a pointer", async ({
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
  await page.setViewportSize({ width: 390, height: 844 });
  await openSearch();
  await expect(dialog).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("option", { name: "Customers" }).click();
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await expect(dialog).toBeHidden();
});
