import { isNotNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { insertDemo } from "../../scripts/demo/insert-demo.ts";
import { createHistory, type DemoOrder } from "../../scripts/demo/order-history.ts";
import type { OnChainPayment } from "../../scripts/demo/pay-on-chain.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { rebuildMetrics } from "../metrics/metrics.server.ts";
import { paymentDecisions } from "../payments/tables.ts";
import { settings } from "../settings/tables.ts";
import type { Period } from "./period.ts";
import { readReport } from "./reports.server.ts";
import {
  type Days,
  dayIn,
  independentSum,
  readRows,
  rounded,
  type Rows,
} from "./test-independent-sum.ts";

/** In the afternoon in Europe, in the morning in Havana, and on the next day in Auckland. */
const now = new Date("2026-11-27T15:40:00Z");
const zones = ["Atlantic/Azores", "America/Havana", "Pacific/Auckland"];

describeOnBothDatabases(
  "figures of reports equal an independent sum over 4,000 demo orders",
  (openFresh) => {
    let database: Database;
    let rows: Rows;
    beforeAll(async () => {
      database = await openFresh();
      const { db } = database;
      const history = createHistory(now, 365);
      expect(history.orders.length).toBeGreaterThan(4000);
      await db.transaction((tx) =>
        insertDemo(tx, history, {
          paid: new Map(
            history.orders.map((order, index) => [order.id, paidOnChain(order, index)]),
          ),
          tip: { height: 900_000, hash: "00".repeat(32) },
          key: "the demo's key",
          seed: 7,
          until: now,
        }),
      );
      await addOddities(db);
      rows = await readRows(db);
    }, 300_000);
    afterAll(() => database.close());

    test.each(zones)("in %s", async (timeZone) => {
      const { db } = database;
      const row = { name: "timeZone", value: timeZone };
      await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
      await rebuildMetrics(db);
      const today = dayIn(now, timeZone);
      for (const { period, from, to, before, cut, bar } of casesOn(today)) {
        const report = await readReport(db, period, { timeZone, now });
        const sumOf = (span: Days) => independentSum(rows, span, { timeZone, now });
        const [then, its] = [
          { ...before, cut },
          { from, to, cut: false },
        ].map(sumOf);
        const context = `${JSON.stringify(period)} in ${timeZone}`;
        expect(figuresOf(report.money, report.waits), context).toEqual(its?.figures);
        expect(figuresOf(report.before.money, report.before.waits), context).toEqual(then?.figures);
        const { revenue, orders: placed, average } = report.summary;
        expect([revenue.value, placed.value, average.value], context).toEqual(its?.sales);
        expect([revenue.before, placed.before, average.before], context).toEqual(then?.sales);
        // The bars are the same sums by day or by month, of both.
        if (!bar) continue;
        expect(nonZero(report.bars, bar), context).toEqual(its?.[bar]);
        expect(nonZero(report.before.bars, bar), context).toEqual(then?.[bar]);
      }
    });
  },
);

interface Case {
  period: Period;
  from: string;
  to: string;
  before: { from: string; to: string };
  cut: boolean;
  bar?: "days" | "months";
}

/** The periods with their days, written down by hand; on 27 or 28 November 2026. */
function casesOn(today: string): Case[] {
  const dayOfMonth = today.slice(8);
  const calendar = { kind: "calendar", year: null, month: null, against: "before" } as const;
  const month = (
    number: number,
    against: "before" | "year",
    spans: Omit<Case, "period" | "bar">,
  ) => ({
    period: { ...calendar, year: 2026, month: number, against },
    bar: "days" as const,
    ...spans,
  });
  return [
    {
      period: calendar,
      from: "2026-11-01",
      to: today,
      before: { from: "2026-10-01", to: `2026-10-${dayOfMonth}` },
      cut: true,
      bar: "days",
    },
    month(11, "year", {
      from: "2026-11-01",
      to: today,
      // The shop was two days old.
      before: { from: "2025-11-01", to: `2025-11-${dayOfMonth}` },
      cut: true,
    }),
    // Midnight came twice on the Azores on 25 October.
    month(10, "before", {
      from: "2026-10-01",
      to: "2026-10-31",
      before: { from: "2026-09-01", to: "2026-09-30" },
      cut: false,
    }),
    // Clocks went forward in Havana and on the Azores.
    month(3, "before", {
      from: "2026-03-01",
      to: "2026-03-31",
      before: { from: "2026-02-01", to: "2026-02-28" },
      cut: false,
    }),
    // Before the shop opened.
    month(6, "year", {
      from: "2026-06-01",
      to: "2026-06-30",
      before: { from: "2025-06-01", to: "2025-06-30" },
      cut: false,
    }),
    {
      period: { ...calendar, year: 2026 },
      from: "2026-01-01",
      to: today,
      before: { from: "2025-01-01", to: `2025-11-${dayOfMonth}` },
      cut: true,
      bar: "months",
    },
    {
      period: { ...calendar, year: 2025 },
      from: "2025-01-01",
      to: "2025-12-31",
      before: { from: "2024-01-01", to: "2024-12-31" },
      cut: false,
      bar: "months",
    },
    {
      period: { kind: "year" },
      from: "2026-06-01",
      to: today,
      before: { from: "2025-12-01", to: `2026-05-${dayOfMonth}` },
      cut: true,
    },
    {
      period: { kind: "custom", from: "2026-10-25", to: "2026-11-01" },
      from: "2026-10-25",
      to: "2026-11-01",
      before: { from: "2026-10-17", to: "2026-10-24" },
      cut: false,
    },
  ];
}

/** Adds what the demo lacks: deleted and refunded orders, refunds of receipts and to credit, and an undone refund. */
async function addOddities(db: Db): Promise<void> {
  await db.execute(sql`
    update orders set deleted_at = created_at + interval '1 day'
    where id in (select id from orders order by id limit 40)`);
  await db.execute(sql`
    update orders set payment_status = 'refunded', sent_back_cents = total_cents / (1 + ascii(id) % 2)
    where id in (select id from orders order by id offset 60 limit 50)`);
  await db.execute(sql`
    update receipts set refunded_cents = cents / (1 + id % 3), refunded_at = received_at + interval '30 hours',
      currency = case id % 4 when 0 then 'EUR' else currency end
    where id % 7 = 0`);
  await db.execute(sql`
    update lightning_invoices set paid_msat = paid_msat + 1999 where id % 5 = 0 and settled_at is not null`);
  await db.execute(sql`update chain_outputs set checkout_id = null where vout % 11 = 3`);
  await db.execute(sql`
    update orders set coupon_cents = total_cents / 10, credit_cents = 100 where id < 'E' and total_cents > 1000`);
  await db.execute(sql`
    insert into payment_decisions (checkout_id, kind, reason, receipt_id, refund_cents, refund, by_email, at)
    select checkout_id, 'refund', 'cannot deliver', id, cents / 2,
      jsonb_build_object('sats', 0, 'creditCents', cents / 2), 'boss@example.com', received_at + interval '3 hours'
    from receipts where id % 5 = 2`);
  await db.execute(sql`
    update receipts set credited_cents = cents / 2 where id % 5 = 2`);
  await db.execute(sql`
    update payment_decisions set refund = jsonb_build_object('sats', refund -> 'sats', 'creditCents', 77 + id)
    where refund ->> 'txid' is not null and id % 2 = 0`);
  const [refund] = await db
    .select()
    .from(paymentDecisions)
    .where(isNotNull(paymentDecisions.refund))
    .limit(1);
  if (!refund) throw new Error("the demo has no refund");
  const { id: undoes, checkoutId, at } = refund;
  await db.insert(paymentDecisions).values({
    undoes,
    checkoutId,
    at,
    kind: "undo",
    reason: "not sent",
    byEmail: "boss@example.com",
  });
}

/** The payment of an order on the chain as the sandbox would make it. */
function paidOnChain({ seenAt, confirmedAt }: DemoOrder, index: number): OnChainPayment {
  const block = confirmedAt && { hash: "00".repeat(32), height: 800_000 + index };
  const txid = index.toString(16).padStart(64, "0");
  const output = seenAt && { txid, vout: index % 40, block };
  return { address: `bcrt1demo${index}`, keyIndex: index, output };
}

/** The figures of a report in the form of the independent sum. */
function figuresOf(
  { methods, refunds, bitcoin, reductions }: Awaited<ReturnType<typeof readReport>>["money"],
  waits: Awaited<ReturnType<typeof readReport>>["waits"],
) {
  return {
    methods: new Map(methods.map(({ method, ...sums }) => [method, sums])),
    refunds: new Map(
      refunds.map(({ method, unit, count, amount }) => [`${method} ${unit}`, { count, amount }]),
    ),
    bitcoin,
    reductions,
    waits: waits && [waits.orders, rounded(waits.medianMinutes), rounded(waits.p95Minutes)],
  };
}

function nonZero(bars: readonly { from: string; salesCents: number }[], bar: "days" | "months") {
  const length = bar === "days" ? 10 : 7;
  return new Map(
    bars.flatMap(({ from, salesCents }) =>
      salesCents === 0 ? [] : [[from.slice(0, length), salesCents] as const],
    ),
  );
}
