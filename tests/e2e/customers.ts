import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { type Person, register, somebody } from "./people.ts";
import { toast } from "./steps.ts";

/** Opens the list at this person's row, and their panel by it. */
export async function openPanel(page: Page, person: Person): Promise<Locator> {
  await page.goto(`/admin/customers?q=${encodeURIComponent(person.email)}`);
  await page.getByRole("row").filter({ hasText: person.email }).click();
  const panel = page.getByRole("dialog", { name: person.name });
  await expect(panel).toBeVisible();
  return panel;
}

/** Somebody with an account, signed in in a browser of their own. */
export async function newcomer(page: Page): Promise<Person> {
  const person = somebody();
  await register(page, person);
  return person;
}

/** Something for the audit log: signs a newcomer out. */
export async function signNewcomerOut(page: Page, adminPage: Page): Promise<void> {
  const panel = await openPanel(adminPage, await newcomer(page));
  await panel.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(toast(adminPage, "Signed out everywhere")).toBeVisible();
}

/** Nothing reaches beyond the window's edge. */
export async function expectFits(page: Page): Promise<void> {
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  expect(await page.evaluate(fits), page.url()).toBe(true);
}
