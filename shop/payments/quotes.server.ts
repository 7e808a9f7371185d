import { and, between, eq, getTableColumns, gt, isNull, or, sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { addressKeys, chainOutputs, paymentAddresses, paymentDecisions, quotes } from "./tables.ts";
import { satsForCents } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { lockCheckout } from "../orders/lock-checkout.server.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import { type AccountKey, addressAt } from "./wallet/address.ts";
import type { StoredQuote } from "./facts.server.ts";
import { policyOf } from "./model/policy.ts";
import type { Rate } from "./prices/rate.ts";
import { dustLimit } from "./wallet/descriptor.ts";
import { mayOpenAnother } from "./unpaid-limit.server.ts";
import { addMs, DAY_MS, addSeconds } from "#lib/time.ts";

/** Where buyers pay to: a fresh address for each checkout, or one fixed address with a distinct amount for each. */
export type AddressSource = { kind: "xpub"; key: AccountKey } | { kind: "fixed"; address: string };

type QuoteError =
  | "no-recipient"
  | "no-price"
  | "money-seen"
  | "below-dust"
  | "too-many-unpaid"
  | "no-free-amount";

/** How long an amount on the fixed address stays reserved after its quote, in days. */
const AMOUNT_HOLD_DAYS = 7;

/**
 * Opens a quote for a checkout at this rate. A running quote is returned unchanged, so that a reload or a double
 * click opens no second one; an expired one is replaced on the same address, unless money was seen. Rejects without
 * a rate, an amount that the network does not relay, and the first quote of visitors with too many unpaid ones.
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
    // Money may follow at once, and an order needs a recipient.
    if (!checkout.tiktokUsername || !checkout.email) return err("no-recipient");

    const running = await runningQuote(tx, checkoutId, now);
    if (running) return ok(running);
    if (await hasMoney(tx, checkoutId)) return err("money-seen");
    if (!rate) return err("no-price");
    const priceCents = checkout.package.priceCents;
    const dueSats = satsForCents(priceCents, rate.rateCents);
    if (dueSats < dustLimit(addresses.kind === "xpub" ? addresses.key.script : null))
      return err("below-dust");
    if (!(await mayOpenAnother(tx, { checkoutId, visitorHash: checkout.visitorHash, from, now })))
      return err("too-many-unpaid");

    const address = await addressFor(tx, checkoutId, addresses, now);
    const sats = await amountOn(tx, address, dueSats, now);
    if (sats === null) return err("no-free-amount");

    const [quote] = await tx
      .insert(quotes)
      .values({
        checkoutId,
        address,
        sats,
        priceCents,
        rateCents: rate.rateCents,
        sources: rate.sources,
        policy: policyOf(await readSettings(tx), addresses.kind),
        lockedAt: now,
        expiresAt: addSeconds(now, quoteSeconds),
      })
      .returning();
    if (!quote) throw new Error("the quote was not stored");
    await tx
      .update(paymentAddresses)
      .set({ retiredAt: null, nextCheckAt: now })
      .where(eq(paymentAddresses.address, address));
    // The order of a checkout that changes to Bitcoin gets its address here.
    await tx
      .update(orders)
      .set({ bitcoinWallet: address })
      .where(and(eq(orders.checkoutId, checkoutId), isNull(orders.bitcoinWallet)));
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

/** Returns the address of this checkout: the one it has, else the next of the key, else the fixed one. */
async function addressFor(
  tx: Db,
  checkoutId: string,
  source: AddressSource,
  now: Date,
): Promise<string> {
  if (source.kind === "fixed") {
    await tx
      .insert(paymentAddresses)
      .values({ address: source.address, issuedAt: now, nextCheckAt: now })
      .onConflictDoNothing();
    return source.address;
  }
  const [issued] = await tx
    .select({ address: paymentAddresses.address })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.checkoutId, checkoutId));
  if (issued) return issued.address;

  // The counter's row lock guarantees that each index is issued once.
  const key = source.key.id;
  const [counter] = await tx
    .insert(addressKeys)
    .values({ key, nextIndex: 1 })
    .onConflictDoUpdate({
      target: addressKeys.key,
      set: { nextIndex: sql`${addressKeys.nextIndex} + 1` },
    })
    .returning({ nextIndex: addressKeys.nextIndex });
  if (!counter) throw new Error("the address counter was not stored");
  const keyIndex = counter.nextIndex - 1;
  const address = addressAt(source.key, keyIndex);
  await tx
    .insert(paymentAddresses)
    .values({ address, checkoutId, key, keyIndex, issuedAt: now, nextCheckAt: now });
  return address;
}

/**
 * Returns the amount to quote. On the fixed address it identifies the checkout: the lowest amount not quoted within
 * 7 days, at most 1 % above the price; null when all are taken.
 */
export async function amountOn(
  tx: Db,
  address: string,
  dueSats: number,
  now: Date,
): Promise<number | null> {
  const [issued] = await tx
    .select({ checkoutId: paymentAddresses.checkoutId })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, address))
    .for("no key update");
  // An address of its own takes any amount.
  if (issued?.checkoutId) return dueSats;
  const heldSince = addMs(now, -AMOUNT_HOLD_DAYS * DAY_MS);
  const highest = dueSats + Math.floor(dueSats / 100);
  const asked = sql<number>`coalesce(${quotes.topUpSats}, ${quotes.sats})`.mapWith(Number);
  const rows = await tx
    .select({ sats: asked })
    .from(quotes)
    .where(
      and(
        eq(quotes.address, address),
        gt(quotes.expiresAt, heldSince),
        or(
          between(quotes.topUpSats, dueSats, highest),
          and(isNull(quotes.topUpSats), between(quotes.sats, dueSats, highest)),
        ),
      ),
    );
  const taken = new Set(rows.map((row) => row.sats));
  for (let sats = dueSats; sats <= highest; sats += 1) {
    if (!taken.has(sats)) return sats;
  }
  return null;
}
