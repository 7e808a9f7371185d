import { and, asc, eq, gt, or, type SQL } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { chainOutputs, chainTip, paymentDecisions, quotes } from "#db/schema/payments.server.ts";

export type StoredQuote = typeof quotes.$inferSelect;
export type StoredOutput = typeof chainOutputs.$inferSelect;
export type StoredDecision = typeof paymentDecisions.$inferSelect;

/** Everything that is stored about the payment of a checkout. */
export interface StoredFacts {
  quotes: StoredQuote[];
  outputs: StoredOutput[];
  decisions: StoredDecision[];
  tipHeight: number;
}

export async function loadFacts(db: Db, checkoutId: string): Promise<StoredFacts> {
  return {
    quotes: await db.select().from(quotes).where(eq(quotes.checkoutId, checkoutId)),
    outputs: await db.select().from(chainOutputs).where(eq(chainOutputs.checkoutId, checkoutId)),
    decisions: await db
      .select()
      .from(paymentDecisions)
      .where(eq(paymentDecisions.checkoutId, checkoutId))
      .orderBy(asc(paymentDecisions.id)),
    tipHeight: await tipHeight(db),
  };
}

/** What was decided about an output while no checkout claimed it. */
export async function decisionsOfOutput(
  db: Db,
  { txid, vout }: { txid: string; vout: number },
): Promise<StoredDecision[]> {
  return db
    .select()
    .from(paymentDecisions)
    .where(and(eq(paymentDecisions.txid, txid), eq(paymentDecisions.vout, vout)))
    .orderBy(asc(paymentDecisions.id));
}

/** Outputs in the mempool, or with at most this many confirmations at this height. */
export function outputsUpTo(confirmations: number, tipHeight: number): SQL | undefined {
  return or(
    eq(chainOutputs.state, "mempool"),
    and(
      eq(chainOutputs.state, "confirmed"),
      gt(chainOutputs.blockHeight, tipHeight - confirmations),
    ),
  );
}

export async function tipHeight(db: Db): Promise<number> {
  const [tip] = await db.select({ height: chainTip.height }).from(chainTip);
  return tip?.height ?? 0;
}
