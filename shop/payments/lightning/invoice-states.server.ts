import { and, desc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { lockCheckout } from "../../checkouts/lock-checkout.server.ts";
import type { StoredInvoice } from "../facts.server.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { reassess } from "../payments.server.ts";
import { lightningInvoices } from "./tables.ts";
import type { InvoiceState } from "./lightning-node.ts";

/** How often an invoice is looked up: while its page is open, and otherwise. */
export const WATCHED_MS = SECOND_MS;
export const OPEN_MS = 30 * SECOND_MS;
/** How long one heartbeat of an open page keeps its invoice watched. */
export const WATCH_MS = 15 * SECOND_MS;
/** An HTLC that arrived before the end may settle after it: LND holds the parts of a payment for up to 120 s. */
const LATE_MS = 15 * MINUTE_MS;
/** When an invoice is looked up for the last time, after its end. */
const LAST_MS = DAY_MS;
/** How often an invoice is looked up that the node does not have. */
const UNKNOWN_MS = 10 * MINUTE_MS;

/** True until the invoice is known to be paid, or the node has said after its end that it is not. */
export function mayBePaid(invoice: StoredInvoice): boolean {
  const { settledAt, canceledAt, lastCheckedAt, expiresAt } = invoice;
  if (settledAt !== null || canceledAt !== null) return false;
  return lastCheckedAt === null || lastCheckedAt < addMs(expiresAt, LATE_MS);
}

/** Marks the invoices of a checkout as watched for 15 s, so that they are looked up every second. */
export async function markInvoicesWatched(db: Db, checkoutId: string, now: Date): Promise<void> {
  const { nextCheckAt } = lightningInvoices;
  await db
    .update(lightningInvoices)
    .set({
      watchedUntil: addMs(now, WATCH_MS),
      nextCheckAt: sql`least(${nextCheckAt}, ${sql.param(addMs(now, WATCHED_MS), nextCheckAt)})`,
    })
    .where(
      and(
        eq(lightningInvoices.checkoutId, checkoutId),
        isNull(lightningInvoices.settledAt),
        sql`${nextCheckAt} is not null`,
      ),
    );
}

/** Stores that an invoice is paid, and reassesses its checkout. Idempotent. */
export async function recordSettled(
  db: Db,
  invoice: Pick<StoredInvoice, "id" | "checkoutId">,
  settled: Extract<InvoiceState, { status: "settled" }>,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks in the same order as `reassess`.
    await lockCheckout(tx, invoice.checkoutId);
    const stored = await tx
      .update(lightningInvoices)
      .set({
        settledAt: settled.at,
        paidMsat: settled.paidMsat,
        settleIndex: settled.settleIndex,
        nextCheckAt: null,
        lastCheckedAt: now,
        unknownSince: null,
      })
      .where(and(eq(lightningInvoices.id, invoice.id), isNull(lightningInvoices.settledAt)))
      .returning({ id: lightningInvoices.id });
    if (stored.length > 0) await reassess(tx, invoice.checkoutId, policy, now);
  });
}

/**
 * Stores that the node still has these invoices unpaid, and schedules the next look-up: until 15 minutes after the end,
 * since a payment may settle late, and once more a day after it.
 */
export async function recordUnpaid(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(lightningInvoices)
    .set(seenUnpaid(now))
    .where(and(inArray(lightningInvoices.id, [...ids]), isNull(lightningInvoices.settledAt)));
}

/** Stores that the node cancelled an invoice before its end, so that it leaves the page, and another may be made. */
export async function recordCanceled(db: Db, id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [canceled] = await tx
      .update(lightningInvoices)
      .set({
        ...seenUnpaid(now),
        canceledAt: sql`coalesce(${lightningInvoices.canceledAt}, ${timestamp(now)})`,
      })
      .where(and(eq(lightningInvoices.id, id), isNull(lightningInvoices.settledAt)))
      .returning({ checkoutId: lightningInvoices.checkoutId });
    if (canceled) await notify(tx, CHANGES_CHANNEL, `checkout:${canceled.checkoutId}`);
  });
}

