import { readFileSync } from "node:fs";
import { eq, max, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, type Db, queryRows } from "#db/client.server.ts";
import { vatIn } from "#lib/vat.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, placedOrder, seenOutput } from "../../tests/make.ts";
import { runs } from "../../tests/runs.ts";
import { isCore } from "../../tests/tiers.ts";
import { readCustomer } from "../customers/customers.server.ts";
import { loyaltyOf, reconcileOrder } from "../loyalty/loyalty.server.ts";
import { boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { publicOrder } from "../order-list/order-columns.ts";
import type { OrderStatus } from "../orders/order.ts";
import { orders } from "../orders/tables.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { recordTip } from "../payments/poller/watch.server.ts";
import { storeReceipt } from "../payments/receipts.server.ts";
import { recordRefund } from "../payments/review/chain-refunds.server.ts";
import {
  refundReceiptToCredit,
  refundToCredit,
} from "../payments/review/credited-refunds.server.ts";
import { recordReceiptRefund } from "../payments/review/receipt-decisions.server.ts";
import { receiptDetails } from "../payments/review/receipt-details.server.ts";
import { reviewDetails } from "../payments/review/review-details.server.ts";
import { undoDecision } from "../payments/review/reviews.server.ts";
import { paymentDecisions } from "../payments/tables.ts";
import { settings } from "../settings/tables.ts";
import { readDashboard } from "./dashboards.server.ts";
import { readReport } from "./reports.server.ts";
import { readVat } from "./vat.server.ts";

/** A run has so many orders, and there are two databases: 2,016 stories in all. */
const STORIES = 16;
const RUNS = 63;
const TOTAL = 1499;
const RATE = 1900;
const SATS_PER_CENT = 10;
const DAY_MS = 86_400_000;
/** A Tuesday: nothing is doubled. */
const start = new Date("2026-01-06T12:00:00Z");
const timeZone = "UTC";
const back = { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", txid: "ab".repeat(32) };

const methods = ["bitcoin", "bank_transfer", "stripe"] as const;
const sale = fc.record({
  method: fc.constantFrom(...methods),
  excess: fc.constantFrom(0, 0, 1001),
});
const step = fc.record({
  of: fc.nat(STORIES - 1),
  act: fc.constantFrom(
    ...(["send back", "send back", "to credit", "undo", "undo", "completed"] as const),
    ...(["completed", "rejected", "processing", "delete"] as const),
  ),
  cents: fc.oneof(fc.integer({ min: 1, max: TOTAL }), fc.constant(TOTAL), fc.constant(100)),
  pick: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One order as the test keeps it: what was entered, and each change of what was kept. */
interface Story {
  id: string;
  checkoutId: string;
  method: (typeof methods)[number];
  receiptId: number | null;
  arrived: number;
  refunds: { cents: number; decisionId: number }[];
  status: OrderStatus;
  deleted: boolean;
  journal: { cents: number; at: Date }[];
}

describeOnBothDatabases("what orders have kept", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  async function begin() {
    await deleteCheckouts(db);
    await db.execute(
      sql`truncate users, receipts, payment_decisions, settings, audit_log, former_referrals cascade`,
    );
    await db.insert(settings).values({ name: "vatBasisPoints", value: RATE });
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    await insertBoss(db);
    await insertUser(db, { id: "ada" });
    await insertUser(db, { id: "mira", referredBy: "ada" });
  }

  async function sell(
    { method, excess }: typeof sale extends fc.Arbitrary<infer T> ? T : never,
    now: Date,
  ): Promise<Story> {
    const { orderId: id, checkout, address } = await placedOrder(db, { now });
    const arrived = TOTAL + excess;
    let receiptId: number | null = null;
    if (method === "bitcoin") {
      const outputs = [seenOutput(arrived * SATS_PER_CENT, { height: 100, time: now })];
      const seen = { address, outputs, complete: true, rateCents: null, policy, now };
      await recordOutputs(db, seen);
    } else {
      const sent = { method, reference: id, cents: arrived, currency: "USD", receivedAt: now };
      const stored = await db.transaction((tx) =>
        storeReceipt(tx, checkout.id, sent, { policy, now }),
      );
      receiptId = stored.receipt.id;
    }
    const journal = [{ cents: TOTAL, at: now }];
    const rest = { refunds: [], status: "processing" as const, deleted: false, journal };
    return { id, checkoutId: checkout.id, method, receiptId, arrived, ...rest };
  }

  async function refund(story: Story, { act, cents }: Step, now: Date): Promise<void> {
    const why = { actor: boss, reason: "Agreed", policy, beyondExcess: true, now };
    let made: { ok: boolean };
    if (story.receiptId === null) {
      const details = await reviewDetails(db, story.checkoutId, { policy, rate: null, now });
      if (!details) throw new Error("no payment");
      const sats = cents * SATS_PER_CENT;
      const deciding = { ...why, subject: details.subject, seen: details.seen };
      made =
        act === "to credit"
          ? await refundToCredit(db, { ...deciding, sats })
          : await recordRefund(db, { ...deciding, refund: { ...back, sats }, network: "mainnet" });
    } else {
      const receipt = await receiptDetails(db, story.receiptId);
      if (!receipt) throw new Error("no receipt");
      const deciding = { ...why, receiptId: receipt.id, version: receipt.version, cents };
      made =
        act === "to credit"
          ? await refundReceiptToCredit(db, deciding)
          : await recordReceiptRefund(db, { ...deciding, reference: "back", before: null });
    }
    if (!made.ok) return;
    const [newest] = await db.select({ id: max(paymentDecisions.id) }).from(paymentDecisions);
    story.refunds.push({ cents, decisionId: newest?.id ?? 0 });
  }

  async function undo(story: Story, { pick }: Step, now: Date): Promise<void> {
    const chosen = story.refunds[pick % Math.max(1, story.refunds.length)];
    if (!chosen) return;
    const key = story.checkoutId;
    const details = await reviewDetails(db, key, { policy, rate: null, now });
    const seen = details?.seen ?? { version: -1, receivedSats: -1 };
    const undoing = { actor: boss, reason: "Mistaken", policy, seen, now };
    const undone = await undoDecision(db, { ...undoing, decisionId: chosen.decisionId });
    expect(undone).toMatchObject({ ok: true });
    story.refunds = story.refunds.filter((one) => one !== chosen);
  }

  async function take(story: Story, one: Step, now: Date): Promise<void> {
    const change = { orderId: story.id, version: null, actor: boss, now };
    if (one.act === "send back" || one.act === "to credit") await refund(story, one, now);
    else if (one.act === "undo") await undo(story, one, now);
    else if (one.act === "delete") {
      // Rarely: nothing happens to a deleted order.
      if (one.pick > 0) return;
      story.deleted = (await deleteOrder(db, change)).ok;
    } else {
      await setOrderStatus(db, { ...change, status: one.act });
      story.status = one.act;
    }
    const kept = keptOf(story);
    const before = story.journal.reduce((sum, { cents }) => sum + cents, 0);
    if (kept !== before) story.journal.push({ cents: kept - before, at: now });
  }

  test("is in every figure of every screen", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: STORIES, maxLength: STORIES }),
        fc.array(step, { minLength: 16, maxLength: 64 }),
        async (sales, steps) => {
          await begin();
          const stories: Story[] = [];
          const day = (number: number) => new Date(start.getTime() + number * DAY_MS);
          for (const [index, one] of sales.entries())
            stories.push(await sell(one, new Date(start.getTime() + index * 1000)));
          for (const [index, one] of steps.entries()) {
            const story = stories[one.of];
            if (story && !story.deleted) await take(story, one, day(4 * (index + 1)));
          }
          await expectEverywhere(db, stories, day(4 * (steps.length + 1)));
          await expectSameAfterUpgrade(db);
        },
      ),
      { numRuns: isCore ? 3 : runs(RUNS), endOnFailure: true },
    );
  }, 1_200_000);
});

