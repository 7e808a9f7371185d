import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { addMs, HOUR_MS, SECOND_MS } from "#lib/time.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { checkoutAtPayment } from "../../../tests/make.ts";
import { quotes } from "../tables.ts";
import { lightningInvoices } from "./tables.ts";
import { OPEN_MS, recordUnpaid } from "./invoice-states.server.ts";
import { claimDue, LOOK_UPS_PER_CLAIM, spreadOverdue } from "./look-ups.server.ts";

const OPEN = 10_000;
const start = new Date("2026-11-20T08:00:00Z");

describeOnBothDatabases("look-ups of open invoices", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  test("10,000 are looked up once per interval each, and evenly after a start when all are overdue", async () => {
    const { db } = database;
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const checkoutId = checkout.id;
    const values = Array.from({ length: OPEN }, () => ({
      checkoutId,
      address,
      sats: 1000,
      priceCents: 299,
      rateCents: 10_000_000,
      sources: [],
      lockedAt: start,
      expiresAt: addMs(start, HOUR_MS),
    }));
    const ids: number[] = [];
    for (let from = 0; from < OPEN; from += 1000) {
      const part = values.slice(from, from + 1000);
      const rows = await db.insert(quotes).values(part).returning({ id: quotes.id });
      ids.push(...rows.map(({ id }) => id));
    }
    for (let from = 0; from < OPEN; from += 1000)
      await db.insert(lightningInvoices).values(
        ids.slice(from, from + 1000).map((quoteId) => ({
          checkoutId,
          quoteId,
          node: "lnd" as const,
          paymentHash: String(quoteId).padStart(64, "0"),
          bolt11: "",
          sats: 1000,
          createdAt: start,
          expiresAt: addMs(start, HOUR_MS),
          nextCheckAt: start,
        })),
      );
    // The shop was down for ten minutes.
    const begin = addMs(start, 600 * SECOND_MS);
    await spreadOverdue(db, begin);
    const perSecond: number[] = [];
    const lookUps = new Map<number, number>();
    const intervals = 2;
    for (let second = 0; second < (intervals * OPEN_MS) / SECOND_MS; second += 1) {
      let count = 0;
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const now = addMs(begin, second * SECOND_MS + tenth * 100);
        for (;;) {
          const due = await claimDue(db, now);
          for (const { id } of due) lookUps.set(id, (lookUps.get(id) ?? 0) + 1);
          count += due.length;
          await recordUnpaid(
            db,
            due.map(({ id }) => id),
            now,
          );
          if (due.length < LOOK_UPS_PER_CLAIM) break;
        }
      }
      perSecond.push(count);
    }
    const even = OPEN / (OPEN_MS / SECOND_MS);
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(1.2 * even);
    expect(lookUps.size).toBe(OPEN);
    expect(Math.min(...lookUps.values())).toBeGreaterThanOrEqual(intervals - 1);
    expect(Math.max(...lookUps.values())).toBeLessThanOrEqual(intervals);
  }, 180_000);
});