/**
 * Stores that an invoice was paid to an on-chain fallback, which no node calls final: it counts as unknown, so that a
 * person decides.
 */
export async function recordPaidOnChain(db: Db, id: number, now: Date): Promise<void> {
  await storeUnknown(db, id, now);
}

/**
 * Stores that the node does not have this invoice. One that was unpaid after its end, or shortly before it, was cleaned
 * up: Core Lightning's autoclean deletes expired invoices, LND's gc-canceled-invoices-on-the-fly at once. Otherwise the
 * node was reset, or is another one, and the invoice may be paid: it counts as unknown, and is looked up for a day.
 */
export async function recordUnknown(db: Db, id: number, now: Date): Promise<void> {
  const { expiresAt, lastCheckedAt, unknownSince } = lightningInvoices;
  const at = timestamp(now);
  const open = and(eq(lightningInvoices.id, id), isNull(lightningInvoices.settledAt));
  const lastUnpaid = sql`${lastCheckedAt} >= least(${expiresAt}, ${timestamp(addMs(now, -LATE_MS))})`;
  const cleanedUp = await db
    .update(lightningInvoices)
    .set(seenUnpaid(now))
    .where(and(open, isNull(unknownSince), sql`${expiresAt} <= ${at}`, lastUnpaid))
    .returning({ id: lightningInvoices.id });
  if (cleanedUp.length === 0) await storeUnknown(db, id, now);
}

async function storeUnknown(db: Db, id: number, now: Date): Promise<void> {
  const { expiresAt, unknownSince } = lightningInvoices;
  const at = timestamp(now);
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .update(lightningInvoices)
      .set({
        unknownSince: sql`coalesce(${unknownSince}, ${at})`,
        nextCheckAt: sql`case
          when ${expiresAt} + ${milliseconds(LAST_MS)} > ${at} then ${at} + ${milliseconds(UNKNOWN_MS)}
        end`,
      })
      .where(and(eq(lightningInvoices.id, id), isNull(lightningInvoices.settledAt)))
      .returning({ checkoutId: lightningInvoices.checkoutId });
    // It leaves the page.
    if (stored) await notify(tx, CHANGES_CHANNEL, `checkout:${stored.checkoutId}`);
  });
}

function seenUnpaid(now: Date) {
  const { expiresAt, watchedUntil } = lightningInvoices;
  const at = timestamp(now);
  return {
    lastCheckedAt: now,
    unknownSince: null,
    nextCheckAt: sql`case
      when ${expiresAt} + ${milliseconds(LATE_MS)} > ${at} then
        ${at} + case when ${watchedUntil} > ${at} then ${milliseconds(WATCHED_MS)} else ${milliseconds(OPEN_MS)} end
      when ${expiresAt} + ${milliseconds(LAST_MS)} > ${at} then ${expiresAt} + ${milliseconds(LAST_MS)}
    end`,
  };
}

/**
 * Returns the highest settle index that the node with this public key told; 0 for none. Null stands for the node that
 * made the newest invoice.
 */
export async function lastSettleIndex(db: Db, nodeId: string | null): Promise<number> {
  const newest = db
    .select({ nodeId: lightningInvoices.nodeId })
    .from(lightningInvoices)
    .orderBy(desc(lightningInvoices.id))
    .limit(1);
  const [last] = await db
    .select({ index: max(lightningInvoices.settleIndex) })
    .from(lightningInvoices)
    .where(eq(lightningInvoices.nodeId, nodeId ?? sql`(${newest})`));
  return last?.index ?? 0;
}

/** Returns how many invoices of the last week the node says that it does not have, though it made them. */
export async function countUnknown(db: Db, now: Date): Promise<number> {
  return db.$count(
    lightningInvoices,
    sql`${lightningInvoices.unknownSince} > ${timestamp(addMs(now, -7 * DAY_MS))}`,
  );
}

function timestamp(date: Date) {
  return sql`${date.toISOString()}::timestamptz`;
}

function milliseconds(ms: number) {
  return sql`make_interval(secs => ${ms / SECOND_MS}::float8)`;
}
