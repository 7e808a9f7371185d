import type { Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { write } from "./newsletter-steps.ts";
import { beforeFormArrives, toast } from "./steps.ts";

test("concurrent edits of a draft do not overwrite each other silently", async ({
  adminPage: admin,
}) => {
  await write(admin, "Together", "First");
  await admin.getByRole("button", { name: "Save draft" }).click();
  await expect(admin).toHaveURL(/newsletter\/\d+$/);
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  const text = (page: Page) => page.getByLabel("Text", { exact: true });
  await text(admin).fill("Mine");
  await text(other).fill("Theirs");
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(other, "Draft saved")).toBeVisible();
  await admin.getByRole("button", { name: "Save draft" }).click();
  await expect(admin.getByText("Someone changed this newsletter in the meantime")).toBeVisible();
  await expect(text(admin)).toHaveValue("Mine");
  await admin.getByRole("button", { name: "Save draft" }).click();
  await expect(admin.getByText("Unsaved changes")).toBeHidden();
  // This tab has no unsaved changes, so it updates.
  await expect(text(other)).toHaveValue("Mine");
  await other.close();
});

test("input while a draft is being saved stays, and is saved next", async ({
  adminPage: admin,
}) => {
  const text = admin.getByLabel("Text", { exact: true });
  const saveAndType = (typed: string) =>
    beforeFormArrives(admin, {
      send: () => admin.getByRole("button", { name: "Save draft" }).click(),
      meanwhile: () => text.fill(typed),
    });
  await write(admin, "In a hurry", "One");
  await saveAndType("One, two");
  await expect(admin).toHaveURL(/newsletter\/\d+$/);
  await expect(admin.getByRole("heading", { name: "In a hurry", level: 1 })).toBeVisible();
  await expect(text).toHaveValue("One, two");
  await expect(admin.getByText("Unsaved changes")).toBeVisible();
  await saveAndType("One, two, three");
  await expect(text).toHaveValue("One, two, three");
  await admin.getByRole("button", { name: "Save draft" }).click();
  await expect(admin.getByText("Unsaved changes")).toBeHidden();
  await admin.reload();
  await expect(text).toHaveValue("One, two, three");
});
