import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { queryRows } from "#db/query.server.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";

/** Orders in one step of counting anew: others wait for it, and on the embedded database all of them. */
const STEP_ORDERS = 250;
/** Until others who were at it have ended theirs. */
const BUSY_MS = 20;

/**
 * Goes on counting anew what is wanted, for about so long at the most; true when nothing remains. After each step it is
 * everybody else's turn for as long as the step took.
 */
export async function recountMetrics(db: Db, { atMostMs }: { atMostMs: number }): Promise<boolean> {
  const end = performance.now() + atMostMs;
  while (performance.now() < end) {
    const began = performance.now();
    const step = await recountStep(db);
    if (step === "nothing") return true;
    await setTimeout(step === "busy" ? BUSY_MS : performance.now() - began);
  }
  return false;
}

async function recountStep(db: Db): Promise<"nothing" | "busy" | "more" | "counted"> {
  return db.transaction(async (tx) => {
    const [row] = await queryRows<{ step: "nothing" | "busy" | "more" | "counted" }>(
      tx,
      sql`select recount_metrics(${STEP_ORDERS}) as step`,
    );
    if (!row) throw new Error("a function without a row");
    if (row.step === "counted") await notify(tx, CHANGES_CHANNEL, "figures");
    return row.step;
  });
}
