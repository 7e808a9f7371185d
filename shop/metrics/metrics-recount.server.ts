import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify, queryRows } from "#db/client.server.ts";

/** Orders counted in one transaction, which blocks the writers of metrics, and on PGlite all queries. */
const BATCH_SIZE = 250;
/** The pause while another instance counts. */
const BUSY_RETRY_MS = 20;

/**
 * Continues a requested recount of the metrics for about `atMostMs`; returns whether it is finished. After each batch
 * it pauses as long as the batch took, so that other queries get half of the time.
 */
export async function recountMetrics(db: Db, { atMostMs }: { atMostMs: number }): Promise<boolean> {
  const end = performance.now() + atMostMs;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const step = await recountBatch(db);
    if (step === "nothing") return true;
    await setTimeout(step === "busy" ? BUSY_RETRY_MS : performance.now() - startedAt);
  }
  return false;
}

async function recountBatch(db: Db): Promise<"nothing" | "busy" | "more" | "counted"> {
  return db.transaction(async (tx) => {
    const [row] = await queryRows<{ step: "nothing" | "busy" | "more" | "counted" }>(
      tx,
      sql`select recount_metrics(${BATCH_SIZE}) as step`,
    );
    if (!row) throw new Error("recount_metrics returned no row");
    if (row.step === "counted") await notify(tx, CHANGES_CHANNEL, "figures");
    return row.step;
  });
}
