import { eq } from "drizzle-orm";
import { expect } from "@playwright/test";
import { identities } from "#shop/accounts/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import {
  createPerson,
  fillRegistration,
  linkInMail,
  openSession,
  register,
  signIn,
  confirmEmail,
  pressConfirm,
} from "../people.ts";
import { postForm } from "../steps.ts";
import { check, checkPath, orderOnChain, type Visit } from "./screens.ts";

/** Signing up and in: their errors. */
export async function checkSigningIn({ browser, shop }: Visit): Promise<void> {
  const page = await browser.newPage({ baseURL: shop.url });
  await fillRegistration(page, createPerson());
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please accept the terms to create an account")).toBeVisible();
  await check(page, "registration with an error");
  await page.reload();
  await page.getByLabel(/Referral code/).fill("NOSUCH99");
  await page.getByRole("link", { name: "Continue with Facebook" }).click();
  await expect(page.getByText("This referral code does not exist")).toBeVisible();
  await check(page, "an unknown referral code");
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.reload();
  await page.getByLabel(/Referral code/).fill("NOSUCH99");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Continue in this tab" }).click();
  await expect(page.getByRole("link", { name: "Back to create account" })).toBeVisible();
  await check(page, "an unknown referral code in the same tab");

  await checkTooManyAttempts({ browser, shop });
  await page.close();
}

/** Signing in after too many wrong passwords, from this address and from many. */
async function checkTooManyAttempts({ browser, shop }: Omit<Visit, "admin">): Promise<void> {
  const person = createPerson();
  const page = await browser.newPage({ baseURL: shop.url });
  await register(page, person);
  await page.close();
  const guess = async (from: string) => {
    const response = await fetch(`${shop.url}/login`, {
      method: "POST",
      headers: { origin: shop.url, "x-forwarded-for": from },
      // Longer than any password, so that the server does not hash it.
      body: new URLSearchParams({ email: person.email, password: "x".repeat(200) }),
    });
    return response.status;
  };
  for (const [message, from, guesses] of [
    ["Too many attempts", "198.51.100.1", Array.from({ length: 10 }, () => "198.51.100.1")],
    [
      "Too many failed sign-ins",
      "198.51.100.2",
      Array.from({ length: 100 }, (_, i) => `203.0.113.${i}`),
    ],
  ] as const) {
    // Again if a new window has begun in between.
    await expect(async () => {
      await Promise.all(guesses.map(guess));
      expect(await guess(from)).toBe(429);
    }).toPass();
    const elsewhere = await browser.newPage({
      baseURL: shop.url,
      extraHTTPHeaders: { "x-forwarded-for": from },
    });
    await elsewhere.goto("/login");
    await signIn(elsewhere, person.email, person.password);
    await expect(elsewhere.getByRole("alert")).toContainText(message);
    await check(elsewhere, message);
    await elsewhere.close();
  }
}

/** The pages of a customer with an order. */
export async function checkAccount({ browser, shop }: Visit): Promise<void> {
  const page = await browser.newPage({ baseURL: shop.url });
  const person = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  await check(page, "email address confirmed");
  await checkPath(page, "/orders");
  const { id, payment } = await orderOnChain(shop, { email: person.email });
  await shop.pay({ ...payment, confirm: 1 });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Processing")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await check(page, "own orders");
  await checkPath(page, `/orders/${id}/again`);
  const other = await browser.newPage({ baseURL: shop.url });
  await openSession(other, person);
  await other.close();
  await page.goto("/account/sessions");
  await page.getByLabel("Your password").fill("not my password");
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await check(page, "sessions with an error");

  const after = createPerson();
  await postForm(page, "/account", { intent: "email", ...after, password: person.password });
  await page.goto(await linkInMail(shop, after.email, "confirm your email"));
  await check(page, "a change of the email to confirm");
  await pressConfirm(page);
  await page.goto(await linkInMail(shop, person.email, "email address was changed"));
  await check(page, "a change of the email to undo");

  await shop.changeDatabase(async (db) => {
    await db.insert(settings).values({ name: "passwordExpiration", value: "30" });
    await db.update(identities).set({ updatedAt: new Date(Date.now() - 31 * 24 * 60 * 60_000) });
  });
  await page.goto("/account/sessions");
  await expect(page).toHaveURL(/\/change-password/);
  await check(page, "an expired password");
  await shop.changeDatabase(async (db) => {
    await db.delete(settings).where(eq(settings.name, "passwordExpiration"));
    await db.update(identities).set({ updatedAt: new Date() });
  });
  await page.close();
}
