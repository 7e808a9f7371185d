import type { BrowserContext, Page } from "@playwright/test";
import { type PushService, startPushService } from "../push-service.ts";
import { expect, test } from "./admin-shop.ts";
import { confirmOrder, createBuyer, goToPayment, toast } from "./steps.ts";

test.use({ adminShopEnv: { WEBHOOK_ALLOW_PRIVATE: "1" } });

let service: PushService;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.close());

/** Has the browser subscribe at the stand-in: the headless one has no push service. Its permission prompt is answered. */
async function subscribeAtService(context: BrowserContext): Promise<void> {
  await context.grantPermissions(["notifications"]);
  const { endpoint, ...keys } = service.subscribe();
  await context.addInitScript(
    (subscription) => {
      PushManager.prototype.subscribe = () =>
        Promise.resolve({ toJSON: () => subscription } as unknown as PushSubscription);
    },
    { endpoint, keys },
  );
}

/**
 * Passes a decrypted message to the page's service worker, as the browser does; returns what the worker shows. The
 * headless browser has no place for notifications, so that they are recorded.
 */
async function deliver(page: Page, text: string): Promise<{ title: string; body: string }[]> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("no service worker");
  await worker.evaluate(() => {
    const shown: { title: string; body: string }[] = [];
    Object.assign(self, { shown });
    ServiceWorkerRegistration.prototype.showNotification = (title, { body = "" } = {}) => {
      shown.push({ title, body });
      return Promise.resolve();
    };
  });
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = await page.evaluate(() => location.origin);
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: text });
  const shown = () =>
    worker.evaluate(() => (self as unknown as { shown: { title: string; body: string }[] }).shown);
  await expect.poll(async () => (await shown()).length).toBe(1);
  return shown();
}

test("an administrator's device is added, gets a test, and is removed; the back office can be installed @core", async ({
  adminPage: page,
}) => {
  await subscribeAtService(page.context());
  await page.goto("/admin/send-to");
  await page.getByRole("button", { name: "Send to this device" }).click();
  await expect(toast(page, "This device is added")).toBeVisible();
  const row = page.getByRole("table", { name: "Your devices" }).getByRole("row").last();
  await expect(row).toContainText("Chrome on Linux");
  await row.getByRole("button", { name: /^Send a test/ }).click();
  await expect.poll(() => service.messages.length).toBe(1);
  const { text = "" } = service.messages[0] ?? {};
  expect(await deliver(page, text)).toEqual([
    { title: "Satchel", body: "This is a test. Notifications arrive here." },
  ]);
  await row.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, "Removed: nothing more is sent there")).toBeVisible();
  await expect(page.getByRole("table", { name: "Your devices" })).toHaveCount(0);

  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data = "" } = await cdp.send("Page.getAppManifest");
  expect(new URL(url).pathname).toBe("/admin.webmanifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as { icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ scope: "/admin", start_url: "/admin/deliver" });
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    // Width and height of a PNG (https://www.w3.org/TR/png/#11IHDR).
    const [width, height] = [16, 20].map((offset) =>
      icon.body().then((b) => b.readUInt32BE(offset)),
    );
    expect(`${await width}x${await height}`).toBe(sizes);
  }
  await page.goto("/");
  await expect(page.locator("link[rel=manifest]")).toHaveCount(0);
});

test("a buyer's device is told when the coins have arrived, once it was asked to @core", async ({
  adminPage,
  adminShop: { shop },
  browser,
}) => {
  test.slow();
  service.messages.length = 0;
  const context = await browser.newContext({ baseURL: shop.url });
  await subscribeAtService(context);
  const page = await context.newPage();
  await goToPayment(page, "350", createBuyer());
  const id = await confirmOrder(page);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.reload();
  const button = page.getByRole("button", { name: "Tell me when my coins arrive" });
  await expect(button).toBeVisible();
  expect(scripts.filter((url) => /push-/.test(url))).toEqual([]);
  await button.click();
  await expect(toast(page, "This device will be told when your coins have arrived")).toBeVisible();

  await adminPage.goto(`/admin/orders/${id}`);
  await adminPage.getByRole("button", { name: "Mark as Completed" }).click();
  await adminPage
    .getByRole("alertdialog")
    .getByRole("button", { name: "Mark as Completed" })
    .click();
  await expect.poll(() => service.messages.length).toBe(1);
  const { text = "" } = service.messages[0] ?? {};
  expect(JSON.parse(text)).toMatchObject({ link: `${shop.url}/track-order?orderId=${id}` });
  expect(await deliver(page, text)).toEqual([
    { title: "Satchel", body: `Your coins have arrived: 350 coins, order ${id}` },
  ]);
  // The order has ended: there is nothing more to wait for.
  await expect(button).toBeHidden();

  // Who only knows the id cannot have a device told.
  const stranger = await browser.newPage({ baseURL: shop.url });
  await stranger.goto(`/track-order?orderId=${id}`);
  await expect(stranger.getByText("Names and email are masked")).toBeVisible();
  const posted = await stranger.request.post("/track-order", {
    form: { intent: "push", orderId: id, ...service.subscribe() },
    headers: { origin: shop.url },
  });
  expect(posted.status()).toBe(404);
  await stranger.close();
  await context.close();
});
