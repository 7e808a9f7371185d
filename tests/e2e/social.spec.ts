import type { Page } from "@playwright/test";
import { linkInMail, type Person, register, signOut, somebody } from "./people.ts";
import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";

test.describe("signing in elsewhere", () => {
  for (const provider of ["Google", "Facebook"] as const) {
    test(`with ${provider}, in a popup`, async ({ page }) => {
      const person = somebody();
      await page.goto("/login");
      const [popup] = await Promise.all([
        page.waitForEvent("popup"),
        page.getByRole("link", { name: `Continue with ${provider}` }).click(),
      ]);
      await popup.getByLabel("Name").fill(person.name);
      await popup.getByLabel("Email", { exact: true }).fill(person.email);
      await popup.getByRole("button", { name: "Continue" }).click();
      await expect(toast(page, /Account created successfully!|Login successful!/)).toBeVisible();
      expect(await (await page.request.get("/")).text()).toContain('href="/orders"');
    });
  }

  test("refused in the popup", async ({ page }) => {
    await page.goto("/login");
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "Continue with Google" }).click(),
    ]);
    await popup.getByRole("button", { name: "Refuse" }).click();
    await expect(toast(page, "Google login failed. Please try again.")).toBeVisible();
  });

  test("with the popup blocked: a toast says how to allow it, and it goes on in the same tab", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    const person = somebody();
    await page.goto("/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await expect(toast(page, "Allow popups for this site")).toBeVisible();
    await page.getByRole("button", { name: "Continue in this tab" }).click();
    await page.getByLabel("Name").fill(person.name);
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(toast(page, /Account created successfully!|Login successful!/)).toBeVisible();
  });

  test("an account with the same verified email is linked; an unverified one is not taken over", async ({
    page,
    browser,
    shop,
  }) => {
    const google = async (tab: Page, person: Person) => {
      await tab.goto("/sign-in/google");
      await tab.getByLabel("Name").fill(person.name);
      await tab.getByLabel("Email", { exact: true }).fill(person.email);
      await tab.getByRole("button", { name: "Continue" }).click();
    };
    const verified = somebody();
    await register(page, verified);
    await page.goto(await linkInMail(shop, verified.email, "confirm your email"));
    await signOut(page);
    await google(page, verified);
    await expect(toast(page, "Login successful!")).toBeVisible();

    const squatter = somebody();
    const other = await browser.newPage({ baseURL: shop.url });
    await register(other, squatter);
    const owner = await browser.newPage({ baseURL: shop.url });
    await google(owner, squatter);
    await expect(owner).toHaveURL(/signed-in/);
    expect(await (await owner.request.get("/")).text()).not.toContain('href="/account"');
    await other.close();
    await owner.close();
  });
});
