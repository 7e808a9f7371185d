import { and, asc, eq, gt, or, type SQL, sql } from "drizzle-orm";
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

/** All that is known about a payment; one statement while there is neither money nor a decision. */
export async function loadFacts(db: Db, checkoutId: string): Promise<StoredFacts> {
  const outputs = db
    .select()
    .from(chainOutputs)
    .where(eq(chainOutputs.checkoutId, checkoutId));
  const decisions = db
    .select()
    .from(paymentDecisions)
    .where(eq(paymentDecisions.checkoutId, checkoutId))
    .orderBy(asc(paymentDecisions.id));
  const rows = await db
    .select({
      quote: quotes,
      tipHeight: sql<number>`coalesce((select ${chainTip.height} from ${chainTip}), 0)`,
      hasOutputs: sql<boolean>`exists ${outputs}`,
      hasDecisions: sql<boolean>`exists ${decisions}`,
    })
    .from(quotes)
    .where(eq(quotes.checkoutId, checkoutId));
  const [first] = rows;
  return {
    quotes: rows.map(({ quote }) => quote),
    // Nobody pays or decides before an amount was asked for.
    outputs: first?.hasOutputs ? await outputs : [],
    decisions: first?.hasDecisions ? await decisions : [],
    tipHeight: first ? first.tipHeight : await tipHeight(db),
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
