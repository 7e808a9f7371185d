import { expect, type Locator, type Page } from "@playwright/test";
import { toast } from "./steps.ts";

/** Returns a form of the settings. */
export function form(page: Page, name: string): Locator {
  return page.getByRole("form", { name });
}

/** Saves a form and waits for the toast. */
export async function save(page: Page, name: string, said: string): Promise<void> {
  await form(page, name).getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, said).first()).toBeVisible();
  await expect(form(page, name).getByRole("button", { name: "Save Changes" })).toBeDisabled();
}