/** The statement of the migration that computes what went back of the orders that there were. */
const backfill =
  readFileSync("db/migrations/0046_what_orders_kept.sql", "utf8")
    .split("--> statement-breakpoint")
    .find((statement) => statement.includes("UPDATE orders o SET sent_back_cents")) ?? "";

/** The upgrade brings these orders and refunds, without what they have kept, to the same figures. */
async function expectSameAfterUpgrade(db: Db): Promise<void> {
  const read = () =>
    queryRows(
      db,
      sql`select o.id, o.is_sale, o.kept_cents, o.sent_back_cents, o.credited_cents, s.* from orders o,
        lateral (select sum(sales) as sales, sum(cents) as cents, sum(vat_cents) as vat_cents
          from sale_entries s where s.checkout_id = o.checkout_id) s order by o.id`,
    );
  const before = await read();
  await db.execute(sql`alter table orders disable trigger user`);
  await db.execute(
    sql`update orders set is_sale = false, kept_cents = 0, sent_back_cents = 0, credited_cents = 0`,
  );
  await db.execute(sql`delete from sale_entries`);
  await db.execute(sql.raw(backfill));
  await db.execute(sql`alter table orders enable trigger user`);
  await db.execute(sql`select enter_sales()`);
  expect(await read(), "after the upgrade").toEqual(before);
}

