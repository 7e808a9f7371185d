import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { addMs, SECOND_MS } from "#lib/time.ts";
import { lockCheckout } from "../../checkouts/lock-checkout.server.ts";
import {
  loadFacts,
  type StoredFacts,
  type StoredInvoice,
  type StoredQuote,
} from "../facts.server.ts";
import { hasMoney, newestQuote } from "../model/payment.ts";
import { runningQuotes } from "../quotes.server.ts";
import { lightningInvoices } from "./tables.ts";
import { WATCH_MS, WATCHED_MS } from "./invoice-states.server.ts";
import { type LightningNode, NodeUnavailable } from "./lightning-node.ts";

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
  const { quote, invoice, isTaken } = found.value;
  if (invoice) return ok(invoice);
  if (isTaken) return err("unavailable");
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
    if (current.value.quote.id !== quote.id || current.value.isTaken) return err("no-quote");
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

/** The quote that an invoice is to be for. */
interface Payable {
  quote: StoredQuote;
  /** The invoice that can be paid, if there is one. */
  invoice: StoredInvoice | null;
  /** The quote has an invoice that may be paid, though it is no longer shown. */
  isTaken: boolean;
}

function payable(facts: StoredFacts, now: Date): Result<Payable, "no-quote" | "money-seen"> {
  if (hasMoney(facts)) return err("money-seen");
  const running = runningQuotes(facts, now).filter(({ decisionId }) => decisionId === null);
  const invoice = runningInvoice(facts, now);
  const quote = newestQuote(running);
  if (!quote) return err("no-quote");
  const isTaken = facts.invoices.some(
    ({ quoteId, canceledAt }) => quoteId === quote.id && canceledAt === null,
  );
  return ok({ quote, invoice, isTaken });
}

/** Returns the newest invoice of a running quote that can be paid; null without one. */
export function runningInvoice(facts: StoredFacts, now: Date): StoredInvoice | null {
  const running = new Set(runningQuotes(facts, now).map(({ id }) => id));
  const open = facts.invoices.filter(
    ({ quoteId, settledAt, canceledAt, unknownSince, expiresAt }) =>
      running.has(quoteId) &&
      settledAt === null &&
      canceledAt === null &&
      unknownSince === null &&
      expiresAt > now,
  );
  return open.toSorted((a, b) => b.id - a.id)[0] ?? null;
}
