import { expect } from "@playwright/test";
import { createPerson, linkInMail, register } from "../people.ts";
import { toast } from "../steps.ts";
import { check, type Visit } from "./screens.ts";

/** The team: an invitation with errors, the lists, the form of a role and a dialog; then the page of the link. */
export async function checkTeam({ browser, shop, admin: page }: Visit): Promise<void> {
  const { email } = createPerson();
  await page.goto("/admin/team?invite");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Enter an email address")).toBeVisible();
  await check(page, "an invitation with an error");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(toast(page, "Invitation sent")).toBeVisible();
  await check(page, "the team and an invitation");
  await page.getByRole("link", { name: "Change the role of Robin Aker" }).click();
  await expect(page.getByRole("heading", { name: "Change your role" })).toBeVisible();
  await check(page, "changing a role");
  await page.getByRole("button", { name: "End access: Robin Aker" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await check(page, "ending access");

  const link = await linkInMail(shop, email, "invitation to the team");
  const helper = await browser.newPage({ baseURL: shop.url });
  await helper.goto(link);
  await helper.getByRole("button", { name: "Accept the invitation" }).click();
  await check(helper, "an invitation for a new account");
  await register(helper, createPerson());
  await helper.goto(link);
  await expect(helper.getByRole("heading", { name: /another account/ })).toBeVisible();
  await check(helper, "an invitation for another account");
  await helper.close();
}
