import {
  fillRegistration,
  register,
  registerOnPage,
  signIn,
  signOut,
  createPerson,
  submitRegistration,
} from "./people.ts";
import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";

// With motion: menus and toasts move.
test.use({ reducedMotion: "no-preference" });

test("register, sign out, sign in again; the navigation is right in the first HTML @core", async ({
  page,
}) => {
  const person = createPerson();
  await registerOnPage(page, person);
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await (await page.request.get("/")).text()).toContain('href="/orders"');
  await signOut(page);
  expect(await (await page.request.get("/")).text()).not.toContain('action="/sign-out"');
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await signIn(page, person.email, person.password);
  await expect(toast(page, "Login successful!")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("registration errors have the specified messages, and keep the input @core", async ({
  page,
}) => {
  await page.goto("/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  const person = createPerson();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm password").fill("shorter");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("Football1");
  await page.getByLabel("Confirm password").fill("Football1");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This password is on lists of common passwords.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill("something else");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByLabel(/Referral code/).fill("NOSUCH99");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This referral code does not exist")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
});

test("an email with an account is rejected without revealing it", async ({
  page,
  browser,
  shop,
}) => {
  const person = createPerson();
  await register(page, person);
  const other = await browser.newPage({ baseURL: shop.url });
  await submitRegistration(other, { ...person, password: "another password" });
  await expect(other.getByText("Registration failed. Please try again.")).toBeVisible();
  await other.close();
});

test("the terms have to be accepted", async ({ page }) => {
  await fillRegistration(page, createPerson());
  const terms = page.getByRole("checkbox");
  await terms.uncheck();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please accept the terms to create an account")).toBeVisible();
  await expect(terms).toBeFocused();
  await terms.check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(toast(page, "Account created successfully!")).toBeVisible();
});
