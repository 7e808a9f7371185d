import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { permitOf } from "../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { boss, insertBoss } from "#shop/loyalty/test-orders.ts";
import { setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { orderHistory, orderOfCheckout } from "#shop/orders/orders.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, roundRate, seenOutput } from "../../tests/make.ts";
import { defaultPaymentPolicy as policy } from "./model/payment.ts";
import { recordOutputs } from "./outputs.server.ts";
import { recordTip } from "./poller/watch.server.ts";
import { refundAddressView, setRefundAddress } from "./refund-address.server.ts";
import { recordRefund } from "./review/chain-refunds.server.ts";
import { listDecisions } from "./review/review-list.server.ts";
import { reviewDetails } from "./review/review-details.server.ts";
import { undoDecision } from "./review/reviews.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
/** Addresses of BIP 173, BIP 350 and the genesis block. */
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const taproot = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
const legacy = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const testnet = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

describeOnBothDatabases("the address for a refund", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    await insertBoss(db);
  });
  afterEach(() => database.close());

  /** An order that is paid with this many satoshis; 14,990 are due. */
  async function paid(sats: number) {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const outputs = [seenOutput(sats, { height: 100, time: at(600) })];
    const seen = { address, complete: true, rateCents: null, outputs, policy };
    await recordOutputs(db, { ...seen, now: at(700) });
    return { checkoutId: checkout.id, address };
  }
  const orderOf = async (checkoutId: string) => {
    const order = await orderOfCheckout(db, checkoutId);
    if (!order) throw new Error("there is no order");
    return order;
  };
  const save = async (checkoutId: string, address: string) => {
    const order = await orderOf(checkoutId);
    const from = { network: "mainnet", policy, ip: "192.0.2.1", now: at(800) } as const;
    const permit = await permitOf(db, "refund-address", order.id);
    return setRefundAddress(db, { permit, order, address, ...from });
  };
  const view = async (checkoutId: string) =>
    refundAddressView(db, await orderOf(checkoutId), { policy, now: at(800) });
  const deciding = async (checkoutId: string) => {
    const details = await reviewDetails(db, checkoutId, { policy, rate: roundRate, now: at(900) });
    if (!details) throw new Error("there is no payment");
    const { subject, seen, proposal } = details;
    const why = { actor: boss, reason: "Too much", policy, now: at(900) };
    return { details, input: { subject, seen, ...why }, proposal };
  };

  test("every address type of the network is accepted, and no other address", async () => {
    const { checkoutId, address } = await paid(20_000);
    expect(await view(checkoutId)).toEqual({ state: "open", address: null });
    const refused = { ok: false, error: "bad-address" };
    // Pay-to-anchor: anybody could take the refund.
    expect(await save(checkoutId, "bc1pfeessrawgf")).toEqual(refused);
    for (const text of [testnet, `${segwit}x`, "lnbc1", ""])
      expect(await save(checkoutId, text)).toEqual(refused);
    expect(await save(checkoutId, address)).toEqual({ ok: false, error: "own-address" });
    for (const [text, stored] of [
      [segwit.toUpperCase(), segwit],
      [legacy, legacy],
      [`bitcoin:${taproot}?amount=0.1`, taproot],
    ] as const) {
      expect(await save(checkoutId, text)).toMatchObject({ ok: true });
      expect(await view(checkoutId)).toEqual({ state: "open", address: stored });
    }
  });

  test("each change is an event of the order and in the audit log; the same address again is none", async () => {
    const { checkoutId } = await paid(20_000);
    const { id, version } = await orderOf(checkoutId);
    await save(checkoutId, segwit);
    await save(checkoutId, segwit);
    await save(checkoutId, taproot);
    const events = (await orderHistory(db, id)).filter(({ type }) => type === "refund-address");
    expect(events.map(({ data }) => data)).toEqual([
      { from: null, to: segwit },
      { from: segwit, to: taproot },
    ]);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id);
    expect(entries).toMatchObject([
      { action: "order.refund-address", actorEmail: "mira@example.com", ip: "192.0.2.1" },
      { action: "order.refund-address", data: { from: segwit, to: taproot } },
    ]);
    expect((await orderOf(checkoutId)).version).toBe(version + 2);
    expect((await deciding(checkoutId)).details.refundAddress).toBe(taproot);
  });

  test("a paid order has none, until it is rejected", async () => {
    const { checkoutId } = await paid(14_990);
    expect(await view(checkoutId)).toEqual({ state: "none", address: null });
    expect(await save(checkoutId, segwit)).toEqual({ ok: false, error: "closed" });
    const { id: orderId } = await orderOf(checkoutId);
    const rejecting = { orderId, version: null, actor: boss, now: at(750) };
    await setOrderStatus(db, { ...rejecting, status: "rejected" });
    expect(await save(checkoutId, segwit)).toMatchObject({ ok: true });
  });

  test("it cannot be changed once a refund is recorded, and again when that is undone", async () => {
    const { checkoutId } = await paid(20_000);
    await save(checkoutId, segwit);
    const { input, proposal } = await deciding(checkoutId);
    const refund = { sats: proposal.amount, address: segwit, txid: "ab".repeat(32) };
    expect(await recordRefund(db, { ...input, refund, network: "mainnet" })).toMatchObject({
      ok: true,
    });
    expect(await view(checkoutId)).toEqual({ state: "closed", address: segwit });
    expect(await save(checkoutId, taproot)).toEqual({ ok: false, error: "closed" });
    const [decision] = (await listDecisions(db, null)).rows;
    const undoing = { ...(await deciding(checkoutId)).input, decisionId: decision?.id ?? -1 };
    expect(await undoDecision(db, undoing)).toMatchObject({ ok: true });
    expect(await save(checkoutId, taproot)).toMatchObject({ ok: true });
  });

  test("a change while the refund form is open makes that form outdated", async () => {
    const { checkoutId } = await paid(20_000);
    const { input, proposal } = await deciding(checkoutId);
    await save(checkoutId, segwit);
    const refund = { sats: proposal.amount, address: taproot, txid: "ab".repeat(32) };
    expect(await recordRefund(db, { ...input, refund, network: "mainnet" })).toEqual({
      ok: false,
      error: "stale",
    });
  });
});
