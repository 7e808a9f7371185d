import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { rebuildMetrics } from "../metrics/metrics.server.ts";
import { exportOrders } from "../order-list/order-export.server.ts";
import { listOrders } from "../order-list/order-list.server.ts";
import { waitTimesOf } from "../orders/wait-times.server.ts";
import { settings } from "../settings/tables.ts";
import { countOrders, readReport } from "./reports.server.ts";
import { readRestOfDay } from "./rest-of-day.server.ts";

describeOnBothDatabases("a day whose clocks change at midnight", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => database.close());
  beforeEach(() => db.execute(sql`truncate checkouts, settings cascade`));

  test.each([
    { timeZone: "Atlantic/Azores", before: "2026-10-24", day: "2026-10-25", began: "00:00" },
    { timeZone: "America/Havana", before: "2026-10-31", day: "2026-11-01", began: "04:00" },
    // Midnight does not exist: the day begins at one o'clock.
    { timeZone: "America/Santiago", before: "2026-09-05", day: "2026-09-06", began: "04:00" },
  ])("$timeZone: report, list and export agree", async ({ timeZone, before, day, began }) => {
    await db.insert(settings).values({ name: "timeZone", value: timeZone });
    const start = new Date(`${day}T${began}:00Z`);
    const minutes = [-90, -30, -1, 0, 30, 59, 60, 90, 150];
    for (const [index, after] of minutes.entries()) {
      const at = addMs(start, after * MINUTE_MS);
      const times = { createdAt: at, settledAt: at, completedAt: at };
      await insertOrder(db, { id: `ORDER0${index}`, buyer: "mira", ...times });
    }
    await rebuildMetrics(db);
    const now = addMs(start, 2 * 24 * 60 * MINUTE_MS);
    for (const [date, count] of [
      [before, 3],
      [day, 6],
    ] as const) {
      const span = { from: date, to: date };
      expect(await countOrders(db, span)).toBe(count);
      const report = await readReport(db, { kind: "custom", ...span }, { timeZone, now });
      expect(report.summary.orders.value).toBe(count);
      expect((await waitTimesOf(db, span, timeZone))?.orders).toBe(count);
      const what = {
        filter: { status: null, search: "", period: "custom" as const, ...span },
        sort: { by: "created" as const, descending: false },
      };
      const page = await listOrders(db, { ...what, cursor: null, perPage: 25, now });
      expect([page.orders.length, page.total.count]).toEqual([count, count]);
      const exported = await exportOrders(db, { what, actor: boss, now });
      if (!exported.ok) throw new Error(exported.error);
      for await (const rows of exported.value) expect(rows).toHaveLength(count);
    }
    // The rest of the day before ends where the day begins.
    const evening = addMs(start, -60 * MINUTE_MS);
    expect((await readRestOfDay(db, before, { timeZone, now: evening })).orders).toBe(2);
  });
});
