import { and, desc, eq, inArray, isNull, lte, notInArray, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { orders } from "../orders/tables.ts";
import { asksFor } from "./amounts.server.ts";
import { chainOutputs, paymentAddresses, quotes } from "./tables.ts";
import type { AddressHistory, HistoryQuery, SeenOutput } from "./chain/chain.ts";
import type { StoredOutput } from "./facts.server.ts";
import { isLive, type PaymentPolicy } from "./model/payment.ts";
import { reassess } from "./payments.server.ts";
import { BLOCK_TIME_SLACK_MS, updateUnclaimedReview } from "./review/review-queue.server.ts";
import { addMs } from "#lib/time.ts";

/** An output that has left the mempool or the chain. */
interface GoneOutput {
  txid: string;
  vout: number;
  spends: string[];
}

/**
 * Stores the history of an address as a chain source reports it, and reassesses the affected checkouts. With a
 * `complete` history, outputs missing from it are marked as gone and returned. Idempotent.
 */
export async function recordOutputs(
  db: Db,
  input: {
    address: string;
    policy: PaymentPolicy;
    /** US cents for one BTC now, for money that is new; null when no price is known. */
    rateCents: number | null;
    now: Date;
  } & AddressHistory,
): Promise<GoneOutput[]> {
  const { address, outputs, complete, policy, rateCents, now } = input;
  return db.transaction(async (tx) => {
    const known = await tx.select().from(chainOutputs).where(eq(chainOutputs.address, address));
    const byOutpoint = new Map(known.map((output) => [outpointOf(output), output]));
    // A history that changes between its pages can report an output twice: the last report counts.
    const reported = new Map(outputs.map((output) => [outpointOf(output), output]));
    const affected = new Set<string>();
    const missing: StoredOutput[] = [];

    // Outputs in a fixed order, then checkouts: two pollers of the fixed address would deadlock otherwise.
    for (const outpoint of [...new Set([...reported.keys(), ...byOutpoint.keys()])].toSorted()) {
      const before = byOutpoint.get(outpoint);
      const output = reported.get(outpoint);
      if (!output) {
        if (!complete || !before || !isLive(before)) continue;
        missing.push(before);
      } else if (before && isKnown(before, output)) continue;
      const stored = output
        ? await storeOutput(tx, output, { address, before, rateCents, now })
        : before && (await markGone(tx, before));
      if (!stored) continue;
      if (stored.checkoutId) affected.add(stored.checkoutId);
      else await updateUnclaimedReview(tx, stored, now);
    }

    const others = known.flatMap(({ checkoutId }) =>
      checkoutId && !affected.has(checkoutId) ? checkoutId : [],
    );
    // An unsettled payment is reassessed without news too: a partial payment goes to review once its quote has
    // expired.
    for (const checkoutId of [...affected, ...(await filterUnpaid(tx, others))].toSorted())
      await reassess(tx, checkoutId, policy, now, { notifyPages: affected.has(checkoutId) });
    return missing.map(({ txid, vout, spends }) => ({ txid, vout, spends: spends ?? [] }));
  });
}

function isKnown(before: StoredOutput, output: SeenOutput): boolean {
  const { state, blockHash } = placeOf(output);
  if (output.seenByAll && !before.seenByAll) return false;
  return before.state === state && before.blockHash === blockHash;
}

function placeOf({ block, seenByAll = false }: SeenOutput) {
  return {
    ...(seenByAll && { seenByAll }),
    state: block ? ("confirmed" as const) : ("mempool" as const),
    blockHash: block?.hash ?? null,
    blockHeight: block?.height ?? null,
    replacedBy: null,
  };
}

async function storeOutput(
  tx: Db,
  output: SeenOutput,
  {
    address,
    before,
    rateCents,
    now,
  }: { address: string; before: StoredOutput | undefined; rateCents: number | null; now: Date },
): Promise<StoredOutput | undefined> {
  const { txid, vout, sats } = output;
  const firstSeenAt = earlierOf(now, output.block?.time);
  // Ownership is fixed when the output is first seen: a later quote does not claim it.
  const checkoutId = before
    ? before.checkoutId
    : await findPayingCheckout(tx, address, sats, firstSeenAt, now);
  const place = placeOf(output);
  const spends = output.spends ? [...output.spends] : null;
  const [stored] = await tx
    .insert(chainOutputs)
    .values({ txid, vout, address, sats, checkoutId, firstSeenAt, rateCents, spends, ...place })
    .onConflictDoUpdate({ target: [chainOutputs.txid, chainOutputs.vout], set: place })
    .returning();
  return stored;
}

/** Marks an output as dropped from the mempool, or as reorged out of the chain. */
async function markGone(
  tx: Db,
  { txid, vout, state }: StoredOutput,
): Promise<StoredOutput | undefined> {
  const [stored] = await tx
    .update(chainOutputs)
    .set({
      state: state === "mempool" ? "dropped" : "reorged",
      blockHash: null,
      blockHeight: null,
    })
    .where(and(eq(chainOutputs.txid, txid), eq(chainOutputs.vout, vout)))
    .returning();
  return stored;
}

/** Returns the checkouts whose order is not paid. On the fixed address most checkouts are settled for good. */
async function filterUnpaid(tx: Db, checkoutIds: string[]): Promise<string[]> {
  if (checkoutIds.length === 0) return [];
  const rows = await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(
      and(
        inArray(checkouts.id, checkoutIds),
        or(isNull(orders.id), notInArray(orders.paymentStatus, ["paid", "overpaid"])),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Reads the stored outputs of an address with money, and whether unconfirmed ones may settle its orders. */
export async function readHistoryQuery(db: Db, address: string): Promise<HistoryQuery> {
  const stored = await db.select().from(chainOutputs).where(eq(chainOutputs.address, address));
  const policies = await db
    .select({ policy: quotes.policy })
    .from(quotes)
    .where(eq(quotes.address, address));
  const acceptsUnconfirmed = policies.some(
    ({ policy }) => policy && Math.min(policy.confirmations.below, policy.confirmations.from) === 0,
  );
  return { known: stored.filter(isLive), acceptsUnconfirmed };
}

/** Stores which transaction spends the coins of an output that is gone. */
export async function storeSuccessor(
  db: Db,
  { txid, vout }: GoneOutput,
  successor: string,
): Promise<void> {
  await db
    .update(chainOutputs)
    .set({ state: "replaced", replacedBy: successor })
    .where(
      and(
        eq(chainOutputs.txid, txid),
        eq(chainOutputs.vout, vout),
        // An output that has reappeared was not replaced.
        inArray(chainOutputs.state, ["dropped", "reorged"]),
      ),
    );
}

/**
 * Returns the checkout that an output pays: the one the address was issued to; on the fixed address the newest
 * quote of exactly this amount. Null when the output is older than the address or the quote, as on an address that
 * its owner had used elsewhere.
 */
async function findPayingCheckout(
  tx: Db,
  address: string,
  sats: number,
  firstSeenAt: Date,
  now: Date,
): Promise<string | null> {
  const latestIssue = addMs(firstSeenAt, BLOCK_TIME_SLACK_MS);
  const [issued] = await tx
    .select({ checkoutId: paymentAddresses.checkoutId, issuedAt: paymentAddresses.issuedAt })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, address));
  if (issued?.checkoutId) return issued.issuedAt <= latestIssue ? issued.checkoutId : null;
  const [quote] = await tx
    .select({ checkoutId: quotes.checkoutId })
    .from(quotes)
    .where(
      and(
        eq(quotes.address, address),
        asksFor(sats),
        lte(quotes.lockedAt, now),
        lte(quotes.lockedAt, latestIssue),
      ),
    )
    .orderBy(desc(quotes.lockedAt))
    .limit(1);
  return quote?.checkoutId ?? null;
}

function outpointOf({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`;
}

function earlierOf(now: Date, other: Date | undefined): Date {
  return other && other.getTime() < now.getTime() ? other : now;
}
