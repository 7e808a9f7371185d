import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { addressKeys, paymentAddresses, paymentDecisions } from "./tables.ts";
import { orders } from "../orders/tables.ts";
import { defaultSettings } from "../settings/settings.ts";
import { selectPackage } from "../checkout/steps.server.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import { lockCheckout, saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { createMigratedOnServer } from "../../tests/create-on-server.ts";
import {
  checkoutAtPayment,
  eventually,
  mira,
  placedOrder,
  roundRate,
  seenOutput,
  someVisitor,
  testKey,
} from "../../tests/make.ts";
import { addressAt, type AddressSource } from "./wallet/address.ts";
import { lockOutput } from "./review/decisions.server.ts";
import { recordOutputs } from "./outputs.server.ts";
import { openQuote } from "./quotes.server.ts";
import { defaultPaymentPolicy as policy } from "./model/payment.ts";
import { reviewDetails } from "./review/review-details.server.ts";
import { attachOutput, undoDecision } from "./review/reviews.server.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";
import { recordTip } from "./poller/watch.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const addresses: AddressSource = {
  kind: "fixed",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
};
const xpub: AddressSource = { kind: "xpub", key: testKey };
const waiting = sql`select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

interface Wanted {
  source: AddressSource;
  dueSats: number;
  at: Date;
}

// The embedded database has one connection, so its transactions never overlap.
describe.skipIf(!inject("serverUrl"))("two at the same payment, on a server", () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const made = await createMigratedOnServer();
    ({ drop } = made);
    database = await openDatabase({ url: made.url, dataDir: "" });
    await recordTip(database.db, { height: 100, hash: "block-100" }, now);
    await insertBoss(database.db);
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });

  test("an open transaction that wrote about a checkout does not block its payment", async () => {
    const { db } = database;
    const { checkout, address } = await checkoutAtPayment(db, { now });
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deciding = db.transaction(async (tx) => {
      await tx.insert(paymentDecisions).values({
        checkoutId: checkout.id,
        kind: "accept",
        reason: "Agreed",
        receivedSats: 0,
        byEmail: boss.email,
        at: now,
      });
      written.resolve();
      await mayEnd.promise;
      // Had the insert above blocked the payment, this lock would deadlock with it.
      await lockCheckout(tx, checkout.id);
    });
    await written.promise;
    const outputs = [seenOutput(14_990, { height: 100, time: now })];
    await recordOutputs(db, { address, complete: true, rateCents: null, outputs, policy, now });
    expect(await db.select().from(orders)).toMatchObject([{ paymentStatus: "paid" }]);
    mayEnd.resolve();
    await deciding;
  });

  test("a buyer whose quote takes long does not keep others waiting for an address", async () => {
    const { db } = database;
    const address = addressAt(testKey, 0);
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The first address is being inserted elsewhere, so the first quote waits to learn whether it is taken.
    const inserting = db.transaction(async (tx) => {
      const old = new Date(0);
      await tx.insert(paymentAddresses).values({ address, issuedAt: old, nextCheckAt: old });
      written.resolve();
      await mayEnd.promise;
      tx.rollback();
    });
    await written.promise;
    const slow = checkoutAtPayment(db, { now, addresses: xpub });
    await eventually(() => db.select().from(addressKeys)).toMatchObject([{ nextIndex: 1 }]);
    const quick = await checkoutAtPayment(db, { now, addresses: xpub });
    expect(quick.address).toBe(addressAt(testKey, 1));
    mayEnd.resolve();
    await expect(inserting).rejects.toThrow("Rollback");
    expect((await slow).address).toBe(address);
  });

  const begin = async (db: Db) => {
    const selection = { visitorHash: someVisitor(), packageId: "2", now };
    const selected = await selectPackage(db, selection);
    if (!selected.ok) throw new Error(selected.error);
    await saveRecipient(db, selected.value.id, mira, now);
    return selected.value.id;
  };
  const quote = async (
    tx: Db,
    checkoutId: string,
    { source = xpub, dueSats = 14_990, at = now }: Partial<Wanted> = {},
  ) => {
    const quoted = await openQuote(tx, {
      checkoutId,
      rate: { ...roundRate, rateCents: Math.floor(149_900_000_000 / dueSats) },
      addresses: source,
      settings: { ...defaultSettings, gapLimit: 1 },
      quoteSeconds: 3600,
      from: null,
      now: at,
    });
    if (!quoted.ok) throw new Error(quoted.error);
    return quoted.value;
  };

  test.each([
    ["an address of the key", xpub],
    ["the fixed address", addresses],
  ] satisfies [string, AddressSource][])(
    "a buyer who is about to share %s keeps no other from sharing it",
    async (_name, source) => {
      const { db } = database;
      const { address } = await checkoutAtPayment(db, { now, addresses: source });
      const [first, second, third] = [await begin(db), await begin(db), await begin(db)];
      const before = await quote(db, first, { source });
      const [chosen, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = db.transaction(async (tx) => {
        const shared = await quote(tx, second, { source });
        chosen.resolve();
        await mayEnd.promise;
        return shared;
      });
      await chosen.promise;
      const quick = await quote(db, third, { source });
      mayEnd.resolve();
      const all = [before, await slow, quick];
      expect(all.map((each) => each.address)).toEqual([address, address, address]);
      expect(new Set(all.map(({ sats }) => sats)).size).toBe(3);
    },
  );

  test("whose address is being shared gets another amount than the one who shares it", async () => {
    const { db } = database;
    const { checkout } = await checkoutAtPayment(db, { now, addresses: xpub });
    const other = await begin(db);
    const later = addMs(now, 2 * HOUR_MS);
    const { back, shared } = await db.transaction(async (tx) => {
      const chosen = await quote(tx, other, { at: later });
      const returning = quote(db, checkout.id, { dueSats: chosen.sats, at: later });
      await expect
        .poll(async () => ((await db.execute(waiting)) as { rows: unknown[] }).rows.length)
        .toBeGreaterThan(0);
      return { shared: chosen, back: returning };
    });
    expect((await back).address).toBe(shared.address);
    expect((await back).sats).not.toBe(shared.sats);
  });

  test("detaching a payment from its order waits for a concurrent report of it, and not the other way round", async () => {
    const { db } = database;
    const { checkout, address } = await placedOrder(db, { now, addresses });
    const checkoutId = checkout.id;
    const output = seenOutput(7_000, { height: 100, time: now });
    const report = { address, complete: true, rateCents: null, outputs: [output], policy, now };
    await recordOutputs(db, report);
    const asSeen = async (key: string) => {
      const details = await reviewDetails(db, key, { policy, rate: roundRate, now });
      if (!details) throw new Error(`no payment ${key}`);
      return { actor: boss, reason: "Agreed", seen: details.seen, policy, now };
    };
    const subject = { txid: output.txid, vout: output.vout };
    const [order] = await db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
    const attached = await attachOutput(db, {
      ...(await asSeen(`${subject.txid}:${subject.vout}`)),
      subject,
      orderId: order?.id ?? "",
    });
    expect(attached).toMatchObject({ ok: true });
    const [decision] = await db.select().from(paymentDecisions);
    const deciding = { ...(await asSeen(checkoutId)), decisionId: decision?.id ?? 0 };

    const { undone } = await db.transaction(async (tx) => {
      await lockOutput(tx, subject);
      const undoing = undoDecision(db, deciding);
      await expect
        .poll(async () => ((await db.execute(waiting)) as { rows: unknown[] }).rows.length)
        .toBeGreaterThan(0);
      await lockCheckout(tx, checkoutId);
      // Not awaited in here: it ends after this transaction.
      return { undone: undoing };
    });
    expect(await undone).toMatchObject({ ok: true });
  });
});