/** What the shop has kept of an order, in cents: what came back beyond the excess is not. */
function keptOf({ status, deleted, arrived, refunds }: Story): number {
  if (status === "rejected" || deleted) return 0;
  const returned = refunds.reduce((sum, { cents }) => sum + cents, 0);
  return TOTAL - Math.max(0, returned - (arrived - TOTAL));
}

/** Compares each screen with sums over what was entered. */
async function expectEverywhere(db: Db, stories: readonly Story[], now: Date): Promise<void> {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const kept = sum(stories.map(keptOf));
  const counted = stories.filter((story) => keptOf(story) > 0);
  const clock = { timeZone, now };

  const { sales } = await readDashboard(db, clock);
  expect(sales.cents, "dashboard").toBe(kept);
  const year = { kind: "calendar", year: 2026, month: null, against: "before" } as const;
  const report = await readReport(db, year, clock);
  expect(report.summary.revenue.value, "report").toBe(kept);
  expect(sum(report.bars.map(({ salesCents }) => salesCents)), "chart").toBe(kept);
  expect(sum(report.packages.map(({ cents }) => cents)), "packages").toBe(kept);
  expect(
    Object.fromEntries(report.money.methods.map(({ method, ...sums }) => [method, sums])),
    "methods",
  ).toEqual(
    Object.fromEntries(
      methods.flatMap((method) => {
        const own = counted.filter((story) => story.method === method);
        const sums = { orders: own.length, cents: sum(own.map(keptOf)) };
        return own.length > 0 ? [[method, sums]] : [];
      }),
    ),
  );
  const customer = await readCustomer(db, "mira@example.com");
  expect(customer?.spentCents, "customer").toBe(kept);

  for (const story of stories) {
    const [row] = await db.select().from(orders).where(eq(orders.id, story.id));
    if (!row) throw new Error("no order");
    const { keptCents, sentBackCents, creditedCents } = publicOrder(row);
    expect(keptCents, "API").toBe(keptOf(story));
    if (story.status !== "rejected" && !story.deleted)
      expect(TOTAL - sentBackCents - creditedCents).toBe(keptOf(story));
    await reconcileOrder(db, story.id, now);
  }
  const completed = counted.filter(({ status }) => status === "completed");
  const points = completed.map((story) => Math.floor(keptOf(story) / 100) * 10);
  const [first] = completed;
  expect((await loyaltyOf(db, "mira")).points, "points").toBe(sum(points));
  expect((await loyaltyOf(db, "ada")).referralEarningsCents, "referral").toBe(
    first ? Math.floor((keptOf(first) * 5 + 50) / 100) : 0,
  );

  // Each change of an order in its quarter, with the VAT that it changes.
  const quarters = new Map<number, { grossCents: number; vatCents: number }>();
  for (const { journal } of stories) {
    let before = 0;
    for (const { cents, at } of journal) {
      const quarter = Math.floor(at.getUTCMonth() / 3) + 1;
      const of = quarters.get(quarter) ?? { grossCents: 0, vatCents: 0 };
      const vatCents = of.vatCents + vatIn(before + cents, RATE) - vatIn(before, RATE);
      quarters.set(quarter, { grossCents: of.grossCents + cents, vatCents });
      before += cents;
    }
  }
  const vat = await readVat(db, 2026, timeZone);
  for (const quarter of [1, 2, 3, 4]) {
    const { grossCents = 0, vatCents = 0 } = vat.find((one) => one.quarter === quarter) ?? {};
    expect({ grossCents, vatCents }, `VAT of quarter ${quarter}`).toEqual(
      quarters.get(quarter) ?? { grossCents: 0, vatCents: 0 },
    );
  }
}
