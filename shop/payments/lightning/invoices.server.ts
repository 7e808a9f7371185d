import { and, eq, inArray, isNull, max, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { lockCheckout } from "../../checkouts/lock-checkout.server.ts";
import {
  loadFacts,
  type StoredFacts,
  type StoredInvoice,
  type StoredQuote,
} from "../facts.server.ts";
import { hasMoney, newestQuote, type PaymentPolicy } from "../model/payment.ts";
import { reassess } from "../payments.server.ts";
import { runningQuotes } from "../quotes.server.ts";
import { lightningInvoices } from "../tables.ts";
import { type InvoiceState, type LightningNode, NodeUnavailable } from "./lightning-node.ts";

/** How often an invoice is looked up: while its page is open, and otherwise. */
const WATCHED_MS = SECOND_MS;
export const OPEN_MS = 30 * SECOND_MS;
/** How long one heartbeat of an open page keeps its invoice watched. */
const WATCH_MS = 15 * SECOND_MS;
/** An HTLC that arrived before the end may settle after it: LND holds the parts of a payment for up to 120 s. */
const LATE_MS = 15 * MINUTE_MS;
/** When an invoice is looked up for the last time, after its end. */
const LAST_MS = DAY_MS;
/** How often an invoice is looked up that the node does not have. */
const UNKNOWN_MS = 10 * MINUTE_MS;

/** Less than this left of a quote is not worth an invoice: paying one takes some seconds. */
const MIN_EXPIRY_SECONDS = 10;

type Opened = Result<StoredInvoice, "no-quote" | "money-seen" | "unavailable">;
type OpenInput = { node: LightningNode; checkoutId: string; memo: string; now: Date };

/** The invoices that are being opened, by node and checkout. */
const opening = new WeakMap<LightningNode, Map<string, Promise<Opened>>>();

/**
 * Returns the invoice for the running quote of a checkout, and makes it if there is none, one for all who request it
 * at the same time. It is stored before it is returned, so that every invoice that a buyer can see is watched; one whose
 * response was lost is never shown.
 */
export async function openInvoice(db: Db, input: OpenInput): Promise<Opened> {
  const { node, checkoutId } = input;
  const ofNode = opening.get(node) ?? new Map<string, Promise<Opened>>();
  opening.set(node, ofNode);
  const running = ofNode.get(checkoutId);
  if (running) return running;
  const opened = findOrMakeInvoice(db, input).finally(() => ofNode.delete(checkoutId));
  ofNode.set(checkoutId, opened);
  return opened;
}

async function findOrMakeInvoice(db: Db, input: OpenInput): Promise<Opened> {
  const { node, checkoutId, memo, now } = input;
  const found = payable(await loadFacts(db, checkoutId), now);
  if (!found.ok) return found;
  const { quote, invoice } = found.value;
  if (invoice) return ok(invoice);
  const expirySeconds = Math.floor((quote.expiresAt.getTime() - now.getTime()) / SECOND_MS);
  if (expirySeconds < MIN_EXPIRY_SECONDS) return err("no-quote");
  let made;
  try {
    made = await node.create({ sats: quote.sats, memo, expirySeconds });
  } catch (error) {
    if (error instanceof NodeUnavailable) return err("unavailable");
    throw error;
  }
  return db.transaction(async (tx) => {
    await lockCheckout(tx, checkoutId);
    // Another instance may have opened an invoice, or the money may have come, while the node made this one.
    const current = payable(await loadFacts(tx, checkoutId), now);
    if (!current.ok) return current;
    if (current.value.invoice) return ok(current.value.invoice);
    if (current.value.quote.id !== quote.id) return err("no-quote");
    const [stored] = await tx
      .insert(lightningInvoices)
      .values({
        checkoutId,
        quoteId: quote.id,
        node: node.kind,
        ...made,
        sats: quote.sats,
        createdAt: now,
        nextCheckAt: addMs(now, WATCHED_MS),
        watchedUntil: addMs(now, WATCH_MS),
      })
      .returning();
    if (!stored) throw new Error("the invoice was not stored");
    return ok(stored);
  });
}

/** Returns whether a checkout has an invoice that can be paid, which then needs no other. */
export async function hasOpenInvoice(db: Db, checkoutId: string, now: Date): Promise<boolean> {
  const found = payable(await loadFacts(db, checkoutId), now);
  return found.ok && found.value.invoice !== null;
}

/** Returns the quote that an invoice is to be for, and its invoice if there is one. */
function payable(
  facts: StoredFacts,
  now: Date,
): Result<{ quote: StoredQuote; invoice: StoredInvoice | null }, "no-quote" | "money-seen"> {
  if (hasMoney(facts)) return err("money-seen");
  const running = runningQuotes(facts, now).filter(({ decisionId }) => decisionId === null);
  const invoice = runningInvoice(facts, now);
  const quote = newestQuote(running);
  return quote ? ok({ quote, invoice }) : err("no-quote");
}

/** Returns the newest invoice of a running quote; null without one. */
export function runningInvoice(facts: StoredFacts, now: Date): StoredInvoice | null {
  const running = new Set(runningQuotes(facts, now).map(({ id }) => id));
  const open = facts.invoices.filter(
    ({ quoteId, settledAt, expiresAt }) =>
      running.has(quoteId) && settledAt === null && expiresAt > now,
  );
  return open.toSorted((a, b) => b.id - a.id)[0] ?? null;
}

/** True until the invoice is known to be paid, or the node has said after its end that it is not. */
export function mayBePaid({ settledAt, lastCheckedAt, expiresAt }: StoredInvoice): boolean {
  if (settledAt !== null) return false;
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
  if (cleanedUp.length > 0) return;
  await db
    .update(lightningInvoices)
    .set({
      unknownSince: sql`coalesce(${unknownSince}, ${at})`,
      nextCheckAt: sql`case
        when ${expiresAt} + ${milliseconds(LAST_MS)} > ${at} then ${at} + ${milliseconds(UNKNOWN_MS)}
      end`,
    })
    .where(open);
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

/** Returns the highest settle index that a node of this kind told; 0 for none. */
export async function lastSettleIndex(db: Db, kind: LightningNode["kind"]): Promise<number> {
  const [last] = await db
    .select({ index: max(lightningInvoices.settleIndex) })
    .from(lightningInvoices)
    .where(eq(lightningInvoices.node, kind));
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
