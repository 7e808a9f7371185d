import { actingAs } from "#shop/loyalty/test-orders.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";
import { users } from "../accounts/tables.ts";
import { chooseMethod } from "../checkout/steps.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { attempts } from "../limits/tables.ts";
import { mails } from "../mail/tables.ts";
import type { Offer } from "../methods/methods.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { storeReceipt } from "../payments/receipts.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, deleteCheckouts, mira, seenOutput } from "../../tests/make.ts";
import { setOrderStatus } from "./order-changes.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const boss = { id: "robin", email: "robin@example.com", ip: null };
const FROM = "203.0.113.7";
const offers: readonly Offer[] = [
  { method: "bitcoin", how: "chain" },
  { method: "bank_transfer", how: "by-hand" },
];

describeOnBothDatabases("mails about orders of guests", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    const owner = { id: "robin", name: "Robin", email: boss.email, role: "admin" as const };
    await db.insert(users).values({ ...owner, referralCode: "ROBIN" });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(attempts);
  });

  async function place(
    options: { from?: string; ownEmail?: string; at?: Date; byBank?: boolean } = {},
  ) {
    const { from = FROM, ownEmail, at = now, byBank = false } = options;
    const { checkout, visitorHash, address, sats } = await checkoutAtPayment(db, { now: at });
    if (byBank) await chooseMethod(db, checkout.id, "bank_transfer", at);
    const placed = await confirmOrder(db, {
      visitorHash,
      checkoutId: checkout.id,
      offers,
      policy,
      from,
      account: ownEmail ? { ...actingAs("mira"), email: ownEmail } : null,
      now: at,
    });
    if (!placed.ok) throw new Error(placed.error);
    return { id: placed.value.id, checkoutId: checkout.id, address, sats };
  }
  async function flood(count: number) {
    const placed = [];
    for (let index = 0; index < count; index += 1)
      placed.push(await place({ from: `198.51.100.${index}`, byBank: index % 2 === 1 }));
    return placed;
  }
  const pay = (address: string, sats: number, height?: number) =>
    recordOutputs(db, {
      address,
      outputs: [seenOutput(sats, { txid: "ab".repeat(32), height, time: now })],
      complete: true,
      policy,
      rateCents: null,
      now,
    });
  /** The templates of all mails to this address, about one order or about all, sorted by the keys of the mails. */
  async function mailsTo(to: string, orderId?: string) {
    const rows = await db.select().from(mails).where(eq(mails.to, to)).orderBy(mails.key);
    return rows.flatMap(({ message }) =>
      orderId === undefined || ("orderId" in message && message.orderId === orderId)
        ? message.template
        : [],
    );
  }

  test("forty unpaid ones for one address bring three mails, and the one that is paid gets its own", async () => {
    const placed = await flood(40);
    expect(await mailsTo(mira.email)).toEqual(["order-placed", "order-placed", "order-placed"]);
    expect(await mailsTo(boss.email)).toHaveLength(3);

    const paid = placed[38];
    if (!paid) throw new Error("no order");
    await pay(paid.address, paid.sats);
    expect(await mailsTo(mira.email, paid.id)).toEqual(["order-placed"]);
    expect(await mailsTo(boss.email, paid.id)).toEqual(["admin-order"]);
    await pay(paid.address, paid.sats, 100);
    expect(await mailsTo(mira.email, paid.id)).toEqual(["order-payment", "order-placed"]);
    expect(await mailsTo(mira.email)).toHaveLength(5);
  });

  test("one that is paid by bank transfer gets its mails too", async () => {
    const last = (await flood(4))[3];
    if (!last) throw new Error("no order");
    expect(await mailsTo(mira.email, last.id)).toEqual([]);
    const news = { method: "bank_transfer", reference: "1", currency: "USD" } as const;
    const receipt = { ...news, cents: 1499, receivedAt: now };
    await db.transaction((tx) => storeReceipt(tx, last.checkoutId, receipt, { policy, now }));
    expect(await mailsTo(mira.email, last.id)).toEqual(["order-placed"]);
  });

  test("one that is rejected unpaid sends nothing either; one that is completed does", async () => {
    const [, , , rejected, completed] = await flood(5);
    const set = (orderId: string, status: "rejected" | "completed") =>
      setOrderStatus(db, { orderId, version: null, status, reason: "x", actor: boss, now });
    await set(rejected?.id ?? "", "rejected");
    expect(await mailsTo(mira.email, rejected?.id)).toEqual([]);
    await set(completed?.id ?? "", "completed");
    expect(await mailsTo(mira.email, completed?.id)).toEqual(["order-completed"]);
  });

  test("another hour, a payment seen before, and the signed-in owner of the address are not limited", async () => {
    await flood(4);
    const later = await place({ at: addMs(now, HOUR_MS) });
    expect(await mailsTo(mira.email, later.id)).toEqual(["order-placed"]);
    const own = await place({ ownEmail: mira.email });
    expect(await mailsTo(mira.email, own.id)).toEqual(["order-placed"]);
  });

  test("one network address sends so many to different people in an hour", async () => {
    const windowStart = now;
    await db.insert(attempts).values({ key: `order-mail-from:${FROM}`, windowStart, count: 199 });
    const [last, beyond] = [await place(), await place()];
    expect(await mailsTo(mira.email, last.id)).toEqual(["order-placed"]);
    expect(await mailsTo(mira.email, beyond.id)).toEqual([]);
    const other = await place({ from: "203.0.113.8" });
    expect(await mailsTo(mira.email, other.id)).toEqual(["order-placed"]);
  });
});
