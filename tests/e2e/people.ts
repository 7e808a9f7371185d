import { type Locator, type Page, expect } from "@playwright/test";
import { totpCode, totpStep } from "../../shop/accounts/single-use-codes.server.ts";
import type { Shop } from "./shop-process.ts";
import { postForm, toast } from "./steps.ts";

export interface Person {
  name: string;
  email: string;
  password: string;
}

let people = 0;

/** Creates a person with a unique email. */
export function createPerson(): Person {
  people += 1;
  return {
    name: "Mira Holt",
    email: `holt${people}-${Date.now()}@example.com`,
    password: "correct horse battery",
  };
}

/** Registers by the form's request, and so signs in the page, which stays where it is. */
export async function register(page: Page, person: Person, referralCode = ""): Promise<void> {
  await postForm(page, "/register", {
    ...person,
    confirmPassword: person.password,
    referralCode,
    terms: "on",
  });
}

/** Signs the page in by the form's request; it stays where it is. */
export async function openSession(page: Page, { email, password }: Person): Promise<void> {
  await postForm(page, "/login", { email, password });
}

/** Registers on the page, and waits for the toast. */
export async function registerOnPage(page: Page, person: Person, referralCode = ""): Promise<void> {
  await submitRegistration(page, person, referralCode);
  await expect(toast(page, "Account created successfully!")).toBeVisible();
}

export async function submitRegistration(
  page: Page,
  person: Person,
  referralCode = "",
): Promise<void> {
  await fillRegistration(page, person, referralCode);
  await page.getByRole("button", { name: "Create account" }).click();
}

export async function fillRegistration(
  page: Page,
  person: Person,
  referralCode = "",
): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByLabel(/Referral code/).fill(referralCode);
  await page.getByRole("checkbox").check();
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  // The URL changes before the page does, which may have fields with the same labels.
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  // After a popup has closed, the page may be hidden and not clickable.
  await page.bringToFront();
  const button = page.getByRole("button", { name: "Sign out" });
  const signedOut = page.getByRole("banner").getByRole("link", { name: "Sign in" });
  // Hydration may close the menu: retry. A click may have worked although it took too long.
  await expect(async () => {
    if (await signedOut.isVisible()) return;
    if (!(await button.isVisible())) await accountMenu(page).click({ timeout: 1000 });
    await button.click({ timeout: 1000 });
  }).toPass();
  await expect(signedOut).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
}

export async function openAccountMenu(page: Page): Promise<void> {
  if (await page.getByRole("button", { name: "Sign out" }).isVisible()) return;
  await accountMenu(page).click();
}

function accountMenu(page: Page): Locator {
  return page.getByRole("banner").locator(".menu--account > summary");
}

/** Clicks Continue with Google or Facebook, and returns the popup with the consent page. */
export async function openProvider(page: Page, provider: "Google" | "Facebook"): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: `Continue with ${provider}` }).click(),
  ]);
  return popup;
}

/** Fills the consent page of a provider and continues. */
export async function consent(page: Page, { name, email }: Person): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Turns two-factor authentication on; returns the TOTP secret, the code that was used, and the recovery codes. */
export async function turnOnTwoFactor(
  page: Page,
  { password }: Person,
): Promise<{ secret: string; firstCode: string; recoveryCodes: string[] }> {
  await page.goto("/account/security");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Turn on" }).click();
  const secret = await page.locator(".totp__key").innerText();
  const firstCode = totp(secret);
  await page.getByLabel("Code from the app").fill(firstCode);
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes.first()).toBeVisible();
  return { secret, firstCode, recoveryCodes: await codes.allInnerTexts() };
}

/** Returns the link in the newest mail to this address with this subject. */
export async function linkInMail(shop: Shop, email: string, subject: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const mail = (await shop.mailsTo(email)).find((found) => found.subject.includes(subject));
      link = /https?:\/\/\S+token=[\w.%-]+/.exec(mail?.text ?? "")?.[0] ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}

/** Opens the link in the newest mail that confirms this address, and presses its button. */
export async function confirmEmail(page: Page, shop: Shop, email: string): Promise<void> {
  await page.goto(await linkInMail(shop, email, "confirm your email"));
  await pressConfirm(page);
}

/** Presses the button of the page that confirms an address, or changes to it. */
export async function pressConfirm(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Confirm this address|Change my email)$/ }).click();
  await expect(page.getByRole("heading", { name: "Email address confirmed" })).toBeVisible();
}

/**
 * Computes the code of an authenticator app. A code works once: `next` is the one that the app shows next, which the
 * shop accepts already.
 */
export function totp(secret: string, which: "current" | "next" = "current"): string {
  const bits = Array.from(secret.replaceAll(/[\s=]/g, ""))
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    )
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpCode(key, totpStep(new Date()) + (which === "next" ? 1 : 0));
}
