import { max, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, placedOrder, seenOutput } from "../../tests/make.ts";
import { runs } from "../../tests/runs.ts";
import { readBalance } from "../credit/credit.server.ts";
import { boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
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
import { readMoney } from "./money.server.ts";
import { refundedToCredit, sentBackIn } from "./money.ts";

const start = new Date("2026-11-20T08:00:00Z");
const HOUR_MS = 3_600_000;
const hour = (number: number) => new Date(start.getTime() + number * HOUR_MS);
const PRICE_SATS = 14_990;
const back = { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", txid: "ab".repeat(32) };

/** One refund, or its undoing; an hour passes with each. */
const step = fc.record({
  of: fc.constantFrom("bank", "card", "bitcoin"),
  act: fc.constantFrom("send back", "send back", "to credit", "to credit", "undo"),
  amount: fc.integer({ min: 1, max: 1000 }),
  pick: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A refund as it was entered: cents, or satoshis for one sent in Bitcoin. */
interface Entered {
  of: Step["of"];
  act: Step["act"];
  amount: number;
  at: Date;
  /** The decision that can be undone; null for one that the service made. */
  decisionId: number | null;
}

describeOnBothDatabases("refunds in the reports", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  async function begin() {
    await deleteCheckouts(db);
    await db.execute(sql`truncate users, receipts, payment_decisions cascade`);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    await insertBoss(db);
    await insertUser(db, { id: "mira" });
    const { orderId, address } = await placedOrder(db, { now: start });
    const outputs = [seenOutput(PRICE_SATS, { height: 100, time: start })];
    const seen = { address, outputs, complete: true, rateCents: null, policy, now: start };
    await recordOutputs(db, seen);
    const receive = async (method: "bank_transfer" | "stripe", refundedCents = 0) => {
      const { checkout } = await placedOrder(db, { now: start });
      const sent = { method, reference: method, cents: 1499, currency: "USD", receivedAt: start };
      const page = method === "stripe" ? { pageReference: "page" } : {};
      const report = (cents: number, now: Date) =>
        db.transaction((tx) =>
          storeReceipt(
            tx,
            checkout.id,
            { ...sent, ...page, refundedCents: cents },
            { policy, now },
          ),
        );
      const { receipt } = await report(refundedCents, start);
      return { id: receipt.id, report };
    };
    return { orderId, bank: await receive("bank_transfer"), card: await receive("stripe") };
  }
  type Shop = Awaited<ReturnType<typeof begin>>;

  /** Makes a refund through the shop; returns it if it was possible. */
  async function refund(shop: Shop, { of, act, amount }: Step, now: Date): Promise<Entered[]> {
    const why = { actor: boss, reason: "Agreed", policy, beyondExcess: true, now };
    if (of === "bitcoin") {
      const details = await reviewDetails(db, shop.orderId, { policy, rate: null, now });
      if (!details) throw new Error("no payment");
      const sats = amount * 10;
      const deciding = { ...why, subject: details.subject, seen: details.seen };
      const made =
        act === "to credit"
          ? await refundToCredit(db, { ...deciding, sats })
          : await recordRefund(db, { ...deciding, refund: { ...back, sats }, network: "mainnet" });
      const entered = { of, act, amount: act === "to credit" ? amount : sats, at: now };
      return made.ok ? [{ ...entered, decisionId: await newestDecision() }] : [];
    }
    const receipt = await receiptDetails(db, shop[of].id);
    if (!receipt) throw new Error("no receipt");
    const deciding = { ...why, receiptId: receipt.id, version: receipt.version, cents: amount };
    if (act === "to credit") {
      const made = await refundReceiptToCredit(db, deciding);
      return made.ok ? [{ of, act, amount, at: now, decisionId: await newestDecision() }] : [];
    }
    if (of === "bank") {
      const made = await recordReceiptRefund(db, { ...deciding, reference: "back", before: null });
      return made.ok ? [{ of, act, amount, at: now, decisionId: await newestDecision() }] : [];
    }
    // The service sends back what it has, whether or not it became credit here.
    const cents = Math.min(1499 - receipt.refundedCents, amount);
    if (cents === 0) return [];
    await shop.card.report(receipt.refundedCents + cents, now);
    return [{ of, act, amount: cents, at: now, decisionId: null }];
  }

  async function newestDecision(): Promise<number> {
    const [row] = await db.select({ id: max(paymentDecisions.id) }).from(paymentDecisions);
    return row?.id ?? 0;
  }

  async function undo({ decisionId, of }: Entered, shop: Shop, now: Date): Promise<void> {
    const details = await reviewDetails(db, shop.orderId, { policy, rate: null, now });
    const seen = (of === "bitcoin" && details?.seen) || { version: -1, receivedSats: -1 };
    const undoing = { actor: boss, reason: "Mistaken", policy, seen, now };
    expect(await undoDecision(db, { ...undoing, decisionId: decisionId ?? 0 })).toMatchObject({
      ok: true,
    });
  }

  const period = fc.tuple(fc.nat(14), fc.nat(14)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);

  test("are what was sent back and what became credit, each on its day, in any period", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        period,
        async (steps, [from = 0, to = 0]) => {
          const shop = await begin();
          let entered: Entered[] = [];
          /** The hour of the last refund of each receipt that was sent, undone or not. */
          const lastSent = new Map<string, Date>();
          for (const [index, one] of steps.entries()) {
            const now = hour(index + 1);
            const undoable = entered.filter(({ decisionId }) => decisionId !== null);
            const chosen = undoable[one.pick % Math.max(1, undoable.length)];
            if (one.act === "undo") {
              if (!chosen) continue;
              await undo(chosen, shop, now);
              entered = entered.filter((each) => each !== chosen);
              continue;
            }
            const made = await refund(shop, one, now);
            if (made.length > 0 && one.act === "send back") lastSent.set(one.of, now);
            entered.push(...made);
          }
          const isWithin = (at: Date) => at >= hour(from) && at < hour(to);
          const sum = (of: (each: Entered) => boolean) =>
            entered.filter(of).reduce((total, { amount }) => total + amount, 0);
          const moments = (begin: Date, end: Date) => ({
            begin: sql`${begin.toISOString()}::timestamptz`,
            end: sql`${end.toISOString()}::timestamptz`,
          });
          const { now } = await readMoney(db, {
            now: moments(hour(from), hour(to)),
            before: moments(hour(-2), hour(-1)),
          });
          const money = { ...now, methods: [] };
          const dollars = sum(
            ({ of, act, at }) =>
              act === "send back" && of !== "bitcoin" && isWithin(lastSent.get(of) ?? at),
          );
          expect(sentBackIn(money, "USD").amount).toBe(dollars);
          expect(sentBackIn(money, "sats").amount).toBe(
            sum(({ of, act, at }) => act === "send back" && of === "bitcoin" && isWithin(at)),
          );
          const credited = entered.filter(({ act, at }) => act === "to credit" && isWithin(at));
          expect(refundedToCredit(money)).toEqual({
            count: credited.length,
            amount: sum((each) => credited.includes(each)),
          });
          const { cents, owedCents } = await readBalance(db, "mira");
          expect(cents - owedCents).toBe(sum(({ act }) => act === "to credit"));
        },
      ),
      { numRuns: runs(60), endOnFailure: true },
    );
  }, 240_000);
});
