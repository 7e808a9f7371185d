import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs } from "#lib/time.ts";
import { UNDO_MS } from "../orders/order.ts";
import { addEvent, changedAt, notifyOrder, type StoredOrder } from "../orders/orders.server.ts";
import { mailCreditNote } from "../orders/payment-mails.server.ts";
import { orders } from "../orders/tables.ts";
import { saleEntries } from "../sales/tables.ts";
import { type CreditNote, creditNoteNumber, noteFor } from "./credit-note.ts";
import { invoiceNumber } from "./invoice.ts";
import { creditNotes, invoices } from "./tables.ts";

/** How many orders are read at a time. */
const BATCH = 100;

/**
 * Issues the credit notes that are due, once the changes cannot be undone any more: several changes of one order become
 * one document, and those that add up to nothing none. Several instances may do it at once.
 */
export async function issueCreditNotes(db: Db, now: Date): Promise<void> {
  const due = await db
    .select({ checkoutId: saleEntries.checkoutId })
    .from(saleEntries)
    .where(and(saleEntries.noteDue, lt(saleEntries.at, addMs(now, -UNDO_MS))))
    .groupBy(saleEntries.checkoutId)
    .limit(BATCH);
  for (const { checkoutId } of due) await db.transaction((tx) => issueNote(tx, checkoutId, now));
}

async function issueNote(tx: Db, checkoutId: string, now: Date): Promise<void> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .for("no key update");
  const entries = await tx
    .select()
    .from(saleEntries)
    .where(and(eq(saleEntries.checkoutId, checkoutId), saleEntries.noteDue))
    .orderBy(asc(saleEntries.id));
  // A change since then can still be undone: its document waits for it.
  if (entries.some(({ at }) => at.getTime() > now.getTime() - UNDO_MS)) return;
  const ids = entries.map(({ id }) => id);
  await tx.update(saleEntries).set({ noteDue: false }).where(inArray(saleEntries.id, ids));
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.checkoutId, checkoutId));
  if (!order || !invoice) return;
  const [issued = { grossCents: 0, vatCents: 0 }] = await tx
    .select({
      grossCents: sql<number>`coalesce(sum(${creditNotes.grossCents}), 0)::int`,
      vatCents: sql<number>`coalesce(sum(${creditNotes.vatCents}), 0)::int`,
    })
    .from(creditNotes)
    .where(eq(creditNotes.checkoutId, checkoutId));
  const changes = entries.map(({ kind, cents, creditCents, vatCents }) => ({
    kind,
    grossCents: cents + creditCents,
    vatCents,
  }));
  const content = noteFor(changes, issued);
  if (content) await insertNote(tx, order, { ...content, invoice: invoiceNumber(invoice), now });
}

async function insertNote(
  tx: Db,
  order: StoredOrder,
  {
    now,
    ...content
  }: Pick<CreditNote, "reason" | "grossCents" | "vatCents" | "invoice"> & { now: Date },
): Promise<void> {
  const { id: orderId, checkoutId } = order;
  await tx.update(orders).set(changedAt(now)).where(eq(orders.id, orderId));
  // Other numbers wait for this transaction, and a failed one returns its number: there are no gaps.
  await tx.execute(sql`lock table ${creditNotes} in share row exclusive mode`);
  const [stored] = await tx
    .insert(creditNotes)
    .values({
      ...content,
      number: sql`(select coalesce(max(n.number), 0) + 1 from credit_notes n)`,
      series: sql`current_invoice_series()`,
      checkoutId,
      orderId,
      // Not before the one with the number before it, by whichever instance's clock.
      issuedAt: sql`not_before(${sql.param(now, creditNotes.issuedAt)}::timestamptz,
        (select n.issued_at from credit_notes n order by n.number desc limit 1))`,
      seller: sql`current_seller()`,
    })
    .returning();
  if (!stored) throw new Error("the credit note was not stored");
  const { invoice, grossCents, vatCents } = content;
  const number = creditNoteNumber(stored);
  await addEvent(tx, orderId, "credit-note", { number, invoice, grossCents, vatCents }, now);
  if (!order.deletedAt) await mailCreditNote(tx, order, { ...content, number, now });
  await notifyOrder(tx, order);
}

/** Returns the credit notes of an order and their corrections, oldest first. */
export async function listCreditNotes(db: Db, checkoutId: string): Promise<CreditNote[]> {
  return (await creditNotesOf(db, [checkoutId])).get(checkoutId) ?? [];
}

/** Returns the credit notes of several orders, by checkout; an order without any is missing. */
export async function creditNotesOf(
  db: Db,
  checkoutIds: readonly string[],
): Promise<Map<string, CreditNote[]>> {
  const notes = new Map<string, CreditNote[]>();
  if (checkoutIds.length === 0) return notes;
  const rows = await db
    .select()
    .from(creditNotes)
    .where(inArray(creditNotes.checkoutId, [...checkoutIds]))
    .orderBy(asc(creditNotes.number));
  for (const row of rows)
    notes.set(row.checkoutId, [...(notes.get(row.checkoutId) ?? []), toCreditNote(row)]);
  return notes;
}

/** A credit note with the seller as it was. */
export type StoredNote = CreditNote & Pick<typeof creditNotes.$inferSelect, "seller">;

/** Returns the credit note of an order with this printed number; null for another. */
export async function findCreditNote(
  db: Db,
  checkoutId: string,
  number: string,
): Promise<StoredNote | null> {
  const rows = await db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.checkoutId, checkoutId))
    .orderBy(desc(creditNotes.number));
  const row = rows.find((one) => creditNoteNumber(one) === number);
  return row ? { ...toCreditNote(row), seller: row.seller } : null;
}

function toCreditNote(row: typeof creditNotes.$inferSelect): CreditNote {
  const { invoice, reason, grossCents, vatCents, issuedAt } = row;
  return { number: creditNoteNumber(row), invoice, reason, grossCents, vatCents, issuedAt };
}
