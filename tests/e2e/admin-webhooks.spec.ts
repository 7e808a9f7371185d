import { type WebhookReceiver, startReceiver } from "../webhook-receiver.ts";
import { expect, test } from "./admin-shop.ts";
import { register, createPerson } from "./people.ts";
import { placeOrder } from "./place-order.ts";
import { toast } from "./steps.ts";
import { addWebhook } from "./webhook-steps.ts";

test.describe.configure({ mode: "serial" });
test.use({ adminShopEnv: { WEBHOOK_ALLOW_PRIVATE: "1" } });

let receiver: WebhookReceiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test("an endpoint is created and receives signed order events, and a resent one @core", async ({
  adminPage: page,
  adminShop,
}) => {
  test.slow();
  await page.goto("/admin/webhooks");
  await expect(page.getByText("No webhooks yet")).toBeVisible();

  // Validated in the browser before it is sent.
  await page.getByRole("link", { name: "New webhook" }).click();
  const form = page.getByRole("form", { name: "New webhook" });
  await form.getByLabel("URL").fill("ftp://receiver.example");
  for (const box of await form.getByRole("group", { name: "Events" }).getByRole("checkbox").all())
    await box.uncheck();
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(form.getByText("URL must begin with https:// or http://")).toBeVisible();
  await expect(form.getByText("Choose at least one event")).toBeVisible();

  const secret = await addWebhook(page, receiver.url, ["order.placed", "order.status_changed"]);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(toast(page, "Secret copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.reload();
  await expect(page.getByText("Nothing yet")).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("link", { name: receiver.url }).click();
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  const order = await placeOrder(adminShop.shop);
  await expect.poll(() => receiver.received.length).toBe(1);
  // Without a reload.
  const row = page.getByRole("row").filter({ hasText: order.id });
  await expect(row).toContainText("Delivered");
  const [message] = receiver.received;
  if (!message) throw new Error("nothing came");
  expect(message.headers).toMatchObject({
    "satchel-event": "order.placed",
    "satchel-delivery": message.body.id,
  });
  expect(message.body.data).toMatchObject({
    order: {
      id: order.id,
      status: "pending",
      paymentStatus: "pending",
      tiktokUsername: order.buyer.username,
      email: order.buyer.email,
      currency: "USD",
    },
    changed: { by: "customer" },
  });

  await row.getByRole("link", { name: "Order placed" }).click();
  const drawer = page.getByRole("dialog", { name: "Order placed" });
  await expect(drawer.getByText(message.body.id).first()).toBeVisible();
  await drawer.getByText("Answered 200").click();
  await expect(drawer.getByRole("region", { name: "Request" })).toContainText(
    String(message.headers["satchel-signature"]),
  );
  await expect(drawer.getByRole("region", { name: "Body" })).toContainText(order.buyer.username);
  await drawer.getByRole("button", { name: "Deliver again" }).click();
  await expect(toast(page, "Delivering again")).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.text).toBe(message.text);
  expect(receiver.received[1]?.headers["satchel-delivery"]).toBe(message.body.id);
  await expect(drawer.getByText("Answered 200")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);

  // Changes by an administrator are sent, too; the endpoint is not subscribed to payments.
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByRole("button", { name: "Mark as Completed" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as Completed" }).click();
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.received[2]?.body).toMatchObject({
    type: "order.status_changed",
    data: {
      order: { id: order.id, status: "completed" },
      changed: { from: "pending", to: "completed", by: "administrator" },
    },
  });
});

test("a failing receiver shows on the dashboard with its response until a delivery succeeds", async ({
  adminPage: page,
}) => {
  test.slow();
  receiver.received.length = 0;
  receiver.respondWith(500, "out of order");
  await page.goto("/admin/webhooks");
  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(toast(page, "Test event sent")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Test" });
  await expect(row).toContainText("Waiting");
  // Retried after about 5 and 10 seconds.
  await expect(page.getByText(/The last 3 attempts have failed/)).toBeVisible({ timeout: 40_000 });
  await page.goto("/admin");
  await page.getByRole("link", { name: /A webhook is failing/ }).click();
  await row.getByRole("link", { name: "Test" }).click();
  const drawer = page.getByRole("dialog", { name: "Test" });
  await drawer.locator("summary", { hasText: "Answered 500" }).first().click();
  await expect(drawer.getByRole("region", { name: "Answer" }).first()).toHaveText("out of order");

  receiver.respondWith(204);
  await drawer.getByRole("button", { name: "Deliver again" }).click();
  await expect(drawer.getByText("Answered 204")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/attempts have failed/)).toHaveCount(0);
  await page.getByRole("link", { name: /^Given up/ }).click();
  await expect(page.getByText("No such deliveries")).toBeVisible();
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: /A webhook is failing/ })).toHaveCount(0);
});

