import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { receipts } from "#shop/payments/tables.ts";
import { boss, insertBoss, insertOrder, insertUser } from "#shop/loyalty/test-orders.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { defaultPaymentPolicy } from "#shop/payments/model/payment.ts";
import { listReviews } from "#shop/payments/review/review-list.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { recordReceipt } from "../record-receipt.server.ts";
import { readCamt } from "./camt.ts";
import type { CsvLayout } from "./csv-layout.ts";
import { readTable } from "./csv-statement.ts";
import { confirmEntries, recordEntry, setEntryIgnored } from "./entry-decisions.server.ts";
import { countEntries, ENTRIES_PER_PAGE, listEntries } from "./entries.server.ts";
import { importStatement } from "./import-statement.server.ts";
import { saveLayout, savedLayout } from "./layouts.server.ts";
import { type Reading, type StatementLine, unclear } from "./statement.ts";
import { camt, type CamtEntry } from "./test-statements.ts";

const now = new Date("2026-11-21T08:00:00Z");
const by = { actor: boss, policy: defaultPaymentPolicy, now };
const mira = { id: "mira", email: "mira@example.com", ip: null };

describeOnBothDatabases("lines of bank statements", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    await insertUser(db, { id: "mira", name: "Mira Holt" });
  });
  afterEach(() => database.close());

  const placed = (id: string, values: Partial<Parameters<typeof insertOrder>[1]> = {}) =>
    insertOrder(db, {
      id,
      buyer: "mira",
      status: "pending",
      paymentMethod: "bank_transfer",
      bitcoinWallet: null,
      ...values,
    });
  const line = (values: Partial<StatementLine> = {}): StatementLine => ({
    reference: null,
    cents: 1499,
    currency: "USD",
    bookedOn: "2026-11-20",
    payer: "Mira Holt",
    purpose: "Order 7KQ2M9X",
    content: JSON.stringify(values),
    doubt: null,
    evidence: values.doubt ? null : "account in USD, came in by the balance, booked by the balance",
    ...values,
  });
  const readingOf = (one: StatementLine): Reading =>
    one.doubt === null
      ? { kind: "received", line: one }
      : { kind: "asked", reason: one.doubt, line: one };
  const bring = async (readings: readonly Reading[]) => {
    const placed = readings.map((reading, at) => ({
      ...{ ...reading, place: `Line ${at + 1}`, text: "" },
    }));
    const input = { readings: placed, fileName: "a.csv", actor: boss, now };
    const result = await importStatement(db, input);
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };
  const bringLines = (...lines: StatementLine[]) => bring(lines.map(readingOf));
  const bringCamt = (...entries: CamtEntry[]) => {
    const statement = readCamt(camt(8, entries));
    if (!statement.ok) throw new Error(statement.error.problem);
    return bring(statement.value.read?.({}) ?? []);
  };
  const rows = async (state: "new" | "recorded" | "ignored" = "new") =>
    (await listEntries(db, state, null)).rows;
  const only = async () => {
    const [row] = await rows();
    if (!row) throw new Error("there is no line");
    return row;
  };

  test("importing a statement again, or an overlapping one, stores only new lines", async () => {
    const a = { amount: "14.99", reference: "A" };
    const b = { amount: "5.00", reference: "B" };
    const c = { amount: "2.00", reference: "C", credit: false };
    const rest = { leftOut: { "it is money out": 1 }, unread: [] };
    expect(await bringCamt(a, b, c)).toEqual({ stored: 2, known: 0, ...rest });
    expect(await bringCamt(a, b, c)).toEqual({ stored: 0, known: 2, ...rest });
    expect(await bringCamt(b, { amount: "7.00", reference: "D" })).toMatchObject({ stored: 1 });
    expect(await countEntries(db)).toEqual({ new: 3, recorded: 0, ignored: 0 });
    const log = await db.select().from(auditLog).orderBy(asc(auditLog.id));
    expect(log[0]).toMatchObject({
      action: "bank.imported",
      subjectId: "a.csv",
      data: { stored: 2, known: 0, ...rest },
    });
  });

  test("a line that is not understood entirely is stored with the reason, and is never certain", async () => {
    await placed("7KQ2M9X");
    const imported = await bring([
      readingOf(line({ doubt: "its state “Odd” is not known" })),
      unclear("the currency “Taler” is not known"),
    ]);
    expect(imported).toMatchObject({
      stored: 1,
      unread: ["Line 2: the currency “Taler” is not known"],
    });
    const { reference, doubt, proposal } = await only();
    expect(doubt).toBe("its state “Odd” is not known");
    expect(proposal).toMatchObject({ orderId: "7KQ2M9X", amountFits: true, certain: false });
    const pairs = [{ reference, orderId: "7KQ2M9X" }];
    expect(await confirmEntries(db, { ...by, pairs })).toMatchObject({ value: { recorded: 0 } });
  });

  test("lines without a bank id are identified by their content, identical ones by their number", async () => {
    const [one, two, other] = [line(), line(), line({ purpose: "Else" })];
    expect(await bringLines(one, two, other)).toMatchObject({ stored: 3 });
    expect(await bringLines(other, one, two)).toMatchObject({ stored: 0, known: 3 });
    expect(await bringLines(one, two, line())).toMatchObject({ stored: 1, known: 2 });
  });

  test("a bank id that is already used for another payment does not hide the new one", async () => {
    expect(await bringLines(line({ reference: "1" }))).toMatchObject({ stored: 1 });
    const another = line({ reference: "1", cents: 500 });
    expect(await bringLines(another)).toMatchObject({ stored: 1 });
    expect(await bringLines(another)).toMatchObject({ stored: 0 });
    expect(
      await bringLines(line({ reference: "0", cents: 1 }), line({ reference: "0", cents: 2 })),
    ).toMatchObject({ stored: 2 });
    expect(await bringLines(line({ reference: "x".repeat(1000) }))).toMatchObject({ stored: 1 });
  });

  test("an id that is unique in one file and repeated in another stores each line once", async () => {
    const first = line({ reference: "R", purpose: "First" });
    const second = line({ reference: "R", purpose: "Second" });
    expect(await bringLines(first)).toMatchObject({ stored: 1 });
    expect(await bringLines(second, first)).toMatchObject({ stored: 1, known: 1 });
    expect(await bringLines(second)).toMatchObject({ stored: 0, known: 1 });
    expect(await bringLines(first, second)).toMatchObject({ stored: 0, known: 2 });
    expect((await rows()).map(({ purpose }) => purpose).toSorted()).toEqual(["First", "Second"]);

    const [third, fourth] = [
      line({ reference: "S", cents: 1 }),
      line({ reference: "S", cents: 2 }),
    ];
    expect(await bringLines(third, fourth)).toMatchObject({ stored: 2 });
    expect(await bringLines(fourth)).toMatchObject({ stored: 0, known: 1 });
    expect(await bringLines(third, third, fourth)).toMatchObject({ stored: 1, known: 2 });
  });

  test("of several entries confirmed together, the certain ones are recorded once each", async () => {
    await placed("7KQ2M9X");
    await placed("OTHER22");
    await bringLines(
      line({ reference: "1" }),
      line({ reference: "2" }),
      line({ reference: "3", purpose: "other 22" }),
      line({ reference: "4", purpose: "0THER 22", cents: 1400 }),
    );
    const proposed = (await rows()).map(({ proposal }) => [
      proposal?.orderId,
      proposal?.named,
      proposal?.certain,
    ]);
    expect(proposed).toEqual([
      ["7KQ2M9X", "exactly", true],
      ["7KQ2M9X", "exactly", false],
      ["OTHER22", "exactly", true],
      ["OTHER22", "alike", false],
    ]);
    const pairs = [
      { reference: "1", orderId: "7KQ2M9X" },
      { reference: "2", orderId: "7KQ2M9X" },
      { reference: "3", orderId: "OTHER22" },
      { reference: "4", orderId: "OTHER22" },
      { reference: "nothing", orderId: "OTHER22" },
    ];
    expect(await confirmEntries(db, { ...by, pairs })).toEqual({
      ok: true,
      value: { recorded: 2, left: 3 },
    });
    expect(await findOrder(db, "7KQ2M9X")).toMatchObject({ paymentStatus: "paid" });
    expect(await findOrder(db, "OTHER22")).toMatchObject({ status: "processing" });
    expect(await rows("recorded")).toMatchObject([{ orderId: "OTHER22" }, { orderId: "7KQ2M9X" }]);
    expect(await db.$count(receipts)).toBe(2);
    expect(await confirmEntries(db, { ...by, actor: mira, pairs })).toMatchObject({ ok: false });
  });

  test("without an id the order is proposed by its amount and the payer's name", async () => {
    await placed("7KQ2M9X");
    await placed("OTHER22", { buyer: "jo" });
    await bringLines(line({ purpose: "coins" }));
    expect((await only()).proposal).toMatchObject({
      orderId: "7KQ2M9X",
      named: null,
      payerFits: true,
      certain: false,
    });
  });

  test("an entry assigned by hand with a wrong amount waits for one decision", async () => {
    await placed("7KQ2M9X");
    await bringLines(line({ reference: "1", cents: 1000, purpose: "" }));
    const input = { ...by, reference: "1", orderId: "7kq2m9x" };
    expect(await recordEntry(db, { ...input, orderId: "NOTHERE" })).toMatchObject({
      error: "no-order",
    });
    expect(await recordEntry(db, { ...input, actor: mira })).toMatchObject({ error: "forbidden" });
    expect(await recordEntry(db, input)).toMatchObject({ ok: true });
    expect(await recordEntry(db, input)).toMatchObject({ error: "stale" });
    expect((await listReviews(db, null)).rows).toMatchObject([{ reason: "underpaid" }]);
    const [receipt] = await db.select().from(receipts);
    expect(receipt).toMatchObject({
      reference: "1",
      details: "Mira Holt",
      recordedBy: boss.email,
      receivedAt: new Date("2026-11-20T12:00:00Z"),
    });
  });

  test("an unassigned entry waits in the review; a payment that was recorded manually is not recorded again", async () => {
    await placed("7KQ2M9X");
    await bringLines(line({ reference: "1" }), line({ reference: "2" }));
    expect(await recordEntry(db, { ...by, reference: "1", orderId: null })).toMatchObject({
      ok: true,
    });
    expect((await listReviews(db, null)).rows).toMatchObject([{ reason: "unclaimed" }]);
    const money = {
      method: "bank_transfer" as const,
      reference: "2",
      cents: 1499,
      currency: "USD",
      receivedAt: now,
      details: "",
    };
    await db.transaction((tx) => recordReceipt(tx, { ...by, orderId: "7KQ2M9X", money }));
    expect(await recordEntry(db, { ...by, reference: "2", orderId: null })).toMatchObject({
      error: "known",
    });
    expect((await only()).reference).toBe("2");
  });

  test("ignoring an entry and undoing that are both in the audit log", async () => {
    await bringLines(line({ reference: "1" }));
    const set = (ignored: boolean, actor = boss) =>
      setEntryIgnored(db, { reference: "1", ignored, actor, now });
    expect(await set(false)).toMatchObject({ error: "stale" });
    expect(await set(true, mira)).toMatchObject({ error: "forbidden" });
    expect(await set(true)).toMatchObject({ ok: true });
    expect(await set(true)).toMatchObject({ error: "stale" });
    expect(await countEntries(db)).toEqual({ new: 0, recorded: 0, ignored: 1 });
    expect(await set(false)).toMatchObject({ ok: true });
    const log = await db.select().from(auditLog).where(eq(auditLog.subjectId, "1"));
    expect(log.map(({ action }) => action).toSorted()).toEqual(["bank.ignored", "bank.taken-back"]);
  });

  test("a long list is paginated", async () => {
    const lines = Array.from({ length: ENTRIES_PER_PAGE + 5 }, (_, index) =>
      line({
        reference: `R${index}`,
        bookedOn: `2026-11-${String(1 + (index % 20)).padStart(2, "0")}`,
      }),
    );
    await bringLines(...lines);
    const first = await listEntries(db, "new", null);
    const second = await listEntries(db, "new", first.next);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([
      ENTRIES_PER_PAGE,
      5,
      null,
    ]);
    const seen = new Set([...first.rows, ...second.rows].map(({ reference }) => reference));
    expect(seen.size).toBe(ENTRIES_PER_PAGE + 5);
  });

  test("a layout is saved for headings, the text above them and the account's column", async () => {
    const table = (text: string) => {
      const read = readTable(text);
      if (!read.ok) throw new Error(read.error.problem);
      return read.value;
    };
    const layout: CsvLayout = {
      roles: ["date", "amount", "account"],
      words: {},
      ...{ dateOrder: "mdy", decimal: ".", currency: "USD", positive: "in" },
      ...{ bothSigns: true, allBooked: true },
    };
    const first = table("When,How much,Account\n1/2/2026,14.99,A");
    expect(await savedLayout(db, first)).toBeNull();
    await saveLayout(db, first, { ...layout, dateOrder: "dmy" }, now);
    await saveLayout(db, first, layout, now);
    expect(await savedLayout(db, table("when, how  much,Account\n3/4/2026,1.00,A"))).toEqual(
      layout,
    );
    const others = [
      "When,How much,Account\n3/4/2026,1.00,B",
      "When,How much,Account\n3/4/2026,1.00,A\n3/4/2026,1.00,B",
      "Currency,EUR,\n\nWhen,How much,Account\n3/4/2026,1.00,A",
      "When,How many,Account\n3/4/2026,1.00,A",
      "3/4/2026,1.00,A",
    ];
    for (const text of others) expect(await savedLayout(db, table(text)), text).toBeNull();
    const above = (account: string, until: string) =>
      table(
        `Account,${account}\nUntil,"${until}: 1,014.99"\n\nWhen,How much,Why\n1/2/2026,14.99,A`,
      );
    await saveLayout(db, above("123456", "11/20/2026"), layout, now);
    expect(await savedLayout(db, above("123456", "11/30/2026"))).toEqual(layout);
    expect(await savedLayout(db, above("123457", "11/30/2026"))).toBeNull();
    // Account numbers that look like a date or an amount.
    for (const [one, another] of [
      ["1234.56.78901", "1235.56.78901"],
      ["1234-56-7890", "1234-57-7890"],
      ["12345.67", "12345.67.8"],
    ] as const) {
      await saveLayout(db, above(one, "11/20/2026"), layout, now);
      expect(await savedLayout(db, above(one, "11/21/2026"))).toEqual(layout);
      expect(await savedLayout(db, above(another, "11/20/2026"))).toBeNull();
    }
  });

  test("the same line with the answers that it lacked becomes certain, unless it was decided", async () => {
    await placed("7KQ2M9X");
    const open = line({ reference: "1", doubt: "nothing says that it is booked" });
    expect(await bringLines(open)).toMatchObject({ stored: 1 });
    expect((await only()).proposal).toMatchObject({ certain: false });
    const proven = line({ reference: "1", purpose: "7KQ2M9X" });
    expect(await bringLines(proven)).toMatchObject({ stored: 0, known: 1 });
    expect(await only()).toMatchObject({ doubt: null, proposal: { certain: true } });
    expect(await bringLines(open)).toMatchObject({ stored: 0, known: 1 });
    expect(await only()).toMatchObject({ doubt: null });
  });
});
