import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open-database.server.ts";
import { orders } from "#shop/orders/tables.ts";
import { type Instances, openInstances } from "./instances.ts";
import { register, confirmEmail } from "./people.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { createDatabase } from "./server-database.ts";
import { form, save } from "./settings-page.ts";
import { expect, test as base } from "./shop.ts";
import { goToPayment, readPayment, createBuyer } from "./steps.ts";

// Two processes on one PostgreSQL behind a round-robin proxy.

const test = base.extend<{ instances: Instances & { databaseUrl: string } }>({
  instances: async ({ database }, use) => {
    if (database !== "postgresql") throw new Error("several instances need a server between them");
    const { url, drop } = await createDatabase();
    const instances = await openInstances(url, 2);
    await use({ ...instances, databaseUrl: url });
    await instances.close();
    await drop();
  },
});

test("a purchase alternates between two instances, and each updates its browsers", async ({
  browser,
  instances,
}) => {
  const { front, each, outside } = instances;
  const page = await browser.newPage({ baseURL: front.url });
  await goToPayment(page, "350", createBuyer());
  await outside.pay(await readPayment(page));
  await expect(page.getByText("Payment seen on the network")).toBeVisible();

  const order = await placeOrder(front);
  const watching = [];
  for (const { url } of each) {
    const watcher = await browser.newPage();
    await watcher.goto(`${url}/track-order?orderId=${order.id}`);
    await expect(watcher.getByRole("article").locator(".badge")).toHaveText("Pending");
    watching.push(watcher);
  }
  await outside.pay({ ...order.payment, confirm: 1 });
  for (const watcher of watching)
    await expect(watcher.getByRole("article").locator(".badge")).toHaveText("Processing");
});

test("both instances together do everything once: one order, one settlement, one mail of each kind", async ({
  instances,
}) => {
  const { front, outside } = instances;
  const placed = await Promise.all(Array.from({ length: 12 }, () => placeOrder(front)));
  expect(new Set(placed.map(({ payment }) => payment.address)).size).toBe(placed.length);

  const mailsOf = async ({ buyer }: PlacedOrder) => outside.subjectsTo(buyer.email);
  const expectMails = async (...kinds: string[]) => {
    for (const order of placed)
      await expect
        .poll(() => mailsOf(order), { timeout: 30_000 })
        .toEqual(kinds.toSorted().map((words) => expect.stringContaining(words)));
  };
  await expectMails("is placed");
  for (const { payment } of placed) await outside.pay(payment);
  // Otherwise the payment may be confirmed before it was seen unconfirmed.
  await expectMails("is placed", "payment seen");
  await outside.mine();
  await expectMails("is placed", "payment confirmed", "payment seen");
  // One more block, which both instances notice.
  await outside.mine();
  const last = await placeOrder(front);
  await expect.poll(() => mailsOf(last)).toHaveLength(1);
  for (const order of placed) expect(await mailsOf(order)).toHaveLength(3);
});

test("after a time zone change each instance shows the old zone until the metrics are rebuilt", async ({
  browser,
  instances,
}) => {
  const { front, each, outside, owner, databaseUrl } = instances;
  const context = await browser.newContext({ baseURL: front.url });
  const page = await context.newPage();
  await register(page, owner);
  await confirmEmail(page, outside, owner.email);
  await placeOrder(front);
  const { db, close } = await openDatabase({ url: databaseUrl, dataDir: "" });
  const notice = "Days begin as in UTC until all orders are recounted for Pacific/Kiritimati";
  await db.transaction(async (tx) => {
    // Like a long transaction that inserts an order: the rebuild of the metrics has to wait.
    await tx.execute(sql`select lock_metric_snapshots()`);
    await page.goto("/admin/settings/shop");
    await form(page, "Shop").getByLabel("Time zone").selectOption("Pacific/Kiritimati");
    await save(page, "Shop", "Shop settings updated successfully");
    for (const { url } of each)
      for (const path of ["/admin", "/admin/reports"]) {
        await page.goto(`${url}${path}`);
        await expect(page.getByText(notice)).toBeVisible();
      }
  });
  await expect(page.getByText(notice)).toBeHidden();
  await page.goto("/admin");
  await expect(page.getByText(notice)).toBeHidden();
  const counted = await db.execute(
    sql`select day::text from current_metrics where kind = 'status' group by day having sum(count) > 0`,
  );
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Pacific/Kiritimati" });
  expect((counted as { rows: unknown[] }).rows).toEqual([{ day: today }]);
  await close();
  await context.close();
});

test("kill -9 of one instance under load: no order is lost, and browsers continue with the other", async ({
  browser,
  instances,
}) => {
  const { front, each, outside, databaseUrl } = instances;
  const page = await browser.newPage({ baseURL: front.url });
  await goToPayment(page, "350", createBuyer());
  const payment = await readPayment(page);

  let open = true;
  const placed: PlacedOrder[] = [];
  const buying = Array.from({ length: 3 }, async () => {
    while (open) placed.push(await placeOrder(front, { retries: true }));
  });
  for (const instance of each) {
    const before = placed.length;
    await expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(before + 3);
    await instance.end("SIGKILL");
    const killed = placed.length;
    await expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(killed + 3);
    await instance.start();
  }
  open = false;
  await Promise.all(buying);

  // Both processes that served this page were killed: it has reconnected.
  await outside.pay(payment);
  await expect(page.getByText("Payment seen on the network")).toBeVisible();

  const { db, close } = await openDatabase({ url: databaseUrl, dataDir: "" });
  const found = await db.select({ id: orders.id, checkoutId: orders.checkoutId }).from(orders);
  await close();
  expect(found.map(({ id }) => id).toSorted()).toEqual(placed.map(({ id }) => id).toSorted());
});
