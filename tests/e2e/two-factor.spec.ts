import {
  consent,
  openProvider,
  register,
  signIn,
  signOut,
  createPerson,
  totp,
  turnOnTwoFactor,
  confirmEmail,
} from "./people.ts";
import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";

test("is enabled by a first valid code, and then required at sign-in @core", async ({ page }) => {
  const person = createPerson();
  await register(page, person);
  await page.goto("/account/security");
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText(/Incorrect or expired code/)).toBeVisible();
  const { secret, firstCode } = await turnOnTwoFactor(page, person);

  await signOut(page);
  await page.goto("/login?next=/account");
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/two-factor/);
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await page.getByLabel("Code", { exact: true }).fill(firstCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/Incorrect or expired code/)).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(totp(secret, "next"));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test("a recovery code works once", async ({ page }) => {
  const person = createPerson();
  await register(page, person);
  const { recoveryCodes } = await turnOnTwoFactor(page, person);
  for (const response of [
    toast(page, "Login successful!"),
    page.getByText("Incorrect or expired code. Please try the next one."),
  ]) {
    await signOut(page);
    await page.goto("/login");
    await signIn(page, person.email, person.password);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code", { exact: true }).fill(recoveryCodes[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(response).toBeVisible();
  }
});

test("is required after Google, too: in the popup, and in the same tab", async ({ page, shop }) => {
  test.slow();
  const person = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  const { secret, recoveryCodes } = await turnOnTwoFactor(page, person);
  const isSignedIn = async () =>
    (await (await page.request.get("/")).text()).includes('action="/sign-out"');

  await signOut(page);
  await page.goto("/login?next=/account");
  const popup = await openProvider(page, "Google");
  await consent(popup, person);
  const code = popup.getByLabel("Code", { exact: true });
  await code.fill("000000");
  await popup.getByRole("button", { name: "Continue" }).click();
  await expect(popup.getByText(/Incorrect or expired code/)).toBeVisible();
  expect(await isSignedIn()).toBe(false);
  await code.fill(totp(secret, "next"));
  // Not awaited: the popup closes before the click has finished.
  void popup
    .getByRole("button", { name: "Continue" })
    .click()
    .catch(() => undefined);
  await expect(toast(page, "Login successful!")).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(page).toHaveURL(/\/account$/);
  expect(await isSignedIn()).toBe(true);

  await page.context().clearCookies();
  await page.goto("/sign-in/google?next=/account");
  await consent(page, person);
  await expect(page).toHaveURL(/\/two-factor\?next=/);
  expect(await isSignedIn()).toBe(false);
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code", { exact: true }).fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(toast(page, "Login successful!")).toHaveCount(1);
  await expect(page).toHaveURL(/\/account$/);
});
