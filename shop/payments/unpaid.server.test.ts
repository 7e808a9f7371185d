import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { paymentAddresses } from "./tables.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { placedOrder, roundRate, seenOutput, testKey } from "../../tests/make.ts";
import { recordOutputs } from "./outputs.server.ts";
import { defaultPaymentPolicy as policy } from "./model/payment.ts";
import { recordTip } from "./poller/watch.server.ts";
import { openQuote } from "./quotes.server.ts";
import { recheckNext } from "./review/rechecks.server.ts";
import { listReviews } from "./review/review-list.server.ts";
import { rejectUnpaidOrders } from "./unpaid.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";

const start = new Date("2026-11-20T08:00:00Z");
const HOUR = 3600;
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
/** A day after the quote of the first hour ended, and a second. */
const DUE = 25 * HOUR + 1;

describeOnBothDatabases("unpaid orders", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
  });
  afterEach(() => database.close());

  async function unpaid() {
    const { checkout, address, orderId } = await placedOrder(db, {
      now: start,
      confirmedAt: at(30),
    });
    return { id: orderId, address, checkoutId: checkout.id };
  }
  /** Stores that the address was polled then. */
  const polledAt = (address: string, seconds: number) =>
    db
      .update(paymentAddresses)
      .set({ lastCheckedAt: at(seconds) })
      .where(eq(paymentAddresses.address, address));
  const reject = (seconds: number) => rejectUnpaidOrders(db, { policy, now: at(seconds) });
  const order = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];

  test("are rejected a day after their quote ended, once the chain was polled after that", async () => {
    const { id, address } = await unpaid();
    expect(await reject(DUE)).toBe(0);
    await polledAt(address, DUE - 10);
    expect(await reject(DUE)).toBe(0);
    await polledAt(address, DUE);
    expect(await reject(DUE - 2)).toBe(0);
    expect(await reject(DUE + 1)).toBe(1);
    expect(await reject(DUE + 2)).toBe(0);
    expect(await order(id)).toMatchObject({ status: "rejected", statusReason: "not paid" });
    const events = await db.select().from(orderEvents).where(eq(orderEvents.type, "status"));
    expect(events).toMatchObject([
      { data: { from: "pending", to: "rejected", reason: "not paid", by: "Satchel" } },
    ]);
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: "order.status", actorId: null, actorEmail: "Satchel", subjectId: id },
    ]);
  });

  test("stay when the setting is off, or gives them longer", async () => {
    const { address } = await unpaid();
    await polledAt(address, 60 * HOUR);
    await db.insert(settings).values({ name: "rejectUnpaidAfterHours", value: 48 });
    expect(await reject(DUE)).toBe(0);
    await db.insert(settings).values({ name: "rejectUnpaid", value: false });
    expect(await reject(100 * HOUR)).toBe(0);
    await db.delete(settings).where(eq(settings.name, "rejectUnpaid"));
    expect(await reject(100 * HOUR)).toBe(1);
  });

  test("stay while money is there, or a new quote runs", async () => {
    const paid = await unpaid();
    await recordOutputs(db, {
      address: paid.address,
      complete: true,
      rateCents: null,
      outputs: [seenOutput(100)],
      policy,
      now: at(600),
    });
    const again = await unpaid();
    await openQuote(db, {
      checkoutId: again.checkoutId,
      rate: roundRate,
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: HOUR,
      from: null,
      now: at(5 * HOUR),
    });
    await polledAt(paid.address, 60 * HOUR);
    await polledAt(again.address, 60 * HOUR);
    expect(await reject(DUE)).toBe(0);
    expect(await reject(30 * HOUR + 1)).toBe(1);
    expect(await order(paid.id)).toMatchObject({ status: "pending" });
    expect(await order(again.id)).toMatchObject({ status: "rejected" });
  });

  test("and money that comes after all waits for a decision", async () => {
    const { id, address } = await unpaid();
    await polledAt(address, DUE);
    await reject(DUE + 1);
    await recheckNext(db, policy, at(DUE + 2));
    await recordOutputs(db, {
      address,
      complete: true,
      rateCents: roundRate.rateCents,
      outputs: [seenOutput(14_990, { height: 100, time: at(DUE + 60) })],
      policy,
      now: at(DUE + 60),
    });
    expect((await listReviews(db, null)).rows).toMatchObject([
      { reason: "rejected", order: { id, status: "rejected" } },
    ]);
  });
});
