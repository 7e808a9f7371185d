import { keyboardOf } from "./keyboard.ts";
import { openSession, register, createPerson, totp } from "./people.ts";
import { expect, test } from "./shop.ts";
import { createBuyer, readPayment, toast } from "./steps.ts";

// With the keyboard only: every control must be reachable by Tab.

test("registering and signing in work by keyboard only", async ({ page }) => {
  const person = createPerson();
  const { tabTo, type, press } = keyboardOf(page);
  await page.goto("/register");
  await type("Full name", person.name);
  await type("Email", person.email);
  await type("Password", person.password);
  await type("Confirm password", person.password);
  await tabTo(page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await press(page.getByRole("button", { name: "Create account" }));
  await expect(toast(page, "Account created successfully!")).toBeVisible();

  await page.goto("/account");
  await press(page.getByRole("banner").locator(".menu--account > summary"));
  await press(page.getByRole("button", { name: "Sign out" }));
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

  await page.goto("/login");
  await type("Email", person.email);
  await type("Password", person.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Login successful!")).toBeVisible();
});

test("name, birthday and email are changed by keyboard only", async ({ page }) => {
  const { tabTo, type, press } = keyboardOf(page);
  const person = createPerson();
  await register(page, person);
  await page.goto("/account");
  await type("Your name", "Mira H. Holt");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Name saved")).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Mira H. Holt");

  await type("New email", createPerson().email);
  await type("Your password", person.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Mail sent")).toBeVisible();

  // Month, day and year are typed one after the other.
  await tabTo(page.getByLabel("Your birthday"));
  await page.keyboard.type("02281994");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Birthday saved")).toBeVisible();
  await expect(page.getByLabel("Your birthday")).toHaveValue("1994-02-28");

  await press(page.getByRole("main").getByRole("link", { name: "Security" }));
  await expect(page).toHaveURL(/\/account\/security$/);
});

test("password and two-factor authentication are set by keyboard only", async ({ page }) => {
  test.slow();
  const { type, press } = keyboardOf(page);
  const person = createPerson();
  const password = "a brand new password";
  await register(page, person);
  await page.goto("/account/security");
  await type("Current password", person.password);
  await type("New password", password);
  await type("Confirm new password", password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Password changed")).toBeVisible();

  await type("Your password", password);
  await page.keyboard.press("Enter");
  const secret = await page.locator(".totp__key").innerText();
  await type("Code from the app", "000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Incorrect or expired code/)).toBeVisible();
  await expect(page.getByLabel("Code from the app")).toBeFocused();
  await type("Code from the app", totp(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /Save your recovery codes/ })).toBeFocused();
  await press(page.getByRole("button", { name: "Copy codes" }));
  await expect(toast(page, "Recovery codes copied")).toBeVisible();
  await press(page.getByRole("link", { name: "I have saved them" }));

  await press(page.locator("summary", { hasText: "Turn off" }));
  // The next field: both forms have one with this label.
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await press(page.getByRole("button", { name: "Turn off two-factor authentication" }));
  await expect(toast(page, "Two-factor authentication is off")).toBeVisible();
});

test("sessions are ended, data is exported and the account deleted by keyboard only", async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  const { type, press } = keyboardOf(page);
  // The first account is the only administrator, which cannot be deleted.
  const first = await browser.newPage({ baseURL: shop.url });
  await register(first, createPerson());
  const person = createPerson();
  await register(page, person);
  for (const button of [/^End the session of/, "End all others"]) {
    await first.context().clearCookies();
    await openSession(first, person);
    await page.goto("/account/sessions");
    await type("Your password", person.password);
    await press(page.getByRole("button", { name: button }));
    await expect(toast(page, "That session was signed out")).toBeVisible();
    await first.goto("/account");
    await expect(first).toHaveURL(/\/login/);
  }
  await first.close();

  await press(page.getByRole("main").getByRole("link", { name: "Data" }));
  const download = page.waitForEvent("download");
  await press(page.getByRole("link", { name: "Download my data" }));
  expect((await download).suggestedFilename()).toBe("my-data.json");

  const deleteButton = page.getByRole("button", { name: "Delete account" });
  const dialog = page.getByRole("alertdialog");
  await press(deleteButton);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(deleteButton).toBeFocused();
  await page.keyboard.press("Enter");
  // Focus stays in the dialog.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press("Tab");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  }
  await type("Your password", person.password);
  await press(dialog.getByRole("button", { name: "Delete account" }));
  await expect(toast(page, "Account deleted")).toBeVisible();
});

test("coins are bought by keyboard only @core", async ({ page, shop }) => {
  const { type, press } = keyboardOf(page);
  const buyer = createBuyer();
  await page.goto("/");
  await press(page.getByRole("button", { name: /^Buy Now/ }).first());
  await type("TikTok username", buyer.username);
  await type("Email", buyer.email);
  await press(page.getByRole("button", { name: "Continue" }));
  await press(page.getByRole("button", { name: "Copy Address" }));
  await expect(toast(page, "Bitcoin address copied to clipboard")).toBeVisible();
  const payment = await readPayment(page);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payment.address);
  await press(page.getByRole("link", { name: "Continue" }));
  await press(page.getByRole("button", { name: "Confirm Order" }));
  await page.waitForURL(/\/track-order\?orderId=[A-Z0-9]{7}$/);
  await shop.pay({ ...payment, confirm: 1 });
  await expect(page.getByText("We send the coins next.")).toBeVisible();
});
