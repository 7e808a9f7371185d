import type { Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { createPerson, linkInMail, openSession, type Person, signIn } from "./people.ts";
import { placeOrder } from "./place-order.ts";
import { toast } from "./steps.ts";

/** Invites a person to deliver, by the screen. */
async function inviteOnPage(page: Page, email: string): Promise<void> {
  await page.goto("/admin/team");
  await page.getByRole("link", { name: "Invite", exact: true }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption("delivery");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(toast(page, "Invitation sent")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Delivery");
}

async function acceptOnPage(page: Page, link: string, { name, email, password }: Person) {
  await page.goto(link);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/admin\/deliver/);
  await expect(page.getByRole("heading", { level: 1, name: "Deliver" })).toBeVisible();
}

for (const { name, viewport } of [
  { name: "desktop", viewport: { width: 1440, height: 900 } },
  { name: "phone", viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport });

    test("a helper is invited by mail and joins; ended access ends the open page within a second @core", async ({
      adminPage: page,
      adminShop: { shop },
      browser,
    }) => {
      test.slow();
      const helper = { ...createPerson(), name: `Sam ${name}` };
      await inviteOnPage(page, helper.email);
      const first = await linkInMail(shop, helper.email, "invitation to the team");
      await page
        .getByRole("button", { name: `Send the invitation to ${helper.email} again` })
        .click();
      await expect(toast(page, "Invitation sent again")).toBeVisible();
      await expect
        .poll(() => linkInMail(shop, helper.email, "invitation to the team"))
        .not.toBe(first);
      const theirs = await browser.newPage({ baseURL: shop.url });
      await theirs.goto(first);
      await expect(
        theirs.getByRole("heading", { name: "This invitation no longer works" }),
      ).toBeVisible();
      const streamOpened = theirs.waitForResponse(/\/live\/admin$/);
      await acceptOnPage(
        theirs,
        await linkInMail(shop, helper.email, "invitation to the team"),
        helper,
      );
      const stream = await streamOpened;
      const streamEnded = stream.finished().then(() => Date.now());

      await page.reload();
      const row = page.getByRole("row", { name: new RegExp(helper.email) });
      await expect(row).toContainText("Delivery");
      await page.getByRole("button", { name: `End access: ${helper.name}` }).click();
      const question = page.getByRole("alertdialog");
      const answered = page.waitForResponse(
        (response) =>
          response.request().method() === "POST" && response.url().includes("/admin/team"),
      );
      await question.getByRole("button", { name: "End access" }).click();
      await answered;
      const endedAt = Date.now();
      await expect(toast(page, "Access ended")).toBeVisible();
      await expect(row).toHaveCount(0);
      expect((await streamEnded) - endedAt).toBeLessThan(1000);

      // Nothing that happens in the shop reaches the page; what it asks for leads to the sign-in page.
      const answers: number[] = [];
      theirs.on("response", (response) => {
        if (response.url().includes("/admin")) answers.push(response.status());
      });
      await placeOrder(shop);
      await theirs.goto("/admin/deliver");
      await expect(theirs).toHaveURL(/\/login\?next=/);
      expect(answers.filter((status) => status === 200)).toEqual([]);
      await openSession(theirs, helper);
      await theirs.goto("/admin/deliver");
      await expect(theirs).toHaveURL(`${shop.url}/`);
      await theirs.close();
    });
  });
