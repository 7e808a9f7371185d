import { and, desc, eq, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { checkouts } from "#db/schema/checkout.server.ts";
import { chainOutputs, chainTip, paymentAddresses, quotes } from "#db/schema/payments.server.ts";
import {
  CHANGES_CHANNEL,
  orderOfCheckout,
  placeOrder,
  recordPayment,
  type StoredOrder,
} from "#shop/orders/orders.server.ts";
import type { AddressHistory, BlockRef } from "./chain.ts";
import { type Assessment, assess, isSettled, newestQuote, type PaymentPolicy } from "./payment.ts";
import type { PaymentView } from "./payment-view.ts";
import { paymentUri } from "./uri.ts";

type StoredQuote = typeof quotes.$inferSelect;
type StoredOutput = typeof chainOutputs.$inferSelect;

/** How far a block's own time may be from ours: consensus allows two hours. */
const BLOCK_TIME_SLACK_MS = 2 * 60 * 60_000;

/** Blocks after which a payment is no longer watched for being taken back. */
export const FINAL_CONFIRMATIONS = 6;

/**
 * Stores what a chain source says about an address, and settles what that settles; when it is `complete`,
 * what it leaves out is gone. Telling the same twice changes nothing.
 */
export async function recordOutputs(
  db: Db,
  input: { address: string; policy: PaymentPolicy; now: Date } & AddressHistory,
): Promise<void> {
  const { address, outputs: seen, complete, policy, now } = input;
  await db.transaction(async (tx) => {
    const known = await tx.select().from(chainOutputs).where(eq(chainOutputs.address, address));
    const byOutpoint = new Map(known.map((output) => [`${output.txid}:${output.vout}`, output]));
    const affected = new Set<string>();

    for (const output of seen) {
      const before = byOutpoint.get(`${output.txid}:${output.vout}`);
      byOutpoint.delete(`${output.txid}:${output.vout}`);
      const facts = {
        state: output.block ? ("confirmed" as const) : ("mempool" as const),
        blockHash: output.block?.hash ?? null,
        blockHeight: output.block?.height ?? null,
      };
      if (before?.state === facts.state && before.blockHash === facts.blockHash) continue;
      const firstSeenAt = earlier(now, output.block?.time);
      const checkoutId =
        before?.checkoutId ?? (await claimant(tx, address, output.sats, firstSeenAt, now));
      await tx
        .insert(chainOutputs)
        .values({
          txid: output.txid,
          vout: output.vout,
          address,
          sats: output.sats,
          checkoutId,
          firstSeenAt,
          ...facts,
        })
        .onConflictDoUpdate({ target: [chainOutputs.txid, chainOutputs.vout], set: facts });
      if (checkoutId) affected.add(checkoutId);
    }

    // What the source no longer shows has left the mempool, or its block has left the chain.
    for (const gone of complete ? byOutpoint.values() : []) {
      if (gone.state !== "mempool" && gone.state !== "confirmed") continue;
      await tx
        .update(chainOutputs)
        .set({
          state: gone.state === "mempool" ? "dropped" : "reorged",
          blockHash: null,
          blockHeight: null,
        })
        .where(and(eq(chainOutputs.txid, gone.txid), eq(chainOutputs.vout, gone.vout)));
      if (gone.checkoutId) affected.add(gone.checkoutId);
    }

    for (const checkoutId of affected) await reassess(tx, checkoutId, policy, now);
    // Time alone decides too: a part of the amount is for a person to look at once its quote has ended.
    for (const { checkoutId } of known) {
      if (checkoutId && !affected.has(checkoutId))
        await reassess(tx, checkoutId, policy, now, { tell: false });
    }
  });
}

/** Stores the newest block; returns true when it is another one than before. */
export async function recordTip(db: Db, tip: BlockRef, now: Date): Promise<boolean> {
  const changed = await db
    .insert(chainTip)
    .values({ ...tip, seenAt: now })
    .onConflictDoUpdate({
      target: chainTip.id,
      set: { ...tip, seenAt: now },
      setWhere: sql`${chainTip.hash} <> ${tip.hash}`,
    })
    .returning({ hash: chainTip.hash });
  return changed.length > 0;
}

/** After a new block: every checkout with money that is not yet buried deep is looked at again. */
export async function reassessUnburied(db: Db, policy: PaymentPolicy, now: Date): Promise<void> {
  const height = await tipHeight(db);
  const rows = await db
    .selectDistinct({ checkoutId: chainOutputs.checkoutId })
    .from(chainOutputs)
    .where(
      and(
        isNotNull(chainOutputs.checkoutId),
        inArray(chainOutputs.state, ["mempool", "confirmed"]),
        or(
          eq(chainOutputs.state, "mempool"),
          // One block more than final, so that the last confirmation is still told.
          lt(sql`${height} - ${chainOutputs.blockHeight}`, FINAL_CONFIRMATIONS + 1),
        ),
      ),
    );
  for (const { checkoutId } of rows) {
    if (checkoutId) await db.transaction((tx) => reassess(tx, checkoutId, policy, now));
  }
}

/** The payment of a checkout as its page shows it; null before an address was issued. */
export async function paymentView(
  db: Db,
  checkoutId: string,
  options: { policy: PaymentPolicy; label: string; chainUp: boolean; now: Date },
): Promise<PaymentView | null> {
  const { policy, label, chainUp, now } = options;
  const facts = await loadFacts(db, checkoutId);
  const quote = newestQuote(facts.quotes);
  if (!quote) return null;
  const order = await orderOfCheckout(db, checkoutId);
  const assessment = assess(
    { ...facts, priceCents: quote.priceCents, settledAt: order?.settledAt ?? null },
    policy,
    now,
  );
  const live = facts.outputs.filter(
    (output) => output.state === "mempool" || output.state === "confirmed",
  );
  return {
    ...assessment,
    address: quote.address,
    uri: paymentUri(quote.address, assessment.missingSats || assessment.dueSats, label),
    priceCents: quote.priceCents,
    rateCents: quote.rateCents,
    sources: quote.sources,
    lockedAt: quote.lockedAt,
    expiresAt: quote.expiresAt,
    now,
    transactions: live.map((output) => ({
      txid: output.txid,
      sats: output.sats,
      firstSeenAt: output.firstSeenAt,
      confirmations:
        output.blockHeight === null ? 0 : Math.max(1, facts.tipHeight - output.blockHeight + 1),
    })),
    chainUp,
  };
}

/** Confirm Order was pressed: places the order, paid or not. Null while the checkout has no quote. */
export async function placeConfirmedOrder(
  tx: Db,
  checkoutId: string,
  policy: PaymentPolicy,
  now: Date,
): Promise<StoredOrder | null> {
  const facts = await loadFacts(tx, checkoutId);
  const quote = newestQuote(facts.quotes);
  if (!quote) return null;
  const { receivedSats, dueSats } = assess(
    { ...facts, priceCents: quote.priceCents, settledAt: null },
    policy,
    now,
  );
  const order = await placeOrder(tx, {
    checkoutId,
    bitcoinWallet: quote.address,
    placedBy: "customer",
    unpaid: receivedSats === 0 ? { sats: dueSats, expiresAt: quote.expiresAt } : null,
    now,
  });
  await reassess(tx, checkoutId, policy, now);
  return order;
}

/** Looks at a checkout's facts anew, and writes down what follows: the order, its settlement, the news. */
async function reassess(
  tx: Db,
  checkoutId: string,
  policy: PaymentPolicy,
  now: Date,
  { tell } = { tell: true },
): Promise<void> {
  // Two watchers that see the same payment take turns here.
  await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
    .for("update");
  const facts = await loadFacts(tx, checkoutId);
  const quote = newestQuote(facts.quotes);
  if (!quote) return;
  let order = await orderOfCheckout(tx, checkoutId, { lock: true });
  const result = assess(
    { ...facts, priceCents: quote.priceCents, settledAt: order?.settledAt ?? null },
    policy,
    now,
  );

  // A paid checkout always becomes an order, whether or not Confirm Order was pressed.
  if (!order && (isSettled(result.status) || result.status === "review")) {
    order = await placeOrder(tx, {
      checkoutId,
      bitcoinWallet: quote.address,
      placedBy: "payment",
      unpaid: null,
      now,
    });
  }
  if (order) await recordPayment(tx, order, { ...paymentChange(result), now });
  // What changes the order tells so itself.
  if (!tell) return;
  await notify(tx, CHANGES_CHANNEL, `checkout:${checkoutId}`);
  if (order) await notify(tx, CHANGES_CHANNEL, `order:${order.id}`);
}

function paymentChange(result: Assessment) {
  const { status, receivedSats, dueSats, reason } = result;
  return {
    status,
    settled: isSettled(status),
    data: { receivedSats, dueSats, ...(reason && { reason }) },
  };
}

async function loadFacts(
  db: Db,
  checkoutId: string,
): Promise<{ quotes: StoredQuote[]; outputs: StoredOutput[]; tipHeight: number }> {
  return {
    quotes: await db.select().from(quotes).where(eq(quotes.checkoutId, checkoutId)),
    outputs: await db.select().from(chainOutputs).where(eq(chainOutputs.checkoutId, checkoutId)),
    tipHeight: await tipHeight(db),
  };
}

async function tipHeight(db: Db): Promise<number> {
  const [tip] = await db.select({ height: chainTip.height }).from(chainTip);
  return tip?.height ?? 0;
}

/**
 * Whose money an output is: the checkout that the address was issued to; on the one fixed address the
 * checkout that was asked for exactly this amount, the latest to ask before now. Nobody's, when it was
 * there before anybody was asked: such as on an address that its owner had used elsewhere.
 */
async function claimant(
  tx: Db,
  address: string,
  sats: number,
  firstSeenAt: Date,
  now: Date,
): Promise<string | null> {
  const latestAsked = new Date(firstSeenAt.getTime() + BLOCK_TIME_SLACK_MS);
  const [issued] = await tx
    .select({ checkoutId: paymentAddresses.checkoutId, issuedAt: paymentAddresses.issuedAt })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, address));
  if (issued?.checkoutId) return issued.issuedAt <= latestAsked ? issued.checkoutId : null;
  const [asked] = await tx
    .select({ checkoutId: quotes.checkoutId })
    .from(quotes)
    .where(
      and(
        eq(quotes.address, address),
        eq(quotes.sats, sats),
        lte(quotes.lockedAt, now),
        lte(quotes.lockedAt, latestAsked),
      ),
    )
    .orderBy(desc(quotes.lockedAt))
    .limit(1);
  return asked?.checkoutId ?? null;
}

function earlier(now: Date, other: Date | undefined): Date {
  return other && other.getTime() < now.getTime() ? other : now;
}
