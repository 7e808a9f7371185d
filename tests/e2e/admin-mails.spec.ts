import { mails } from "#shop/mail/tables.ts";
import { expect, test } from "./admin-shop.ts";
import { panel } from "./orders-page.ts";
import { placeOrder } from "./place-order.ts";
import { toast } from "./steps.ts";

test("failed mails show on the dashboard, and are resent or discarded", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await page.goto("/admin/mails?state=undelivered");
  await expect(page.getByText("All emails are delivered")).toBeVisible();

  const given = ["mira@example.com", `${"a-very-long-name-".repeat(3)}holt@mail.example`];
  const failedAt = new Date();
  await shop.changeDatabase(async (db) => {
    await db.insert(mails).values(
      given.map((to) => ({
        key: `test:${to}`,
        to,
        message: { template: "test-mail" as const },
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
  await expect(page).toHaveURL("/admin/mails?state=undelivered");
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByText("does not exist (31 attempts)")).toHaveCount(2);

  await page.getByRole("button", { name: "Resend: mail to mira@example.com" }).click();
  await expect(toast(page, "Sending again")).toBeVisible();
  await expect.poll(() => shop.subjectsTo("mira@example.com")).toHaveLength(1);
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: /^Discard: / }).click();
  await expect(page.getByText("All emails are delivered")).toBeVisible();
  // Another tab still shows it, and submits.
  const late = await page.request.post("/admin/mails", {
    form: { intent: "again", key: `test:${given[1]}` },
    headers: { origin: shop.url },
  });
  expect(late.status()).toBe(409);
  expect(await late.text()).toContain("no longer undelivered");
  await page.goto("/admin/audit?kind=mail");
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("the owner sees what a buyer was sent about an order, and sends it again while it is true", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { id, buyer, payment } = await placeOrder(shop);
  await expect.poll(() => shop.subjectsTo(buyer.email)).toHaveLength(1);
  await page.goto(`/admin/orders/${id}`);
  const details = panel(page);
  await expect(details).toContainText(/Order placed\s*Sent/);
  // The page loads again before the response arrives, as after any change of an order.
  await page.route(
    "**/admin/mails.data",
    async (route) => {
      const loaded = page.waitForResponse(/\/admin\/orders\/.*\.data/);
      await placeOrder(shop);
      await loaded;
      await route.continue();
    },
    { times: 1 },
  );
  await details.getByRole("button", { name: `Resend: Order placed to ${buyer.email}` }).click();
  await expect(details.locator(".mail-lines > li")).toHaveCount(2);
  await expect(toast(page, "Sending again")).toBeVisible();
  await expect(page).toHaveURL(`/admin/orders/${id}`);
  await expect.poll(() => shop.subjectsTo(buyer.email)).toHaveLength(2);

  await shop.pay(payment);
  await expect(details).toContainText("Payment of an order");
  await details.getByRole("button", { name: "Resend: Order placed" }).click();
  await expect(details.getByRole("alert")).toContainText("moved on since");

  await details.getByRole("link", { name: "Show in Emails" }).click();
  await expect(page).toHaveURL(`/admin/mails?q=${id}`);
  await page.getByLabel("Recipient").selectOption("To customers");
  await expect(page).toHaveURL(/to=customers/);
  await expect(page.getByRole("row", { name: `Order ${id} is placed` })).toHaveCount(2);
  expect(await page.content()).not.toContain("key=");

  await page.goto(`/admin/customers/${buyer.email}`);
  const customer = page.getByRole("dialog", { name: buyer.email });
  await expect(customer.getByText("Order placed")).toHaveCount(2);
});
