import fc from "fast-check";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { boss, insertBoss } from "#shop/loyalty/test-orders.ts";
import { orders } from "#shop/orders/tables.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { deleteCheckouts, placedOrder } from "../../../tests/make.ts";
import { runs } from "../../../tests/runs.ts";
import type { ReportedTransaction } from "../chain/chain.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import { recordTip } from "../poller/watch.server.ts";
import { chainOutputs, paymentDecisions } from "../tables.ts";
import { addressOf, scriptOf } from "../wallet/address.ts";
import { recordOutside } from "./record-outside.server.ts";
import { acceptPayment, undoDecision } from "./reviews.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const later = new Date("2026-11-20T10:30:00Z");
const elsewhere = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const script = scriptOf(elsewhere, "mainnet");
const txid = "5c".repeat(32);

/** A transaction of these amounts, all to the address elsewhere. */
const paying = (sats: number[], confirmations = 6): ReportedTransaction => ({
  outputs: sats.map((each) => ({ sats: each, script })),
  block: confirmations > 0 ? { hash: "block-95", confirmations } : null,
});

test("a script leads back to its address, and one without an address to none", () => {
  expect(addressOf(script, "mainnet")).toBe(elsewhere);
  expect(addressOf("6a04deadbeef", "mainnet")).toBeNull();
  expect(addressOf("zz", "mainnet")).toBeNull();
});

