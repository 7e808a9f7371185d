import type { Db } from "#db/client.server.ts";
import { readAdapterStates } from "./adapter-states.server.ts";
import { countBatches, listUndelivered } from "./undelivered.server.ts";
import { readDeliveryFacts, readUsualCents } from "./delivery-facts.server.ts";
import { readCorrections } from "./corrections.server.ts";
import { readLastFromBuyers } from "../orders/conversation.server.ts";
import { readLeases } from "./leases.server.ts";
import { warningsOf, type WorkListOrder, WORK_LIST_PAGE } from "./work-list.ts";

/** A page of the work list; `next` is the `after` of the following one, null on the last. */
export interface WorkList {
  orders: WorkListOrder[];
  next: string | null;
  /** How many orders of each package there are, on all pages. */
  batches: { coins: number; count: number }[];
}

/**
 * Returns a page of the orders to deliver, of one package if `coins` is given, oldest first, with what is odd about each
 * and who is delivering it.
 */
export async function readWorkList(
  db: Db,
  {
    after = null,
    coins = null,
    limit = WORK_LIST_PAGE,
    withAmounts = true,
    now,
  }: {
    after?: string | null;
    coins?: number | null;
    limit?: number;
    withAmounts?: boolean;
    now: Date;
  },
): Promise<WorkList> {
  const found = await listUndelivered(db, { after, coins, limit: limit + 1, now });
  const shown = found.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const [facts, usualCents, leases, deliveries, corrections, batches, messages] = await Promise.all(
    [
      readDeliveryFacts(db, ids),
      readUsualCents(db),
      readLeases(db, ids, now),
      readAdapterStates(db, ids),
      readCorrections(db, ids),
      countBatches(db),
      readLastFromBuyers(db, ids),
    ],
  );
  return {
    orders: shown.map((order) => {
      const known = facts(order);
      const { email: _, totalCents, ...shownOrder } = order;
      return {
        ...shownOrder,
        totalCents: withAmounts ? totalCents : null,
        completed: known.completed,
        sameUsername: known.sameUsername,
        warnings: warningsOf(order, known, usualCents),
        taken: leases.get(order.id) ?? null,
        corrections: corrections.get(order.id) ?? [],
        message: order.awaitedFrom === "shop" ? (messages.get(order.id) ?? null) : null,
        delivery: deliveries.get(order.id) ?? null,
      };
    }),
    batches,
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
