import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { type Person, register, createPerson } from "./people.ts";
import { toast } from "./steps.ts";

/** Opens the panel of this customer from the list. */
export async function openPanel(page: Page, person: Person): Promise<Locator> {
  await page.goto(`/admin/customers?q=${encodeURIComponent(person.email)}`);
  await page.getByRole("row").filter({ hasText: person.email }).click();
  const panel = page.getByRole("dialog", { name: person.name });
  await expect(panel).toBeVisible();
  return panel;
}

/** Registers a new customer, and signs this page in. */
export async function registerNewCustomer(page: Page): Promise<Person> {
  const person = createPerson();
  await register(page, person);
  return person;
}

/** Creates an entry in the audit log: signs a new customer out. */
export async function signNewCustomerOut(page: Page, adminPage: Page): Promise<void> {
  const panel = await openPanel(adminPage, await registerNewCustomer(page));
  await panel.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(toast(adminPage, "Signed out everywhere")).toBeVisible();
}
