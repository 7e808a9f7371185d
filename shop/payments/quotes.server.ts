import { and, eq, getTableColumns, isNull, ne, or, sql } from "drizzle-orm";
import { type Db, notification } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, paymentAddresses, quotes } from "./tables.ts";
import { satsForCents } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import {
  lockCheckout,
  saveRecipient,
  type StoredRecipient,
} from "../orders/lock-checkout.server.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";
import type { Settings } from "../settings/settings.ts";
import type { AccountKey } from "./wallet/address.ts";
import { loadFacts, type StoredFacts, type StoredQuote } from "./facts.server.ts";
import { activeDecisions, activeQuotes, isLive, newestQuote } from "./model/payment.ts";
import { policyOf } from "./model/policy.ts";
import { applyMargin, type Rate } from "./prices/rate.ts";
import { reserveIndex } from "./wallet/address-indexes.server.ts";
import { dustLimit } from "./wallet/descriptor.ts";
import { issueAddress } from "./wallet/issue-address.server.ts";
import { mayOpenQuote } from "./unpaid-limit.server.ts";
import { addSeconds } from "#lib/time.ts";

/** Where buyers pay to: a new address for each checkout, or one fixed address with a distinct amount for each. */
export type AddressSource = { kind: "xpub"; key: AccountKey } | { kind: "fixed"; address: string };

type QuoteError =
  | "no-recipient"
  | "no-price"
  | "money-seen"
  | "below-dust"
  | "too-many-unpaid"
  | "no-free-amount";

/**
 * Opens a quote for a checkout at this rate, less the margin of the settings. A running quote is returned unchanged, so
 * that a reload or a double click opens no second one; an expired one is replaced on the same address, unless an output
 * was seen. Fails without a rate, for an amount that the network does not relay, and for the first quote of a visitor
 * with too many unpaid ones; the recipient is saved anyway.
 */
export async function openQuote(
  db: Db,
  input: {
    checkoutId: string;
    /** The recipient to save with the quote, if one was entered. */
    recipient?: StoredRecipient | null;
    rate: Rate | null;
    addresses: AddressSource;
    settings: Settings;
    quoteSeconds: number;
    /** The client's network address; null outside HTTP. */
    from: string | null;
    now: Date;
  },
): Promise<Result<StoredQuote, QuoteError>> {
  const { checkoutId, recipient, rate, addresses, settings, quoteSeconds, from, now } = input;
  const { gapLimit } = settings;
  const reserved =
    addresses.kind === "xpub" && rate
      ? await reserveIndex(db, addresses.key.id, { checkoutId, gapLimit })
      : null;
  return db.transaction(async (tx) => {
    const saved = recipient ? await saveRecipient(tx, checkoutId, recipient, now) : null;
    const checkout = saved ?? (await lockCheckout(tx, checkoutId));
    if (!checkout) throw new Error(`no checkout ${checkoutId}`);
    // A payment may follow at once and place the order, which needs a recipient.
    if (!checkout.tiktokUsername || !checkout.email) return err("no-recipient");

    const facts = await loadFacts(tx, checkoutId);
    const running = runningQuote(facts, now);
    if (running) return ok(running);
    if (facts.outputs.some(isLive)) return err("money-seen");
    if (!rate) return err("no-price");
    const priceCents = checkout.package.priceCents;
    const quoted = applyMargin(rate, settings.rateMarginPercent);
    const dueSats = satsForCents(priceCents, quoted.rateCents);
    if (dueSats < dustLimit(addresses.kind === "xpub" ? addresses.key.script : null))
      return err("below-dust");
    const isFirst = facts.quotes.length === 0;
    const { visitorHash } = checkout;
    const room = await mayOpenQuote(tx, { checkoutId, visitorHash, isFirst, from, now });
    if (!room.ok) return room;
    const issued = await issueAddress(tx, addresses, {
      checkoutId,
      dueSats,
      crowded: room.value.crowded,
      gapLimit,
      reserved: isFirst ? reserved : null,
      now,
    });
    if (!issued.ok) return issued;
    const { address, sats, shared, isNew } = issued.value;

    const [stored] = await tx
      .insert(quotes)
      .values({
        checkoutId,
        address,
        sats,
        priceCents,
        rateCents: quoted.rateCents,
        marginBasisPoints: quoted.marginBasisPoints,
        sources: quoted.sources,
        policy: policyOf(settings, shared ? "fixed" : "xpub"),
        lockedAt: now,
        expiresAt: addSeconds(now, quoteSeconds),
      })
      .returning({
        ...getTableColumns(quotes),
        notified: notification(CHANGES_CHANNEL, `checkout:${checkoutId}`),
      });
    if (!stored) throw new Error("the quote was not stored");
    const { notified: _, ...quote } = stored;
    if (!isNew)
      await tx
        .update(paymentAddresses)
        .set({ retiredAt: null, nextCheckAt: now })
        .where(eq(paymentAddresses.address, address));
    // An open checkout without a quote has no order yet.
    if (checkout.state !== "open" || !isFirst) await setAddressOfOrder(tx, checkoutId, address);
    return ok(quote);
  });
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

/** Returns the running quote, leaving out a top-up whose request was undone. */
function runningQuote({ quotes: all, decisions }: StoredFacts, now: Date): StoredQuote | null {
  const active = activeQuotes(all, activeDecisions(decisions));
  return newestQuote(active.filter(({ expiresAt }) => expiresAt > now));
}

/** True when the checkout has a live output. */
export async function hasMoney(tx: Db, checkoutId: string): Promise<boolean> {
  const [row] = await tx
    .select({ txid: chainOutputs.txid })
    .from(chainOutputs)
    .where(
      and(
        eq(chainOutputs.checkoutId, checkoutId),
        sql`${chainOutputs.state} in ('mempool', 'confirmed')`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
