import { mails } from "#shop/mail/tables.ts";
import { expect, test } from "./admin-shop.ts";
import { toast } from "./steps.ts";

test("failed mails show on the dashboard, and are resent or discarded @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await page.goto("/admin/mails");
  await expect(page.getByText("All emails are delivered")).toBeVisible();

  const given = ["mira@example.com", `${"a-very-long-name-".repeat(3)}holt@mail.example`];
  const failedAt = new Date();
  await shop.changeDatabase(async (db) => {
    await db.insert(mails).values(
      given.map((to) => ({
        key: `order-failed:7KQ2M9X:${to}`,
        to,
        message: {
          template: "order-failed" as const,
          orderId: "7KQ2M9X",
          coins: 350,
          tiktokUsername: "mira.holt",
          totalCents: 1499,
          reason: null,
          trackingKey: "key",
        },
        createdAt: failedAt,
        nextAttemptAt: failedAt,
        attempts: 31,
        lastError: "550 5.1.1 The email account that you tried to reach does not exist",
        failedAt,
      })),
    );
  });
  await page.goto("/admin");
  await page.getByRole("link", { name: /Emails not delivered/ }).click();
  await expect(page).toHaveURL("/admin/mails");
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByText("31 attempts, given up")).toHaveCount(2);

  await page.getByRole("button", { name: "Send again: mail to mira@example.com" }).click();
  await expect(toast(page, "Sending again")).toBeVisible();
  await expect.poll(() => shop.subjectsTo("mira@example.com")).toHaveLength(1);
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: /^Discard: / }).click();
  await expect(page.getByText("All emails are delivered")).toBeVisible();
  // Another tab still shows it, and submits.
  const late = await page.request.post("/admin/mails", {
    form: { intent: "again", key: `order-failed:7KQ2M9X:${given[1]}` },
    headers: { origin: shop.url },
  });
  expect(late.status()).toBe(409);
  expect(await late.text()).toContain("no longer undelivered");
  await page.goto("/admin/audit?kind=mail");
  await expect(page.getByRole("row")).toHaveCount(3);
});
