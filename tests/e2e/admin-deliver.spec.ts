import type { Page } from "@playwright/test";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { insertOrder, insertUser } from "#shop/loyalty/test-orders.ts";
import { orderLeases, orders } from "#shop/orders/tables.ts";
import { receipts } from "#shop/payments/tables.ts";
import { expect, test } from "./admin-shop.ts";

/** Replaces the orders to deliver by these many, a minute apart; returns their ids, oldest first. */
async function insertPaidOrders(db: Db, count: number): Promise<string[]> {
  await db.update(orders).set({ status: "rejected" }).where(eq(orders.status, "processing"));
  const run = Math.random().toString(36).slice(2, 6).toUpperCase().padEnd(4, "0");
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = `${run}${String(index).padStart(3, "0")}`;
    const at = new Date(Date.now() - (count - index) * 60_000);
    await insertOrder(db, {
      id,
      buyer: `buyer.${id.toLowerCase()}`,
      tiktokUid: `70000000000${index}`,
      status: "processing",
      paymentMethod: "stripe",
      paymentStatus: "paid",
      createdAt: at,
      settledAt: at,
    });
    // What paid it: rejecting an order reassesses its payment.
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    if (!order) throw new Error("the order was not stored");
    await db.insert(receipts).values({
      checkoutId: order.checkoutId,
      method: "stripe",
      reference: id,
      cents: order.totalCents,
      currency: "USD",
      receivedAt: at,
      recordedAt: at,
    });
    ids.push(id);
  }
  return ids;
}

const rows = (page: Page) => page.getByRole("group", { name: "Work list" }).getByRole("listitem");
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("40 orders are delivered by keyboard alone, with two keys each @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  let ids: string[] = [];
  await shop.changeDatabase(async (db) => {
    ids = await insertPaidOrders(db, 40);
  });
  await page.goto("/admin/deliver");
  await expect(page.getByText("40 paid orders, the oldest waiting for 40 min")).toBeVisible();
  await expect(rows(page)).toHaveCount(40);

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  for (const id of ids) {
    await expect(page.getByRole("button", { name: `Mark order ${id} as completed` })).toBeFocused();
    await press("c");
    await expect.poll(() => clipboard(page)).toBe(`buyer.${id.toLowerCase()}`);
    await press("Enter");
  }
  await expect(page.getByText("All delivered")).toBeVisible();
  expect(keys).toBe(80);

  const last = ids.at(-1);
  await page.keyboard.press("u");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: `Mark order ${last} as completed` })).toBeFocused();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  const link = page.getByRole("link", { name: /^Deliver/ });
  await expect(link).toContainText("1 waiting");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(link.locator(".side__count")).toBeVisible();

  // The bar does not wait for the answer, and neither does undoing.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/admin/deliver.data*", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Order ${last} for`)).toContainText("is completed");
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(page.getByText(`Order ${last} for`)).toBeHidden();
  release();
  await expect(rows(page)).toHaveCount(1);
});

