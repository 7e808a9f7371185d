import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts } from "../../tests/make.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { mails } from "../mail/tables.ts";
import { addEvent, findOrder } from "../orders/orders.server.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { creditNoteOf, invoiceOf } from "./invoices.server.ts";
import { findCreditNote, issueCreditNotes, listCreditNotes } from "./credit-notes.server.ts";
import { creditNotes } from "./tables.ts";

const start = new Date("2026-11-20T08:00:00Z");
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describeOnBothDatabases("credit notes", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.execute(sql`truncate credit_notes, invoices cascade`);
  });

  /** An order of $59.99 with 19% VAT that was paid. */
  const sell = (id: string, more: Partial<typeof orders.$inferInsert> = {}) =>
    insertOrder(db, {
      ...{ id, buyer: "mira", totalCents: 5999, vatBasisPoints: 1900, vatCents: 958 },
      ...{ paymentStatus: "paid", settledAt: start, createdAt: start, updatedAt: start },
      ...more,
    });
  const change = (id: string, seconds: number, values: Partial<typeof orders.$inferInsert>) =>
    db
      .update(orders)
      .set({ ...values, updatedAt: later(seconds) })
      .where(eq(orders.id, id));
  const notesOf = async (id: string) => {
    const order = await findOrder(db, id);
    const notes = order ? await listCreditNotes(db, order.checkoutId) : [];
    return notes.map(({ number, reason, grossCents, vatCents }) => [
      ...[number, reason, grossCents, vatCents],
    ]);
  };

  test("say what went back of which invoice, with the VAT in it", async () => {
    await sell("AAAAAAA");
    await issueCreditNotes(db, later(60));
    expect(await notesOf("AAAAAAA")).toEqual([]);
    await change("AAAAAAA", 100, { sentBackCents: 100, paymentStatus: "refunded" });
    await issueCreditNotes(db, later(105));
    expect(await notesOf("AAAAAAA"), "while it can be undone").toEqual([]);
    await Promise.all([issueCreditNotes(db, later(111)), issueCreditNotes(db, later(111))]);
    // 19% of $58.99 is $9.42, of $59.99 $9.58.
    expect(await notesOf("AAAAAAA")).toEqual([["CN-000001", "refund", -100, -16]]);
    await change("AAAAAAA", 200, { creditedCents: 5899 });
    await issueCreditNotes(db, later(300));
    expect((await notesOf("AAAAAAA")).slice(1)).toEqual([["CN-000002", "refund", -5899, -942]]);
  });

  test("are corrected by a further one when a refund is undone or the order goes on", async () => {
    await sell("AAAAAAA", { creditCents: 1000, vatCents: 1117 });
    await change("AAAAAAA", 100, { status: "rejected" });
    await issueCreditNotes(db, later(200));
    await change("AAAAAAA", 300, { status: "completed" });
    await issueCreditNotes(db, later(400));
    expect(await notesOf("AAAAAAA")).toEqual([
      ["CN-000001", "rejected", -6999, -1117],
      ["CN-000002", "restored", 6999, 1117],
    ]);
  });

  test("are not issued for what was undone at once, nor without an invoice", async () => {
    await sell("AAAAAAA");
    await change("AAAAAAA", 100, { status: "rejected" });
    await change("AAAAAAA", 105, { status: "processing" });
    await sell("BBBBBBB", { settledAt: null, paymentStatus: "pending", status: "completed" });
    await change("BBBBBBB", 100, { status: "rejected" });
    await issueCreditNotes(db, later(200));
    expect([...(await notesOf("AAAAAAA")), ...(await notesOf("BBBBBBB"))]).toEqual([]);
    expect(await db.$count(creditNotes)).toBe(0);
  });

  test("have numbers without gaps, also at the same time, and never change", async () => {
    const ids = Array.from({ length: 6 }, (_, i) => `ORDER0${i}`);
    for (const id of ids) {
      await sell(id);
      await change(id, 100, { sentBackCents: 1 });
    }
    await Promise.all([1, 2, 3].map(() => issueCreditNotes(db, later(200))));
    const numbers = await db.select({ number: creditNotes.number }).from(creditNotes);
    expect(numbers.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    await expect(db.delete(creditNotes)).rejects.toThrow();
    await expect(db.update(creditNotes).set({ grossCents: 0 })).rejects.toThrow();
  });

  test("are mailed, in the history and on a page of their own; the invoice stays as it was", async () => {
    await sell("AAAAAAA");
    const read = async () => {
      const order = await findOrder(db, "AAAAAAA");
      if (!order) throw new Error("no order");
      return { order, invoice: await invoiceOf(db, order, { sandbox: false }) };
    };
    const before = await read();
    expect(before.invoice.stamp.text).toBe("Paid");
    await change("AAAAAAA", 100, { sentBackCents: 5999, paymentStatus: "refunded" });
    await addEvent(db, "AAAAAAA", "refund", {}, later(100));
    await issueCreditNotes(db, later(200));
    const { order, invoice } = await read();
    expect(invoice).toEqual(before.invoice);
    const note = await findCreditNote(db, order.checkoutId, "CN-000001");
    if (!note) throw new Error("no credit note");
    expect(await creditNoteOf(db, order, note, { sandbox: false })).toMatchObject({
      ...{ number: "CN-000001", stamp: { text: "Refunded" } },
      creditNote: { invoice: "INV-000001", grossCents: -5999, vatCents: -958 },
    });
    expect(await findCreditNote(db, order.checkoutId, "CN-000002")).toBeNull();
    const [mail] = await db.select().from(mails).where(eq(mails.key, "credit-note:CN-000001"));
    expect(mail?.message).toMatchObject({ refund: { creditNote: { number: "CN-000001" } } });
    const events = await db.select().from(orderEvents).where(eq(orderEvents.type, "credit-note"));
    expect(events.map(({ data }) => data)).toEqual([
      { number: "CN-000001", invoice: "INV-000001", grossCents: -5999, vatCents: -958 },
    ]);
  });
});
