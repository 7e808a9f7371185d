import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import { toast } from "./steps.ts";

test.describe.configure({ mode: "serial" });

/** Returns the card of the package with this name, such as "350 coins". */
function cardOf(page: Page, name: string): Locator {
  const heading = page.getByRole("heading", { name, exact: true });
  return page.getByRole("article").filter({ has: heading });
}

/** Returns the packages in the order of the grid. */
function grid(page: Page): Locator {
  return page.getByRole("region", { name: "Grid" }).getByRole("heading", { level: 3 });
}

async function namesIn(cards: Locator): Promise<string[]> {
  return (await cards.allInnerTexts()).map((name) => name.replace(/\s+/, " "));
}

/** Returns the packages in the order that customers see. */
async function gridOfShop(page: Page): Promise<string[]> {
  const html = await (await page.request.get("/")).text();
  const cards = html.matchAll(/<article class="card pkg[^]*?<h3[^>]*>(?:<a[^>]*>)?([\d,]+)/g);
  return [...cards].map(([, count]) => `${count} coins`);
}

test("a package is added, edited and deleted; the preview updates while typing @core", async ({
  adminPage: page,
  adminShop,
}) => {
  await page.goto("/admin/packages");
  await page.getByRole("link", { name: "Add New Package" }).click();
  await expect(page.getByLabel("Coins", { exact: true })).toBeFocused();

  const form = page.getByRole("form", { name: "New package" });
  await form.getByLabel("Coins", { exact: true }).fill("1050");
  await form.getByLabel("Price ($)").fill("44.99");
  await form.getByLabel("Discount (%)").fill("18");
  await form.getByLabel("Mark as Most Popular").check();
  await expect(form.getByText("1,050 coins")).toBeVisible();
  await expect(form.getByText("Shown as $54.87 crossed out")).toBeVisible();
  await expect(form.getByText("MOST POPULAR", { exact: true })).toBeVisible();
  await form.getByLabel("Description").fill("Between great value and power user");
  await form.getByRole("button", { name: "Create Package" }).click();
  await expect(toast(page, "Package created successfully")).toBeVisible();
  await expect(form).toBeHidden();

  const made = cardOf(page, "1,050 coins");
  await expect(made).toContainText("MOST POPULAR");
  await expect(made).toContainText("$44.99");
  await expect(made).toContainText("$54.87");
  await made.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Price ($)").fill("39.90");
  await page.getByRole("button", { name: "Update Package" }).click();
  await expect(toast(page, "Package updated successfully")).toBeVisible();
  await expect(made).toContainText("$39.90");
  const shop = await (await page.request.get(`${adminShop.shop.url}/`)).text();
  expect(shop).toContain("$39.90");

  await made.getByRole("link", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(
    "Are you sure you want to delete this package? This action cannot be undone.",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(made).toBeVisible();
  await made.getByRole("link", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete package" }).click();
  await expect(toast(page, "Package deleted successfully")).toBeVisible();
  await expect(made).toBeHidden();
});

test("errors show in a toast and at their field, and the form stays open", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/packages?new");
  const save = page.getByRole("button", { name: "Create Package" });
  const said = [
    "Coins must be greater than zero",
    "Price must be greater than zero",
    "Discount must be between 0 and 100",
  ];
  await page.getByLabel("Discount (%)").fill("101");
  await save.click();
  await expect(toast(page, said[0] ?? "")).toBeVisible();
  for (const text of said)
    await expect(page.locator(".field__error", { hasText: text })).toBeVisible();
  await expect(page.getByLabel("Coins", { exact: true })).toBeFocused();

  // An unexpected error: the shop is unreachable.
  await page.getByLabel("Coins", { exact: true }).fill("99");
  await page.getByLabel("Price ($)").fill("9");
  await page.getByLabel("Discount (%)").fill("0");
  await page.route("**/admin/packages.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await save.click();
  await expect(toast(page, "An error occurred while saving the package")).toBeVisible();
  await expect(page.getByLabel("Coins", { exact: true })).toHaveValue("99");
});

test("editing a package that was changed meanwhile shows a message, and keeps the input", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/packages?edit=1");
  const other = await page.context().newPage();
  await other.goto("/admin/packages?edit=1");
  await other.getByLabel("Description").fill("Changed elsewhere");
  await other.getByRole("button", { name: "Update Package" }).click();
  await expect(toast(other, "Package updated successfully")).toBeVisible();

  await page.getByLabel("Description").fill("Perfect for beginners");
  // Revalidates the page while the form is open.
  await page.getByRole("button", { name: "Move 350 coins later", exact: true }).click();
  await expect(cardOf(page, "70 coins")).toContainText("Changed elsewhere");
  await page.getByRole("button", { name: "Move 350 coins earlier", exact: true }).click();
  await page.getByRole("button", { name: "Update Package" }).click();
  await expect(
    page.getByText("Someone changed this package in the meantime").first(),
  ).toBeVisible();
  await expect(cardOf(page, "70 coins")).toContainText("Changed elsewhere");
  await expect(page.getByLabel("Description")).toHaveValue("Perfect for beginners");
  await page.getByRole("button", { name: "Update Package" }).click();
  await expect(toast(page, "Package updated successfully")).toBeVisible();
});

test("the order of the grid is changed by keyboard and by dragging @core", async ({
  adminPage: page,
}) => {
  // A viewport that shows the whole grid, so that the mouse reaches it.
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.goto("/admin/packages");
  const [first = "", second = "", third = "", last = ""] = await namesIn(grid(page));
  const later = page.getByRole("button", { name: `Move ${first} later`, exact: true });
  await later.focus();
  // Faster than the shop responds.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${first}, now 3 of 4`)).toBeAttached();
  await expect(later).toBeFocused();
  await page.keyboard.press("Enter");
  const earlier = page.getByRole("button", { name: `Move ${first} earlier`, exact: true });
  await expect(earlier).toBeFocused();
  await expect(grid(page)).toHaveText([second, third, last, first]);
  await expect.poll(() => gridOfShop(page)).toEqual([second, third, last, first]);

  await drag(page, first, second);
  await expect(grid(page)).toHaveText([first, second, third, last]);
  await expect.poll(() => gridOfShop(page)).toEqual([first, second, third, last]);
  await drag(page, first, third);
  await expect.poll(() => gridOfShop(page)).toEqual([second, third, first, last]);
  await drag(page, first, second);
  await expect.poll(() => gridOfShop(page)).toEqual([first, second, third, last]);
});

/** Drags a package by its handle to the place of another one. */
async function drag(page: Page, name: string, to: string): Promise<void> {
  const grip = await cardOf(page, name).getByTitle("Drag to change the order").boundingBox();
  const target = await cardOf(page, to).boundingBox();
  if (!grip || !target) throw new Error("no cards");
  await page.mouse.move(grip.x + 20, grip.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, target.y + 80, { steps: 10 });
  await page.mouse.up();
}

test("the promotion is disabled and enabled again, and is unique", async ({ adminPage: page }) => {
  await page.goto("/admin/packages");
  const before = await namesIn(grid(page));
  await page.getByRole("button", { name: /^Switch off.* 30,000 coins/ }).click();
  await expect(toast(page, "Package is no longer for sale")).toBeVisible();
  expect(await (await page.request.get("/")).text()).not.toContain("30,000");
  expect((await page.request.get("/packages/5")).status()).toBe(404);

  const promotion = page.getByRole("region", { name: "Promotion" });
  await page.getByRole("button", { name: /^Promote.* 700 coins/ }).click();
  await expect(promotion).toContainText("700 coins");
  await page.getByRole("button", { name: /^Promote.* 30,000 coins/ }).click();
  await expect(promotion).toContainText("30,000 coins");
  const others = before.filter((name) => name !== "700 coins");
  await expect(grid(page)).toHaveText([...others, "700 coins"]);
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("everything works by forms", async ({ adminPage: page }) => {
    await page.goto("/admin/packages?new");
    await page.getByLabel("Coins", { exact: true }).fill("0");
    await page.getByLabel("Price ($)").fill("12.34");
    await page.getByRole("button", { name: "Create Package" }).click();
    await expect(page.getByText("Coins must be greater than zero")).toBeVisible();
    await expect(page.getByLabel("Price ($)")).toHaveValue("12.34");
    await page.getByLabel("Coins", { exact: true }).fill("444");
    await page.getByRole("button", { name: "Create Package" }).click();
    await expect(cardOf(page, "444 coins")).toContainText("$12.34");
    const last = (await grid(page).count()) - 1;
    await page.getByRole("button", { name: "Move 444 coins earlier" }).click();
    await expect(grid(page).nth(last - 1)).toHaveText("444 coins");
    await cardOf(page, "444 coins").getByRole("link", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete package" }).click();
    await expect(cardOf(page, "444 coins")).toBeHidden();
  });
});

test("a customer cannot change packages", async ({ adminShop, browser }) => {
  const context = await browser.newContext({ baseURL: adminShop.shop.url });
  const page = await context.newPage();
  await register(page, createPerson());
  const forms: Record<string, string>[] = [
    { intent: "create", coins: "1", price: "0.01", discount: "0", description: "mine" },
    { intent: "delete", id: "2", version: "1" },
    { intent: "move", id: "1", position: "3", seen: "1 2 3 4" },
  ];
  for (const form of forms) {
    const response = await page.request.post("/admin/packages", {
      form,
      headers: { origin: adminShop.shop.url },
      maxRedirects: 0,
    });
    expect([response.status(), response.headers().location]).toEqual([302, "/"]);
  }
  await page.goto("/admin/packages");
  await expect(page).toHaveURL(`${adminShop.shop.url}/`);
  await expect(page.getByRole("heading", { name: /^350 coins/ })).toBeVisible();
  await context.close();
});