test("an endpoint's secret is rolled; it is edited with a version check, disabled and deleted", async ({
  adminPage: page,
  adminShop,
}) => {
  test.slow();
  receiver.received.length = 0;
  await page.goto("/admin/webhooks");
  await page.getByRole("link", { name: receiver.url }).click();
  await page.waitForURL(/\/admin\/webhooks\/\d+$/);
  const here = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Roll secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Roll secret" }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => receiver.received.length).toBe(1);

  await page.getByRole("link", { name: "Edit" }).click();
  const other = await page.context().newPage();
  await other.goto(`${here}?edit=1`);
  await other.getByLabel("Order deleted").check();
  await other.getByRole("button", { name: "Save webhook" }).click();
  await expect(toast(other, "Webhook updated")).toBeVisible();
  await other.close();
  await page.getByRole("checkbox", { name: "Enabled" }).uncheck();
  await page.getByRole("button", { name: "Save webhook" }).click();
  await expect(page.getByText(/Someone changed this webhook in the meantime/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Enabled" })).not.toBeChecked();
  await page.getByRole("button", { name: "Save webhook" }).click();
  await expect(toast(page, "Webhook updated")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test" })).toHaveCount(0);
  await placeOrder(adminShop.shop);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(toast(page, "Webhook deleted")).toBeVisible();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  expect((await page.goto(here))?.status()).toBe(404);
  expect(receiver.received).toHaveLength(1);

  await page.goto("/admin/audit?kind=webhook");
  for (const words of [
    "added webhook",
    "rolled the secret of webhook",
    "changed webhook",
    "sent a test event to webhook",
    "had something delivered again to webhook",
    "deleted webhook",
  ])
    await expect(page.getByText(words).first()).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});

test("the quick search finds the screen; a customer has no access", async ({
  adminPage: page,
  browser,
  adminShop,
}) => {
  await page.goto("/admin");
  const field = page.getByRole("combobox");
  // Retry until the page is hydrated.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeVisible({ timeout: 1000 });
  }).toPass();
  await field.fill("webh");
  await page.getByRole("option", { name: "Webhooks" }).click();
  await expect(page).toHaveURL("/admin/webhooks");

  const context = await browser.newContext({ baseURL: adminShop.shop.url });
  const theirs = await context.newPage();
  await register(theirs, createPerson());
  for (const path of ["/admin/webhooks", "/admin/webhooks/1"]) {
    await theirs.goto(path);
    await expect(theirs).toHaveURL("/");
    const posted = await context.request.post(path, {
      form: { intent: "create", url: receiver.url, events: "order.placed" },
      headers: { origin: adminShop.shop.url },
      maxRedirects: 0,
    });
    expect(posted.status()).toBe(302);
  }
  await page.goto("/admin/webhooks");
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await context.close();
});

test("a new secret stays visible during live updates", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const secret = await addWebhook(page, receiver.url, ["order.payment_decided"]);
  // At the second request the first response has been rendered.
  for (let n = 0; n < 2; n += 1) {
    const follows = page.waitForResponse(/\/admin\/webhooks\.data/);
    await placeOrder(shop);
    await follows;
  }
  await expect(page.getByText(secret)).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByText(secret)).toBeHidden();
});
