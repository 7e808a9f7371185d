import { and, asc, count, desc, eq, gt, lt, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { statementEntries } from "../tables.ts";
import { receipts } from "#shop/payments/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import type { EntryPage, EntryState } from "./matching.ts";
import { proposalsFor } from "./proposals.server.ts";

/** Entries per page of the list. */
export const ENTRIES_PER_PAGE = 50;

/** Counts the entries of each state. */
export async function countEntries(db: Db): Promise<Record<EntryState, number>> {
  const rows = await db
    .select({ state: statementEntries.state, lines: count() })
    .from(statementEntries)
    .groupBy(statementEntries.state);
  const counts = { new: 0, recorded: 0, ignored: 0 };
  for (const { state, lines } of rows) counts[state] = lines;
  return counts;
}

/**
 * Returns a page of entries in this state: new ones oldest first, others newest first. `after` is the `next` of the
 * previous page.
 */
export async function listEntries(
  db: Db,
  state: EntryState,
  after: string | null,
): Promise<EntryPage> {
  const [, day, reference = ""] = /^(\d{4}-\d\d-\d\d)_(.{1,2000})$/s.exec(after ?? "") ?? [];
  const { reference: id, cents, currency, bookedOn, payer, purpose } = statementEntries;
  const { doubt, evidence, receiptId } = statementEntries;
  const upwards = state === "new";
  const [beyond, order] = upwards ? [gt, asc] : [lt, desc];
  const rows = await db
    .select({
      ...{ reference: id, cents, currency, bookedOn, payer, purpose },
      ...{ doubt, evidence, receiptId, orderId: orders.id },
    })
    .from(statementEntries)
    .leftJoin(receipts, eq(receipts.id, receiptId))
    .leftJoin(orders, eq(orders.checkoutId, receipts.checkoutId))
    .where(
      and(
        eq(statementEntries.state, state),
        day ? or(beyond(bookedOn, day), and(eq(bookedOn, day), beyond(id, reference))) : undefined,
      ),
    )
    .orderBy(order(bookedOn), order(id))
    .limit(ENTRIES_PER_PAGE + 1);
  const shown = rows.slice(0, ENTRIES_PER_PAGE);
  const last = rows.length > ENTRIES_PER_PAGE ? shown.at(-1) : undefined;
  const proposals = upwards ? await proposalsFor(db, shown) : new Map();
  return {
    rows: shown.map((row) => ({ ...row, proposal: proposals.get(row.reference) ?? null })),
    next: last ? `${last.bookedOn}_${last.reference}` : null,
  };
}
