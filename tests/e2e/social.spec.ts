import type { Page } from "@playwright/test";
import {
  consent,
  openProvider,
  type Person,
  register,
  signOut,
  createPerson,
  confirmEmail,
} from "./people.ts";
import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";

test.describe("social sign-in", () => {
  for (const provider of ["Google", "Facebook"] as const) {
    test(`with ${provider}, in a popup @core`, async ({ page }) => {
      await page.goto("/login");
      await consent(await openProvider(page, provider), createPerson());
      await expect(toast(page, "Account created successfully!")).toBeVisible();
      expect(await (await page.request.get("/")).text()).toContain('href="/orders"');
    });

    test(`denied at ${provider}, in the popup`, async ({ page }) => {
      await page.goto("/login");
      const popup = await openProvider(page, provider);
      await popup.getByRole("button", { name: "Refuse" }).click();
      await expect(toast(page, `${provider} login failed. Please try again.`)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/login");
    });

    test(`denied at ${provider}, from the register screen`, async ({ page }) => {
      await page.goto("/register");
      const popup = await openProvider(page, provider);
      await popup.getByRole("button", { name: "Refuse" }).click();
      await expect(toast(page, "Social login failed. Please try again.")).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/register");
    });
  }

  test("denied in the same tab", async ({ page }) => {
    await page.goto("/sign-in/facebook");
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByText("Facebook login failed. Please try again.")).toBeVisible();
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test("a blocked popup shows a toast, and the sign-in continues in the same tab", async ({
    page,
  }) => {
    await blockPopups(page);
    await page.goto("/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await expect(toast(page, "Allow popups for this site")).toBeVisible();
    await page.getByRole("button", { name: "Continue in this tab" }).click();
    await consent(page, createPerson());
    await expect(toast(page, "Account created successfully!")).toBeVisible();
  });

  test("an account with the same verified email is linked; an unverified one is not", async ({
    page,
    browser,
    shop,
  }) => {
    const google = async (tab: Page, person: Person) => {
      await tab.goto("/sign-in/google");
      await consent(tab, person);
    };
    const verified = createPerson();
    await register(page, verified);
    await confirmEmail(page, shop, verified.email);
    await signOut(page);
    await google(page, verified);
    await expect(toast(page, "Login successful!")).toBeVisible();
    const exported = await (await page.request.get("/account/export")).text();
    expect(JSON.parse(exported)).toMatchObject({ signsInWith: [{ provider: "google" }] });
    expect(exported).not.toMatch(/token|ya29|eyJ/i);

    const squatter = createPerson();
    const other = await browser.newPage({ baseURL: shop.url });
    await register(other, squatter);
    const owner = await browser.newPage({ baseURL: shop.url });
    await google(owner, squatter);
    await expect(owner).toHaveURL(/signed-in/);
    expect(await (await owner.request.get("/")).text()).not.toContain('href="/account"');
    await other.close();
    await owner.close();
  });

  test("while Google is down the sign-in fails with a message, and works afterwards", async ({
    browser,
    ownShop,
  }) => {
    // The shared one knows Google's configuration already.
    const shop = await ownShop();
    const page = await browser.newPage({ baseURL: shop.url });
    await shop.setFaults({ identity: "500" });
    await page.goto("/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await expect(toast(page, "Google login failed. Please try again.")).toBeVisible();
    await shop.setFaults({ identity: null });
    // A sign-in that took too long, or was ended already by the Back button.
    await page.goto("/api/auth/callback/google?state=gone&code=x");
    await expect(page.getByText("Login failed. Please try again.")).toBeVisible();
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await consent(await openProvider(page, "Google"), createPerson());
    await expect(toast(page, "Account created successfully!")).toBeVisible();
  });
});

test.describe("a referral code before a social sign-in", () => {
  test("links the two accounts", async ({ page, browser, shop }) => {
    await register(page, createPerson());
    await page.goto("/orders");
    const code = await page.locator(".referral__code .mono").innerText();
    const friend = await browser.newPage({ baseURL: shop.url });
    await friend.goto("/register");
    await friend.getByLabel(/Referral code/).fill(` ${code.toLowerCase()} `);
    await consent(await openProvider(friend, "Google"), createPerson());
    await expect(toast(friend, "Account created successfully!")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Friends joined").locator("..")).toContainText("1");
    await friend.close();
  });

  test("is rejected if unknown, before the redirect to the provider", async ({ page }) => {
    const text = page.getByText("This referral code does not exist");
    const code = page.getByLabel(/Referral code/);
    await page.goto("/register");
    await code.fill("NOSUCH99");
    await page.getByRole("link", { name: "Continue with Facebook" }).click();
    await expect(text).toBeVisible();
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("aria-invalid", "true");
    await code.fill("NOSUCH9");
    await expect(text).toHaveCount(0);

    await blockPopups(page);
    await page.reload();
    await code.fill("NOSUCH99");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Continue in this tab" }).click();
    await expect(text).toBeVisible();
    await page.getByRole("link", { name: "Back to create account" }).click();
    await expect(page).toHaveURL(/\/register$/);
  });
});

async function blockPopups(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.open = () => null;
  });
}