describeOnBothDatabases("bitcoins that arrived elsewhere", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  beforeEach(async () => {
    await deleteCheckouts(db);
    await recordTip(db, { height: 100, hash: "block-100" }, now);
  });
  afterAll(() => database.close());

  const record = (
    orderId: string,
    sats: number,
    transaction: ReportedTransaction | null = paying([sats]),
    options: { actor?: typeof boss; receivedAt?: Date } = {},
  ) =>
    recordOutside(
      db,
      { orderId, txid, sats, receivedAt: options.receivedAt ?? now },
      { transaction, network: "mainnet", actor: options.actor ?? boss, policy, now: later },
    );
  const orderOf = async (id: string) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    return order;
  };

  test("settle their order like any others, once, with an entry in the audit log", async () => {
    const { orderId, sats } = await placedOrder(db, { now });
    expect(await record(orderId, sats)).toMatchObject({ ok: true });
    expect(await orderOf(orderId)).toMatchObject({ status: "processing", paymentStatus: "paid" });
    expect(await db.select().from(chainOutputs)).toMatchObject([
      { txid, vout: 0, sats, address: elsewhere, state: "confirmed", blockHeight: 95 },
    ]);
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, "payment.attached"));
    expect(entries.at(-1)).toMatchObject({
      subjectId: txid,
      data: { orderId, receivedSats: sats },
    });
    expect(await record(orderId, sats)).toEqual({ ok: false, error: { kind: "known", orderId } });
  });

  test("of another order are refused, and the same transaction may pay two orders by two outputs", async () => {
    const first = await placedOrder(db, { now });
    const second = await placedOrder(db, { now });
    const { sats } = first;
    const both = paying([500, sats, sats]);
    expect(await record(first.orderId, sats, both)).toMatchObject({ ok: true });
    expect(await record(second.orderId, sats, both)).toMatchObject({ ok: true });
    expect(await orderOf(second.orderId)).toMatchObject({ paymentStatus: "paid" });
    expect(await record(second.orderId, sats, both)).toMatchObject({ error: { kind: "known" } });
    const outputs = await db.select().from(chainOutputs);
    expect(new Set(outputs.map(({ vout }) => vout))).toEqual(new Set([1, 2]));
  });

  test("are checked: the transaction, its confirmations and its amounts", async () => {
    const { orderId, sats } = await placedOrder(db, { now });
    expect(await record(orderId, sats, null)).toMatchObject({ error: { kind: "not-found" } });
    expect(await record(orderId, sats, paying([sats], 5))).toMatchObject({
      error: { kind: "not-final", confirmations: 5 },
    });
    expect(await record(orderId, sats, paying([sats], 0))).toMatchObject({
      error: { kind: "not-final", confirmations: 0 },
    });
    expect(await record(orderId, sats, paying([sats - 1, 7]))).toMatchObject({
      error: { kind: "other-amount", outputs: [sats - 1, 7] },
    });
    expect(await record("NONE111", sats)).toMatchObject({ error: "no-order" });
    const mallory = { ...boss, id: "mallory", email: "mallory@example.com" };
    expect(await record(orderId, sats, undefined, { actor: mallory })).toMatchObject({
      error: "forbidden",
    });
    expect(await db.select().from(chainOutputs)).toEqual([]);
  });

  test("that are too little or too late wait for a decision", async () => {
    const { orderId, sats } = await placedOrder(db, { now });
    expect(await record(orderId, sats - 5000)).toMatchObject({ ok: true });
    expect(await orderOf(orderId)).toMatchObject({ status: "pending", paymentStatus: "review" });
  });

  test("can be taken back, and then recorded for another order", async () => {
    const first = await placedOrder(db, { now });
    const second = await placedOrder(db, { now });
    expect(await record(first.orderId, first.sats)).toMatchObject({ ok: true });
    expect(await undo()).toMatchObject({ ok: true });
    expect((await orderOf(first.orderId))?.paymentStatus).not.toBe("paid");
    expect(await record(second.orderId, second.sats)).toMatchObject({ ok: true });
    expect(await orderOf(second.orderId)).toMatchObject({ paymentStatus: "paid" });
  });

  /** Takes back the newest decision that attached the output. */
  async function undo() {
    const decisions = await db
      .select()
      .from(paymentDecisions)
      .orderBy(sql`id desc`);
    const undone = new Set(decisions.map(({ undoes }) => undoes));
    const last = decisions.find(({ id, kind }) => kind === "attach" && !undone.has(id));
    if (!last?.checkoutId) return null;
    const [order] = await db.select().from(orders).where(eq(orders.checkoutId, last.checkoutId));
    const seen = { version: order?.version ?? 0, receivedSats: await counted(last.checkoutId) };
    const reason = "A mistake";
    return undoDecision(db, { decisionId: last.id, actor: boss, reason, seen, policy, now: later });
  }

  async function counted(checkoutId: string): Promise<number> {
    const rows = await db
      .select()
      .from(chainOutputs)
      .where(eq(chainOutputs.checkoutId, checkoutId));
    return rows.reduce((sum, { sats }) => sum + sats, 0);
  }

  test("count once, whatever is recorded, taken back, accepted and polled in any order", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("record" as const), order: fc.nat({ max: 1 }) }),
      fc.record({ kind: fc.constant("poll" as const), order: fc.nat({ max: 1 }) }),
      fc.record({ kind: fc.constantFrom("undo" as const, "accept" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        await deleteCheckouts(db);
        await recordTip(db, { height: 100, hash: "block-100" }, now);
        const made = [await placedOrder(db, { now }), await placedOrder(db, { now })];
        const sats = made[0]?.sats ?? 0;
        // To the first order's own address, which its poller may find as well.
        const own = scriptOf(made[0]?.address ?? "", "mainnet");
        const transaction = { ...paying([]), outputs: [{ sats, script: own }] };
        for (const each of steps) {
          if (each.kind === "record")
            await record(made[each.order]?.orderId ?? "", sats, transaction);
          else if (each.kind === "poll")
            await recordOutputs(db, {
              address: made[each.order]?.address ?? "",
              complete: true,
              rateCents: null,
              outputs:
                each.order === 0
                  ? [{ txid, vout: 0, sats, block: { height: 95, hash: "block-95", time: now } }]
                  : [],
              policy,
              now: later,
            });
          else if (each.kind === "undo") await undo();
          else
            await acceptPayment(db, {
              subject: { checkoutId: made[0]?.checkout.id ?? "" },
              actor: boss,
              reason: "Enough",
              seen: { version: 1, receivedSats: sats },
              policy,
              now: later,
            });
          const sums = await Promise.all(made.map(({ checkout }) => counted(checkout.id)));
          expect(sums.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(sats);
          const paid = await Promise.all(made.map(({ orderId }) => orderOf(orderId)));
          const settled = paid.filter((order) => order?.paymentStatus === "paid");
          expect(settled.length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: runs(20) },
    );
  });
});
