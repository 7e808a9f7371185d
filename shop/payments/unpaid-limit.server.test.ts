import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { attempts } from "../limits/tables.ts";
import { checkoutByAddress } from "../limits/limits.server.ts";
import { chooseMethod, selectPackage } from "../checkout/steps.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { saveRecipient } from "../checkouts/lock-checkout.server.ts";
import type { Offer } from "../methods/methods.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  deleteCheckouts,
  mira,
  onlyBitcoin,
  roundRate,
  seenOutput,
  someVisitor,
  testKey,
} from "../../tests/make.ts";
import { recordOutputs } from "./outputs.server.ts";
import { defaultPaymentPolicy as policy } from "./model/payment.ts";
import { openQuote } from "./quotes.server.ts";
import { storeReceipt } from "./receipts.server.ts";
import { MAX_UNPAID_CHECKOUTS, MAX_UNPAID_ORDERS } from "./unpaid-limit.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";

const now = new Date("2026-11-20T09:00:00Z");
const minutesAfter = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describeOnBothDatabases("unpaid checkouts", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(attempts);
  });

  /** Begins another checkout, which replaces the previous one, and requests its quote. */
  async function another(visitorHash: string, at = now, from: string | null = null) {
    const selected = await selectPackage(db, { visitorHash, packageId: "2", now: at });
    if (!selected.ok) throw new Error(selected.error);
    const checkoutId = selected.value.id;
    await saveRecipient(db, checkoutId, mira, at);
    const open = (now: Date) =>
      openQuote(db, {
        checkoutId,
        rate: roundRate,
        addresses: { kind: "xpub", key: testKey },
        settings: defaultSettings,
        quoteSeconds: 3600,
        from,
        now,
      });
    const quote = await open(at);
    return { quote, open };
  }
  async function fill(visitorHash: string) {
    const opened = [];
    for (let i = 0; i < MAX_UNPAID_CHECKOUTS; i += 1) {
      const one = await checkoutAtPayment(db, { now, visitorHash });
      opened.push(one);
      // The next package begins another checkout.
      await selectPackage(db, { visitorHash, packageId: i % 2 ? "1" : "3", now });
    }
    return opened;
  }
  const refused = { ok: false, error: "too-many-unpaid" };

  test("one visitor has ten at most, others have theirs", async () => {
    const visitorHash = someVisitor();
    await fill(visitorHash);
    expect((await another(visitorHash)).quote).toEqual(refused);
    expect((await another(someVisitor())).quote.ok).toBe(true);
  });

  test("one that is paid, or whose time is over, makes room", async () => {
    const visitorHash = someVisitor();
    const [first] = await fill(visitorHash);
    const { quote, open } = await another(visitorHash);
    expect(quote).toEqual(refused);
    expect((await open(minutesAfter(59))).ok).toBe(false);
    const outputs = [seenOutput(1_000, { time: now })];
    await recordOutputs(db, {
      address: String(first?.address),
      outputs,
      complete: true,
      policy,
      rateCents: null,
      now,
    });
    expect((await open(now)).ok).toBe(true);
    await deleteCheckouts(db);
    await fill(visitorHash);
    const next = await another(visitorHash);
    expect(next.quote).toEqual(refused);
    expect((await next.open(minutesAfter(61))).ok).toBe(true);
  });

  test("a new amount for one that was begun is never refused for that", async () => {
    const visitorHash = someVisitor();
    const { open } = await another(visitorHash, minutesAfter(-70));
    await selectPackage(db, { visitorHash, packageId: "1", now });
    await fill(visitorHash);
    expect((await another(visitorHash)).quote).toEqual(refused);
    expect((await open(now)).ok).toBe(true);
  });

  test("a network address begins so many in an hour, across its visitors", async () => {
    const from = "203.0.113.7";
    const hour = minutesAfter(0);
    await db.insert(attempts).values({
      key: `${checkoutByAddress.name}:${from}`,
      windowStart: hour,
      count: checkoutByAddress.max - 1,
    });
    expect((await another(someVisitor(), now, from)).quote.ok).toBe(true);
    expect((await another(someVisitor(), now, from)).quote).toEqual(refused);
    expect((await another(someVisitor(), now, "203.0.113.8")).quote.ok).toBe(true);
    expect((await another(someVisitor(), minutesAfter(60), from)).quote.ok).toBe(true);
  });

  test("of orders to be paid another way, too; one that is paid makes room, and a second click needs none", async () => {
    const visitorHash = someVisitor();
    const offers: readonly Offer[] = [{ method: "bank_transfer", how: "by-hand" }, ...onlyBitcoin];
    const place = async () => {
      const selected = await selectPackage(db, { visitorHash, packageId: "2", now });
      if (!selected.ok) throw new Error(selected.error);
      const checkoutId = selected.value.id;
      await saveRecipient(db, checkoutId, mira, now);
      await chooseMethod(db, checkoutId, "bank_transfer", now);
      const request = { visitorHash, checkoutId, offers, policy, from: "192.0.2.7", now };
      return { request, placed: await confirmOrder(db, request) };
    };
    const first = await place();
    for (let i = 1; i < MAX_UNPAID_ORDERS; i += 1)
      expect((await place()).placed).toMatchObject({ ok: true });
    expect(await confirmOrder(db, first.request)).toEqual(first.placed);
    expect((await place()).placed).toEqual(refused);

    const { checkoutId } = first.request;
    const news = { method: "bank_transfer", reference: "1", currency: "USD" } as const;
    await db.transaction((tx) =>
      storeReceipt(tx, checkoutId, { ...news, cents: 1499, receivedAt: now }, { policy, now }),
    );
    expect((await place()).placed).toMatchObject({ ok: true });
  });
});