test("the orders of one package are delivered as a batch", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  let ids: string[] = [];
  await shop.changeDatabase(async (db) => {
    ids = await insertPaidOrders(db, 3);
    await db.execute(
      sql`update orders set package = package || '{"coins": 350}' where id in (${ids[0]}, ${ids[2]})`,
    );
  });
  await page.goto("/admin/deliver");
  await page.getByRole("link", { name: "350 coins 2" }).click();
  await expect(page.getByText("2 paid orders of 350 coins")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  for (const id of [ids[0], ids[2]])
    await page.getByRole("button", { name: `Mark order ${id} as completed` }).click();
  await page.getByRole("link", { name: "All packages" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole("link", { name: /^TikTok profile/ })).toHaveAttribute(
    "href",
    `https://www.tiktok.com/@buyer.${ids[1]?.toLowerCase()}`,
  );
});

test("what somebody else has taken asks first, and a dialog keeps its text while the order changes", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  let ids: string[] = [];
  await shop.changeDatabase(async (db) => {
    ids = await insertPaidOrders(db, 3);
    await insertUser(db, { id: "nora", name: "Nora Bell", role: "admin" });
    const now = new Date();
    await db.insert(orderLeases).values({
      orderId: ids[0] ?? "",
      userId: "nora",
      takenAt: now,
      renewedAt: now,
    });
  });
  await page.goto("/admin/deliver");
  await expect(rows(page).nth(0)).toContainText("Taken by Nora Bell");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: `Mark order ${ids[0]} as completed?` });
  await expect(question).toContainText("Taken by Nora Bell");
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(3);
  const tab = await page.context().newPage();
  await tab.goto(`/admin/orders/${ids[0]}`);
  await expect(tab.getByText("Do not deliver yet. Taken by Nora Bell")).toBeVisible();
  await tab.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(
    tab.getByRole("alertdialog", { name: `Complete order ${ids[0]} anyway?` }),
  ).toContainText("Taken by Nora Bell");

  await page.keyboard.press("j");
  await page.keyboard.press("Shift+C");
  await expect.poll(() => clipboard(page)).toBe("700000000001");
  await expect(rows(page).nth(1)).toContainText("Taken by you");
  await page.keyboard.press("x");
  const rejecting = page.getByRole("alertdialog", { name: `Reject order ${ids[1]}?` });
  await page.keyboard.type("Account not found");
  // Another administrator writes a note.
  await tab.goto(`/admin/orders/${ids[1]}`);
  await tab.getByLabel("Internal note").fill("Asked for the name");
  await tab.getByRole("button", { name: "Save note" }).click();
  await expect(rejecting).toContainText("this order was changed by somebody else");
  await expect(rejecting.getByLabel("Reason")).toHaveValue("Account not found");
  const submit = rejecting.getByRole("button", { name: "Reject order" });
  await submit.click();
  await expect(rejecting).toContainText("Nothing was changed now");
  await submit.click();
  await expect(rejecting).toBeHidden();
  await expect(page.getByText(`Order ${ids[1]} for`)).toContainText("is rejected");
  await expect(rows(page)).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(3);

  // Leaving releases what was taken: within the back office, and by another address.
  await tab.goto("/admin/deliver");
  const leave = [
    () => page.getByRole("link", { name: "Dashboard" }).first().click(),
    () => page.goto("/track"),
  ];
  for (const each of leave) {
    await page.goto("/admin/deliver");
    await page.getByRole("button", { name: `Copy username of order ${ids[1]}` }).click();
    await expect(rows(tab).nth(1)).toContainText("Taken by you");
    await each();
    await expect(rows(tab).nth(1)).not.toContainText("Taken");
  }
});

test("without JavaScript an order is completed and undone by forms", async ({
  browser,
  adminShop: { shop, signedIn },
}) => {
  let ids: string[] = [];
  await shop.changeDatabase(async (db) => {
    ids = await insertPaidOrders(db, 2);
    await db.execute(sql`update orders set payment_status = 'detected' where id = ${ids[1]}`);
  });
  const context = await browser.newContext({
    baseURL: shop.url,
    storageState: signedIn,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto("/admin/deliver");
  await page.getByRole("button", { name: `Mark order ${ids[0]} as completed` }).click();
  await expect(page.getByRole("status")).toContainText(`Order ${ids[0]}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("button", { name: `Mark order ${ids[1]} as completed` }).click();
  await expect(page.getByRole("alert")).toContainText("is missing, in review or disputed");
  await page.getByRole("button", { name: "Complete it anyway" }).click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole("link", { name: `Reject order ${ids[0]}` }).click();
  await page.getByLabel("Reason").fill("Account not found");
  await page.getByRole("button", { name: "Reject order" }).click();
  await expect(page.getByText("All delivered")).toBeVisible();
  await context.close();
});
