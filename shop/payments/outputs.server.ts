import { and, desc, eq, inArray, isNull, lte, notInArray, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkout/tables.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, paymentAddresses, quotes } from "./tables.ts";
import type { AddressHistory, SeenOutput } from "./chain/chain.ts";
import type { StoredOutput } from "./facts.server.ts";
import { isLive, type PaymentPolicy } from "./model/payment.ts";
import { reassess } from "./payments.server.ts";
import { BLOCK_TIME_SLACK_MS, updateUnclaimedReview } from "./review/review-queue.server.ts";
import { addMs } from "#lib/time.ts";

/** An output that was there, and is no longer. */
interface GoneOutput {
  txid: string;
  vout: number;
  spends: string[];
}

/**
 * Stores what a chain source says about an address, and settles what that settles; when it is `complete`,
 * what it leaves out is gone, and returned. Telling the same twice changes nothing.
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
  const { address, outputs: seen, complete, policy, rateCents, now } = input;
  return db.transaction(async (tx) => {
    const known = await tx.select().from(chainOutputs).where(eq(chainOutputs.address, address));
    const byOutpoint = new Map(known.map((output) => [outpointOf(output), output]));
    // A history that changes while its pages are read tells some outputs twice: what it says last counts.
    const told = new Map(seen.map((output) => [outpointOf(output), output]));
    const affected = new Set<string>();
    const missing: StoredOutput[] = [];

    // In one order, whatever was told, and the checkouts after the outputs: two that look at the one fixed address
    // would otherwise wait for each other.
    for (const outpoint of [...new Set([...told.keys(), ...byOutpoint.keys()])].toSorted()) {
      const before = byOutpoint.get(outpoint);
      const output = told.get(outpoint);
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
    // Time alone decides too: a part of the amount is for a person to look at once its quote has ended.
    for (const checkoutId of [...affected, ...(await filterUnpaid(tx, others))].toSorted())
      await reassess(tx, checkoutId, policy, now, { tell: affected.has(checkoutId) });
    return missing.map(({ txid, vout, spends }) => ({ txid, vout, spends: spends ?? [] }));
  });
}

function isKnown(before: StoredOutput, output: SeenOutput): boolean {
  if (output.disputed && isLive(before)) return true;
  const { state, blockHash } = placeOf(output);
  return before.state === state && before.blockHash === blockHash;
}

function placeOf({ block }: SeenOutput) {
  return {
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
  const firstSeenAt = earlier(now, output.block?.time);
  // Whose it is was decided when it was first seen: an amount asked for later does not claim it.
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

/** What the source no longer shows has left the mempool, or its block has left the chain. */
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

/** Those whose order is not paid: on the one fixed address most of what ever came is settled, and stays so. */
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

/** Notes which transaction spends the coins of an output that is gone. */
export async function linkSuccessor(
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
        // Unless it is there again.
        inArray(chainOutputs.state, ["dropped", "reorged"]),
      ),
    );
}

/**
 * Whose money an output is: the checkout that the address was issued to; on the one fixed address the
 * checkout that was asked for exactly this amount, the latest to ask before now. Nobody's, when it was
 * there before anybody was asked: such as on an address that its owner had used elsewhere.
 */
async function findPayingCheckout(
  tx: Db,
  address: string,
  sats: number,
  firstSeenAt: Date,
  now: Date,
): Promise<string | null> {
  const latestAsked = addMs(firstSeenAt, BLOCK_TIME_SLACK_MS);
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
        or(eq(quotes.topUpSats, sats), and(isNull(quotes.topUpSats), eq(quotes.sats, sats))),
        lte(quotes.lockedAt, now),
        lte(quotes.lockedAt, latestAsked),
      ),
    )
    .orderBy(desc(quotes.lockedAt))
    .limit(1);
  return asked?.checkoutId ?? null;
}

function outpointOf({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`;
}

function earlier(now: Date, other: Date | undefined): Date {
  return other && other.getTime() < now.getTime() ? other : now;
}
