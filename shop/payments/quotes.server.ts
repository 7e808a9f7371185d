import { and, eq, gt, isNotNull, isNull, ne, notExists, or } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { currentlyShown } from "#messages/current.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { orders } from "../orders/tables.ts";
import {
  isComplete,
  lockCheckout,
  type StoredCheckout,
} from "../checkouts/lock-checkout.server.ts";
import type { Settings } from "../settings/settings.ts";
import { checkCode } from "./coupon-uses.server.ts";
import { paymentAddresses, quotes } from "./tables.ts";
import type { AddressSource } from "./wallet/address.ts";
import { loadFacts, type StoredFacts, type StoredQuote } from "./facts.server.ts";
import { activeDecisions, activeQuotes, hasMoney, newestQuote } from "./model/payment.ts";
import { policyOf } from "./model/policy.ts";
import { setReductions } from "./reductions.server.ts";
import type { Rate } from "./prices/rate.ts";
import { termsOf } from "./quote-terms.ts";
import { reserveIndex } from "./wallet/address-indexes.server.ts";
import { dustLimit } from "./wallet/descriptor.ts";
import { issueAddress } from "./wallet/issue-address.server.ts";
import { mayOpenQuote } from "./unpaid-limit.server.ts";

export type QuoteError =
  | "no-recipient"
  | "nothing-due"
  | "no-price"
  | "money-seen"
  | "below-dust"
  | "too-many-unpaid"
  | "no-free-amount";

/** What a quote is opened from. */
export interface QuoteInput {
  checkoutId: string;
  rate: Rate | null;
  settings: Settings;
  quoteSeconds: number;
  /** The client's network address; null outside HTTP. */
  from: string | null;
  now: Date;
}

/** A quote that can be paid on the chain. */
export type ChainQuote = StoredQuote & { address: string };

/** What a quote with an address is opened from. */
export interface ChainQuoteInput extends QuoteInput {
  addresses: AddressSource;
  /**
   * True beside an invoice, for a buyer who did not choose the chain. The address is then of the first half of the gap
   * limit, shared if need be, and its amount of the lower half of the range; without one the error is "no-free-amount".
   */
  besideInvoice?: boolean;
}

/**
 * Opens a quote with an address for a checkout at this rate, less the margin of the settings. A running quote is returned
 * unchanged, so that a reload or a double click opens no second one; one that only Lightning can pay is joined by another
 * at its rate and with its end, and one that was withdrawn is replaced so. An expired one is replaced on the same address,
 * unless money was seen. Fails without a rate, if nothing is due, for an amount that the network does not relay, and for
 * the first quote of a visitor with too many unpaid ones.
 */
export async function openQuote(
  db: Db,
  input: ChainQuoteInput,
): Promise<Result<ChainQuote, QuoteError>> {
  const { checkoutId, rate, addresses, besideInvoice = false, settings, from, now } = input;
  const gapLimit = besideInvoice ? Math.ceil(settings.gapLimit / 2) : settings.gapLimit;
  const reserved =
    addresses.kind === "xpub" && rate
      ? await reserveIndex(db, addresses.key.id, { checkoutId, gapLimit })
      : null;
  return db.transaction(async (tx) => {
    const started = await startQuote(tx, input);
    if (!started.ok) return started;
    const { checkout, facts, running } = started.value;
    const payable = newestQuote(running.filter(hasAddress));
    if (payable) return ok(payable);
    if (hasMoney(facts)) return err("money-seen");
    const terms = termsOf(checkout, { facts, running }, { ...input, shownIn: currentlyShown() });
    if (!terms.ok) return terms;
    if (terms.value.sats < dustLimit(addresses.kind === "xpub" ? addresses.key.script : null))
      return err("below-dust");
    const isFirst = !facts.quotes.some(hasAddress);
    const { visitorHash } = checkout;
    const isCounted = facts.quotes.length > 0;
    const room = await mayOpenQuote(tx, { checkoutId, visitorHash, isCounted, from, now });
    if (!room.ok) return room;
    const issued = await issueAddress(tx, addresses, {
      checkoutId,
      dueSats: terms.value.sats,
      crowded: room.value.crowded,
      besideInvoice,
      gapLimit,
      isFirst,
      reserved: isFirst ? reserved : null,
      now,
    });
    if (!issued.ok) return issued;
    const { address, sats, shared, isNew } = issued.value;
    const policy = policyOf(settings, shared ? "fixed" : "xpub");
    const quote = await storeQuote(tx, facts, {
      ...terms.value,
      checkoutId,
      address,
      sats,
      policy,
      lockedAt: now,
    });
    if (!isNew) await pollAddress(tx, { ...quote, address }, now);
    // An open checkout without a quote has no order yet.
    if (checkout.state !== "open" || isCounted) await setAddressOfOrder(tx, checkoutId, address);
    return ok({ ...quote, address });
  });
}

/**
 * Opens a quote that Lightning alone can pay, and so needs no address; a running one is returned unchanged. Otherwise as
 * `openQuote`, also for an amount that the chain does not relay.
 */
