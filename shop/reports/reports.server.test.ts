import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import { seedPackages } from "../catalog/package.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { someMail } from "../../tests/make.ts";
import { readDashboard } from "./dashboards.server.ts";
import { countVisits, foldMetrics, rebuildMetrics } from "../metrics/metrics.server.ts";
import { countOrders, readReport } from "./reports.server.ts";

const now = new Date("2026-11-20T12:00:00Z");
const clock = { timeZone: "UTC", now };
const [small, middle] = seedPackages;

describeOnBothDatabases("reports", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, users, settings, mails, packages cascade`);
    await db.execute(sql`truncate daily_metrics, metric_changes`);
    await seedCatalog(db);
  });

  /** An order placed so many days before now. */
  const order = (
    id: string,
    buyer: string,
    daysAgo: number,
    more: Partial<Parameters<typeof insertOrder>[1]> = {},
  ) =>
    insertOrder(db, {
      id,
      buyer,
      createdAt: new Date(now.getTime() - daysAgo * 86_400_000),
      ...more,
    });

  test("an empty shop has a report of zeros, and nothing to compare with", async () => {
    const report = await readReport(db, { kind: "week" }, clock);
    expect(report.customers).toEqual({ total: 0, new: 0, returning: 0 });
    expect(report.packages).toEqual([]);
    expect(report.summary.revenue).toEqual({ value: 0, before: 0, change: null });
    expect(report.summary.conversion).toEqual({ value: null, before: null, change: null });
  });

  test("a week counts its sales, orders, customers, packages and visits", async () => {
    await order("BEFORE1", "mira", 8, { totalCents: 2000 });
    await countVisits(db, 10, new Date("2026-11-12T12:00:00Z"));
    await order("ORDER01", "mira", 6, { totalCents: 1000, package: small });
    await foldMetrics(db);
    await order("ORDER02", "mira", 1, { totalCents: 3000, package: middle });
    await order("ORDER03", "jon", 1, { totalCents: 500, status: "pending", package: middle });
    await order("ORDER04", "ada", 0, { totalCents: 700, status: "rejected", package: middle });
    await order("DELETED", "eve", 0, { totalCents: 900, deletedAt: now });
    await countVisits(db, 50, now);

    const report = await readReport(db, { kind: "week" }, clock);
    expect(report.bars.map(({ salesCents }) => salesCents)).toEqual([1000, 0, 0, 0, 0, 3000, 0]);
    expect(report.bars.map(({ orders }) => orders)).toEqual([1, 0, 0, 0, 0, 2, 1]);
    expect(report.summary).toEqual({
      revenue: { value: 4000, before: 2000, change: 100 },
      orders: { value: 4, before: 1, change: 300 },
      average: { value: 1000, before: 2000, change: -50 },
      conversion: { value: 8, before: 10, change: -2 },
    });
    expect(report.customers).toEqual({ total: 3, new: 2, returning: 1 });
    expect(report.packages).toEqual([
      { id: middle?.id, goods: { coins: middle?.coins }, orders: 3, cents: 3000 },
      { id: small?.id, goods: { coins: small?.coins }, orders: 1, cents: 1000 },
    ]);
  });

  test("a trend compares the same part of both periods, to the minute", async () => {
    const at = (day: string, time: string) => ({ createdAt: new Date(`${day}T${time}:00Z`) });
    // 13:00 in Berlin is now; the same day a week before counts up to then.
    await order("BEFORE1", "mira", 0, { ...at("2026-11-13", "11:59"), totalCents: 1000 });
    await order("BEFORE2", "jon", 0, { ...at("2026-11-13", "12:01"), totalCents: 5000 });
    await order("TODAY01", "mira", 0, { ...at("2026-11-20", "08:00"), totalCents: 1500 });
    await db.insert(settings).values({ name: "timeZone", value: "Europe/Berlin" });
    await rebuildMetrics(db);
    const berlin = { timeZone: "Europe/Berlin", now };
    const { summary } = await readReport(db, { kind: "week" }, berlin);
    expect(summary.revenue).toEqual({ value: 1500, before: 1000, change: 50 });
    expect(summary.orders).toEqual({ value: 1, before: 1, change: 0 });
    // A period that is over is compared with whole days.
    const over = { kind: "custom" as const, from: "2026-11-14", to: "2026-11-19" };
    const past = await readReport(db, over, berlin);
    expect(past.summary.revenue).toEqual({ value: 0, before: 6000, change: -100 });

    // 30 and 7 days before, again up to the same time.
    await order("MONTH01", "ada", 0, { ...at("2026-10-21", "11:00"), totalCents: 3000 });
    await order("MONTH02", "eve", 0, { ...at("2026-10-21", "13:00"), totalCents: 9000 });
    const dashboard = await readDashboard(db, berlin);
    expect(dashboard.sales.change).toBe(150);
    // Today there is one order; yesterday there was none by this time.
    expect(dashboard.day).toEqual({
      orders: 1,
      salesCents: 1500,
      ordersChange: null,
      salesChange: null,
    });
    await order("YESTER1", "mira", 0, { ...at("2026-11-19", "11:59"), totalCents: 1000 });
    await order("YESTER2", "jon", 0, { ...at("2026-11-19", "12:01"), totalCents: 5000 });
    // This month 1500, 1000 and 5000 since the 13th; last month nothing up to the 20th, 11:30.
    await order("LASTMO1", "jon", 0, { ...at("2026-10-20", "12:30"), totalCents: 777 });
    await order("LASTMO2", "jon", 0, { ...at("2026-10-01", "00:30"), totalCents: 5000 });
    const periods = await readDashboard(db, berlin);
    expect(periods.day).toMatchObject({ ordersChange: 0, salesChange: 50 });
    expect(periods.month).toEqual({
      orders: 5,
      salesCents: 13_500,
      ordersChange: 400,
      salesChange: 170,
    });
    expect(dashboard.customers).toEqual({ count: 4, new: 0, change: -100 });
    await order("NEWONE1", "pia", 0, { ...at("2026-11-20", "10:00"), totalCents: 100 });
    // Of two new customers a week before, one came later in the day.
    expect((await readDashboard(db, berlin)).customers).toEqual({ count: 5, new: 1, change: 0 });
  });

  test("six months are compared with the same part of the six before", async () => {
    await order("BEFORE1", "mira", 0, { createdAt: new Date("2026-05-20T11:00:00Z") });
    await order("BEFORE2", "mira", 0, { createdAt: new Date("2026-05-20T13:00:00Z") });
    await order("BEFORE3", "mira", 0, { createdAt: new Date("2026-05-25T11:00:00Z") });
    await order("PERIOD1", "mira", 0, { createdAt: new Date("2026-06-01T11:00:00Z") });
    await order("PERIOD2", "mira", 1);
    const { summary } = await readReport(db, { kind: "year" }, clock);
    expect(summary.orders).toEqual({ value: 2, before: 1, change: 100 });
  });

  test("days are those of the shop's time zone", async () => {
    await order("LATE001", "mira", 0, { createdAt: new Date("2026-11-19T22:30:00Z") });
    await db.insert(settings).values({ name: "timeZone", value: "Europe/Berlin" });
    await rebuildMetrics(db);
    const { bars } = await readReport(
      db,
      { kind: "custom", from: "2026-11-19", to: "2026-11-20" },
      { timeZone: "Europe/Berlin", now },
    );
    expect(bars.map(({ orders }) => orders)).toEqual([1, 0]);
    const night = new Date("2026-11-20T23:30:00Z");
    expect((await readDashboard(db, { timeZone: "Europe/Berlin", now: night })).today).toBe(
      "2026-11-21",
    );
  });

  test("only the four packages ordered most are popular", async () => {
    const ids = ["1", "2", "3", "4", "gone"];
    for (const [index, id] of ids.entries())
      for (let i = 0; i <= index; i += 1)
        await order(`P${id}-${i}`, "mira", 1, { package: { ...seedPackages[0]!, id } });
    const { packages } = await readReport(db, { kind: "month" }, clock);
    expect(packages.map(({ id, goods, orders }) => [id, goods?.coins ?? null, orders])).toEqual([
      ["gone", null, 5],
      ["4", 1400, 4],
      ["3", 700, 3],
      ["2", 350, 2],
    ]);
  });

  test("the dashboard adds up everything, and shows the latest 5", async () => {
    for (let i = 0; i < 7; i += 1)
      await order(`ORDER0${i}`, `buyer${i % 3}`, i * 10, {
        status: i === 2 ? "processing" : i === 4 ? "pending" : "completed",
        paymentStatus: i === 4 ? "partial" : "paid",
        totalCents: 1000 * (i + 1),
      });
    await order("TAKEN00", "buyer0", 3, { paymentStatus: "reversed", status: "processing" });
    // Credit waits for the account of its buyer, not for the owner.
    await order("CREDIT0", "buyer1", 500, {
      status: "processing",
      packageKind: "credit",
      tiktokUsername: null,
      totalCents: 0,
    });
    const { key, to, message } = someMail("mail");
    await db
      .insert(mails)
      .values({ key, to, message, createdAt: now, nextAttemptAt: now, failedAt: now });

    const dashboard = await readDashboard(db, { timeZone: "UTC", now });
    expect(dashboard.recent.map(({ id }) => id)).toEqual([
      "ORDER00",
      "TAKEN00",
      "ORDER01",
      "ORDER02",
      "ORDER03",
    ]);
    expect(dashboard.undelivered).toMatchObject([
      { id: "ORDER02", paymentStatus: "paid", minutes: 20 * 24 * 60 },
      { id: "TAKEN00", paymentStatus: "reversed" },
    ]);
    // 1 + 2 + 3 + 4 + 6 + 7 thousand; the last 30 days 1 + 2 + 3, the 30 before 4 + 6.
    expect(dashboard.sales).toEqual({ cents: 23_000, change: -40 });
    expect(dashboard.customers).toEqual({ count: 3, new: 0, change: 0 });
    expect(dashboard.pending).toEqual({ count: 1, minutes: 40 * 24 * 60 });
    expect(dashboard.completed).toEqual({ count: 5, thisWeek: 1 });
    expect(dashboard.methods).toEqual([{ name: "bitcoin", orders: 9 }]);
    expect(dashboard.attention).toEqual({
      undelivered: { count: 2, minutes: 20 * 24 * 60 },
      underpaid: { count: 1, orderId: "ORDER04" },
      messages: { count: 0, minutes: null },
      reviews: { count: 0, minutes: null },
      reversed: { count: 1, orderId: "TAKEN00" },
      failedMails: { count: 1, last: { to, error: null } },
      refusedMails: { count: 0, error: null },
      failingWebhooks: { count: 0, first: null },
    });
  });

  test("orders of a span are counted, however they ended", async () => {
    await order("ORDER01", "mira", 2, { status: "rejected" });
    await order("ORDER02", "mira", 1);
    await order("DELETED", "mira", 1, { deletedAt: now });
    expect(await countOrders(db, { from: "2026-11-18", to: "2026-11-19" })).toBe(2);
    expect(await countOrders(db, { from: "2026-11-01", to: "2026-11-17" })).toBe(0);
  });
});
