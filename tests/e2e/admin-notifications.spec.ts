import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { setHidden } from "./hidden-tab.ts";
import { placeOrder } from "./place-order.ts";
import { toast } from "./steps.ts";

interface Watched {
  shown: { title: string; body: string }[];
  permissionRequests: number;
}

/** Replaces the Notification API, which headless browsers lack, and records notifications and permission requests. */
async function watch(context: BrowserContext, permission: NotificationPermission): Promise<void> {
  await context.addInitScript((given) => {
    const watched: Watched = { shown: [], permissionRequests: 0 };
    Object.assign(window, { watched });
    Object.defineProperty(window, "Notification", {
      value: class extends EventTarget {
        static permission = given;
        static requestPermission() {
          watched.permissionRequests += 1;
          return Promise.resolve(given);
        }
        constructor(title: string, { body = "" }: NotificationOptions = {}) {
          super();
          watched.shown.push({ title, body });
        }
      },
    });
  }, permission);
}

const watchedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched);

test("desktop notifications request permission when enabled, and show orders and payments until disabled @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await watch(page.context(), "granted");
  await page.goto("/admin/settings/notifications");
  const desktop = page.getByRole("switch", { name: "Desktop notifications" });
  const save = page
    .getByRole("form", { name: "Admin Notifications" })
    .getByRole("button", { name: "Save Changes" });
  await expect(desktop).not.toBeChecked();
  await placeOrder(shop, {});
  expect(await watchedBy(page)).toEqual({ shown: [], permissionRequests: 0 });

  await desktop.check();
  await expect(page.getByText("This browser shows them.")).toBeVisible();
  await save.click();
  await expect(toast(page, "Notification settings updated successfully")).toBeVisible();
  await page.goto("/admin/packages");
  await expect(page.getByRole("heading", { name: "Packages", level: 1 })).toBeVisible();
  await setHidden(page, true);
  const { id } = await placeOrder(shop, {});
  await expect
    .poll(async () => (await watchedBy(page)).shown)
    .toEqual([{ title: `New order ${id}`, body: expect.stringContaining("coins, $") }]);

  await page.goto("/admin/settings/notifications");
  await desktop.uncheck();
  await save.click();
  await expect(toast(page, "Notification settings updated successfully")).toBeVisible();
  await page.goto("/admin/orders");
  const { id: silent } = await placeOrder(shop, {});
  await expect(page.getByRole("link", { name: silent, exact: true })).toBeVisible();
  expect((await watchedBy(page)).shown).toEqual([]);
});

test("the permission is requested only by the switch or its button", async ({
  adminPage: page,
}) => {
  // Headless browsers deny by default: set the permission to undecided.
  await page.addInitScript(() => {
    const watched: Watched = { shown: [], permissionRequests: 0 };
    let permission: NotificationPermission = "default";
    Object.assign(window, { watched });
    Object.defineProperty(window, "Notification", {
      value: {
        get permission() {
          return permission;
        },
        requestPermission: async () => {
          watched.permissionRequests += 1;
          permission = watched.permissionRequests === 1 ? "default" : "denied";
          return permission;
        },
      },
    });
  });
  await page.goto("/admin/settings/notifications");
  const desktop = page.getByRole("switch", { name: "Desktop notifications" });
  const allow = page.getByRole("button", { name: "Allow in this browser" });
  await expect(page.getByRole("button", { name: "Save Changes" }).first()).toBeDisabled();
  await expect(allow).toBeHidden();
  expect((await watchedBy(page)).permissionRequests).toBe(0);
  await desktop.check();
  await expect.poll(async () => (await watchedBy(page)).permissionRequests).toBe(1);
  await allow.click();
  await expect(page.getByText("This browser blocks them")).toBeVisible();
  await expect(allow).toBeHidden();
});
