import { and, eq, getTableColumns, gt, isNull, ne, or, sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, paymentAddresses, paymentDecisions, quotes } from "./tables.ts";
import { satsForCents } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { lockCheckout } from "../orders/lock-checkout.server.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import type { AccountKey } from "./wallet/address.ts";
import type { StoredQuote } from "./facts.server.ts";
import { policyOf } from "./model/policy.ts";
import { applyMargin, type Rate } from "./prices/rate.ts";
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
 * Opens a quote for a checkout at this rate, less the margin of the settings. A running quote is returned unchanged, so that a reload or a double
 * click opens no second one; an expired one is replaced on the same address, unless an output was seen. Fails without
 * a rate, for an amount that the network does not relay, and for the first quote of a visitor with too many unpaid
 * ones.
 */
export async function openQuote(
  db: Db,
  input: {
    checkoutId: string;
    rate: Rate | null;
    addresses: AddressSource;
    quoteSeconds: number;
    /** The client's network address; null outside HTTP. */
    from: string | null;
    now: Date;
  },
): Promise<Result<StoredQuote, QuoteError>> {
  const { checkoutId, rate, addresses, quoteSeconds, from, now } = input;
  return db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (!checkout) throw new Error(`no checkout ${checkoutId}`);
    // A payment may follow at once and place the order, which needs a recipient.
    if (!checkout.tiktokUsername || !checkout.email) return err("no-recipient");

    const running = await runningQuote(tx, checkoutId, now);
    if (running) return ok(running);
    if (await hasMoney(tx, checkoutId)) return err("money-seen");
    if (!rate) return err("no-price");
    const priceCents = checkout.package.priceCents;
    const settings = await readSettings(tx);
    const quoted = applyMargin(rate, settings.rateMarginPercent);
    const dueSats = satsForCents(priceCents, quoted.rateCents);
    if (dueSats < dustLimit(addresses.kind === "xpub" ? addresses.key.script : null))
      return err("below-dust");
    const room = await mayOpenQuote(tx, {
      checkoutId,
      visitorHash: checkout.visitorHash,
      from,
      now,
    });
    if (!room.ok) return room;
    const { crowded } = room.value;
    const { gapLimit } = settings;
    const issued = await issueAddress(tx, addresses, {
      checkoutId,
      dueSats,
      crowded,
      gapLimit,
      now,
    });
    if (!issued.ok) return issued;
    const { address, sats, shared } = issued.value;

    const [quote] = await tx
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
      .returning();
    if (!quote) throw new Error("the quote was not stored");
    await tx
      .update(paymentAddresses)
      .set({ retiredAt: null, nextCheckAt: now })
      .where(eq(paymentAddresses.address, address));
    // The order of a checkout that changes to Bitcoin gets its address here, and a new one if its own is no longer free.
    await tx
      .update(orders)
      .set({ bitcoinWallet: address })
      .where(
        and(
          eq(orders.checkoutId, checkoutId),
          or(isNull(orders.bitcoinWallet), ne(orders.bitcoinWallet, address)),
        ),
      );
    await notify(tx, CHANGES_CHANNEL, `checkout:${checkoutId}`);
    return ok(quote);
  });
}

/** Returns the running quote, leaving out a top-up whose request was undone. */
async function runningQuote(tx: Db, checkoutId: string, now: Date): Promise<StoredQuote | null> {
  const [running] = await tx
    .select(getTableColumns(quotes))
    .from(quotes)
    .leftJoin(paymentDecisions, eq(paymentDecisions.undoes, quotes.decisionId))
    .where(
      and(
        eq(quotes.checkoutId, checkoutId),
        gt(quotes.expiresAt, now),
        isNull(paymentDecisions.id),
      ),
    );
  return running ?? null;
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
