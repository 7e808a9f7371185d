import { expect, test } from "./admin-shop.ts";
import { form, save } from "./settings-page.ts";
import { beforeFormArrives, toast } from "./steps.ts";

test.describe.configure({ mode: "serial" });

test("changes before hydration can be saved", async ({ adminPage: page }) => {
  const { promise: changed, resolve: change } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await changed;
    await route.continue();
  });
  await page.goto("/admin/settings/shop", { waitUntil: "commit" });
  const shop = form(page, "Shop");
  await expect(shop.getByRole("button", { name: "Save Changes" })).toBeEnabled();
  const zone = shop.getByLabel("Time zone");
  const chosen = (await zone.inputValue()) === "Asia/Tokyo" ? "UTC" : "Asia/Tokyo";
  await zone.selectOption(chosen);
  change();
  await expect(shop.getByText("Unsaved changes")).toBeVisible();
  await save(page, "Shop", "Shop settings updated successfully");
  await page.reload();
  await expect(zone).toHaveValue(chosen);
});

test("a normalized value is shown as stored after saving", async ({ adminPage: page }) => {
  await page.goto("/admin/settings/shop");
  const shop = form(page, "Shop");
  const name = shop.getByLabel("Shop name");
  const saved = await name.inputValue();
  await name.fill(`  ${saved} `);
  await expect(shop.getByText("Unsaved changes")).toBeVisible();
  await save(page, "Shop", "Shop settings updated successfully");
  await expect(shop.getByText("Unsaved changes")).toBeHidden();
  await expect(name).toHaveValue(saved);

  // No confirmation when leaving.
  await page.getByRole("link", { name: "Packages" }).first().click();
  await expect(page.getByRole("heading", { name: "Packages", level: 1 })).toBeVisible();
});

test("a save without a rendered pending state is saved, too", async ({ adminPage: page }) => {
  await page.goto("/admin/settings/shop");
  // The revalidation after saving responds at once, so that nothing is rendered in between.
  await page.evaluate(() => {
    const realFetch = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.includes("notice=shop-saved")) return realFetch(input, init);
      const request = new XMLHttpRequest();
      request.open("GET", url, false);
      request.send();
      return new Response(request.responseText, {
        status: request.status,
        headers: { "content-type": request.getResponseHeader("content-type") ?? "" },
      });
    };
  });
  const shop = form(page, "Shop");
  const name = shop.getByLabel("Shop name");
  const saved = await name.inputValue();
  await name.fill(`${saved} `);
  await save(page, "Shop", "Shop settings updated successfully");
  await expect(name).toHaveValue(saved);
});

test("input during a save stays as unsaved, and is saved next", async ({ adminPage: page }) => {
  await page.goto("/admin/settings/shop");
  const shop = form(page, "Shop");
  const name = shop.getByLabel("Shop name");
  const saved = await name.inputValue();
  await name.fill(`${saved} A`);
  await beforeFormArrives(page, {
    send: () => shop.getByRole("button", { name: "Save Changes" }).click(),
    meanwhile: () => name.fill(`${saved} AB`),
  });
  await expect(toast(page, "Shop settings updated successfully")).toBeVisible();
  await expect(page.getByRole("link", { name: `${saved} A`, exact: true }).first()).toBeVisible();
  await expect(name).toHaveValue(`${saved} AB`);
  await expect(shop.getByText("Unsaved changes")).toBeVisible();
  await name.fill(`${saved} A`);
  await expect(shop.getByText("Unsaved changes")).toBeHidden();

  await name.fill(saved);
  await save(page, "Shop", "Shop settings updated successfully");
  await expect(name).toHaveValue(saved);
});

test("unsaved changes are not lost silently; a concurrent save shows a message @core", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/settings/shop");
  const shop = form(page, "Shop");
  await shop.getByLabel("Shop name").fill("Mine");
  await page.getByRole("link", { name: "Bitcoin price" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Leave without saving?");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/settings\/shop$/);

  const other = await page.context().newPage();
  await other.goto("/admin/settings/shop");
  await form(other, "Shop").getByLabel("Shop name").fill(`Theirs ${Date.now()}`);
  await save(other, "Shop", "Shop settings updated successfully");
  await other.close();
  await shop.getByRole("button", { name: "Save Changes" }).click();
  await expect(shop.getByText("Someone changed these settings in the meantime")).toBeVisible();
  await expect(shop.getByLabel("Shop name")).toHaveValue("Mine");
  await save(page, "Shop", "Shop settings updated successfully");

  await shop.getByLabel("Shop name").fill("Lost");
  await page.getByRole("link", { name: "Packages" }).first().click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/packages$/);
});

test("the confirmation stays open until it is answered, whatever else completes meanwhile", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/settings/shop");
  // Delays the navigation after a save.
  const slow = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.get("notice") === "shop-saved",
    async (route) => {
      await slow.promise;
      await route.continue();
    },
  );
  const name = form(page, "Shop").getByLabel("Shop name");
  await name.fill(`Slow ${Date.now()}`);
  const loading = page.waitForRequest(/notice=shop-saved/);
  await form(page, "Shop").getByRole("button", { name: "Save Changes" }).click();
  await loading;
  await name.fill("Lost");
  await page.getByRole("link", { name: "Packages" }).first().click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Leave without saving?");
  slow.resolve();
  await expect(toast(page, "Shop settings updated successfully").first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/settings\/shop$/);
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(dialog).toBeHidden();
  await expect(name).toHaveValue("Lost");
  await page.getByRole("link", { name: "Packages" }).first().click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/packages$/);
});