export async function openLightningQuote(
  db: Db,
  input: QuoteInput,
): Promise<Result<StoredQuote, QuoteError>> {
  const { checkoutId, settings, from, now } = input;
  return db.transaction(async (tx) => {
    const started = await startQuote(tx, input);
    if (!started.ok) return started;
    const { checkout, facts, running } = started.value;
    const payable = newestQuote(running);
    if (payable) return ok(payable);
    if (hasMoney(facts)) return err("money-seen");
    const terms = termsOf(checkout, { facts, running }, { ...input, shownIn: currentlyShown() });
    if (!terms.ok) return terms;
    const { visitorHash } = checkout;
    const isCounted = facts.quotes.length > 0;
    const room = await mayOpenQuote(tx, { checkoutId, visitorHash, isCounted, from, now });
    if (!room.ok) return room;
    const policy = policyOf(settings, "xpub");
    const values = { ...terms.value, checkoutId, address: null, policy, lockedAt: now };
    return ok(await storeQuote(tx, facts, values));
  });
}

/** Locks the checkout, and returns what is known of its payment. */
async function startQuote(
  tx: Db,
  { checkoutId, now }: QuoteInput,
): Promise<
  Result<{ checkout: StoredCheckout; facts: StoredFacts; running: StoredQuote[] }, "no-recipient">
> {
  const checkout = await lockCheckout(tx, checkoutId);
  if (!checkout) throw new Error(`no checkout ${checkoutId}`);
  // A payment may follow at once and place the order, which needs a recipient.
  if (!isComplete(checkout)) return err("no-recipient");
  const facts = await loadFacts(tx, checkoutId);
  const running = runningQuotes(facts, now);
  if (running.length > 0 || hasMoney(facts)) return ok({ checkout, facts, running });
  const reduced = await takeCoupon(tx, checkout, now);
  if (!reduced || !isComplete(reduced)) return ok({ checkout, facts, running });
  return ok({ checkout: reduced, facts: await loadFacts(tx, checkoutId), running });
}

/**
 * Takes the use of the coupon for the amount that is about to be held, so that of several at once only as many get it as it
 * has uses left. Returns the checkout without it if another has the last one; null if nothing changes.
 */
async function takeCoupon(
  tx: Db,
  checkout: StoredCheckout & { email: string },
  now: Date,
): Promise<StoredCheckout | null> {
  const { id: checkoutId, state, couponCode: code, couponCents, package: pkg, email } = checkout;
  if (state !== "open" || code === null || couponCents === 0) return null;
  const checked = await checkCode(tx, { code, package: pkg, email, checkoutId, lock: true, now });
  if (checked.ok) return null;
  const change = { kind: "coupon", code, beforeCents: couponCents, afterCents: 0 } as const;
  const changes = [...checkout.changes, change];
  const reduced = await setReductions(tx, checkout, { couponCents: 0, changes, now });
  return reduced.ok ? reduced.value : null;
}

async function storeQuote(
  tx: Db,
  before: StoredFacts,
  values: typeof quotes.$inferInsert,
): Promise<StoredQuote> {
  const [stored] = await tx.insert(quotes).values(values).returning();
  if (!stored) throw new Error("the quote was not stored");
  // No page follows a checkout before its first quote. PostgreSQL commits transactions that notify one after the other.
  if (before.quotes.length > 0) await notify(tx, CHANGES_CHANNEL, `checkout:${values.checkoutId}`);
  return stored;
}

/**
 * Has an address polled for a new quote. One with another running quote is polled anyway: it is not locked, so that those
 * who share it do not wait for each other.
 */
async function pollAddress(tx: Db, { id, address }: ChainQuote, now: Date): Promise<void> {
  const others = tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(
      and(
        eq(quotes.address, address),
        ne(quotes.id, id),
        gt(quotes.expiresAt, addMs(now, MINUTE_MS)),
      ),
    );
  await tx
    .update(paymentAddresses)
    .set({ retiredAt: null, nextCheckAt: now })
    .where(
      and(
        eq(paymentAddresses.address, address),
        or(isNotNull(paymentAddresses.retiredAt), notExists(others)),
      ),
    );
}

/** True for a quote that can be paid on the chain. */
export function hasAddress(quote: StoredQuote): quote is ChainQuote {
  return quote.address !== null;
}

/** The order of a checkout that changes to Bitcoin gets its address, and a new one if its own is no longer free. */
async function setAddressOfOrder(tx: Db, checkoutId: string, address: string): Promise<void> {
  await tx
    .update(orders)
    .set({ bitcoinWallet: address })
    .where(
      and(
        eq(orders.checkoutId, checkoutId),
        or(isNull(orders.bitcoinWallet), ne(orders.bitcoinWallet, address)),
      ),
    );
}

/** Returns the running quotes, leaving out those withdrawn, and a top-up whose request was undone. */
export function runningQuotes({ quotes: all, decisions }: StoredFacts, now: Date): StoredQuote[] {
  return activeQuotes(all, activeDecisions(decisions)).filter(({ expiresAt }) => expiresAt > now);
}
