import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "#lib/csv.ts";
import { completeLayout, type CsvLayout, guessLayout, layoutKey } from "./csv-layout.ts";
import { readCsv, readTable } from "./csv-statement.ts";

const table = (text: string) => {
  const result = readTable(text);
  if (!result.ok) throw new Error(result.error.problem);
  return result.value;
};
const read = (text: string, layout?: CsvLayout) => {
  const found = table(text);
  const known = layout ?? completeLayout(guessLayout(found), "USD");
  if (!known) throw new Error("the layout is not known");
  return readCsv(found, known);
};

test("an American bank's file: header row, signed amounts, quotes", () => {
  const text = `Posting Date,Description,Amount,Balance
11/20/2026,"WIRE FROM MIRA HOLT, ORDER 7KQ2M9X",14.99,"1,014.99"
11/20/2026,RENT,-500.00,514.99`;
  expect(read(text)).toMatchObject({
    ok: true,
    value: {
      lines: [
        {
          bookedOn: "2026-11-20",
          cents: 1499,
          currency: "USD",
          purpose: "WIRE FROM MIRA HOLT, ORDER 7KQ2M9X",
          reference: null,
        },
      ],
      others: 1,
    },
  });
});

test("a German bank's file: text above the table, semicolons, decimal commas, a total below", () => {
  const text = `Konto;DE00 1234
Zeitraum;November 2026

Buchungstag;Valuta;Auftraggeber/Empfänger;Verwendungszweck;Währung;Umsatz
20.11.2026;20.11.2026;Mira Holt;"Bestellung
7KQ 2M9X";EUR;1.234,50
21.11.2026;21.11.2026;Stadtwerke;Strom;EUR;-80,00
Endsaldo;;;;EUR;9.000,00`;
  const result = read(text);
  expect(result).toMatchObject({
    ok: true,
    value: { others: 2, lines: [{ cents: 123_450, currency: "EUR", payer: "Mira Holt" }] },
  });
  expect(result.ok && result.value.lines[0]?.purpose).toBe("Bestellung 7KQ 2M9X");
});

test("a British bank's file: separate columns for money in and out, and an id for each line", () => {
  const text = `Date,Transaction ID,Counter Party,Reference,Paid in,Paid out
20/11/2026,T-1,Mira Holt,7KQ2M9X,14.99,
21/11/2026,T-2,Water,Bill,,30.00`;
  expect(read(text)).toMatchObject({
    value: { others: 1, lines: [{ reference: "T-1", payer: "Mira Holt", purpose: "7KQ2M9X" }] },
  });
});

test("a column that marks credits and debits by a letter", () => {
  const text = `Buchungstag;Name;Zweck;Umsatz;Soll/Haben\n20.11.26;Mira;A;14,99;H\n20.11.26;Jo;B;5,00;S`;
  const found = table(text);
  const guess = guessLayout(found);
  const layout = completeLayout({ ...guess, columns: { ...guess.columns, purpose: 2 } }, "USD");
  expect(layout && readCsv(found, layout)).toMatchObject({
    value: { others: 1, lines: [{ cents: 1499, bookedOn: "2026-11-20" }] },
  });
});

test("ambiguous formats are not guessed", () => {
  const days = table("Date,Amount,Description\n01/02/2026,14.99,A\n03/04/2026,5.00,B");
  expect(guessLayout(days)).toMatchObject({ dateOrder: null, decimal: "." });
  expect(completeLayout(guessLayout(days), "USD")).toBeNull();
  const amounts = table('Date,Amount,Description\n2026-11-20,"1,234",A');
  expect(guessLayout(amounts).decimal).toBeNull();
});

test("a table is recognised by its header row", () => {
  const key = (text: string) => layoutKey(table(text));
  expect(key("Date,Amount\n2026-11-20,1.00")).toBe(key("Date, Amount\n2026-12-24,7.00"));
  expect(key("2026-11-20,1.00\n2026-11-21,2.00")).toBeNull();
});

test("the first cell that does not fit is reported with its line", () => {
  const problem = (text: string) => {
    const layout = { columns: { date: 0, amount: 1 }, dateOrder: "ymd", decimal: "." } as const;
    const result = read(text, { ...layout, currency: "USD" });
    return result.ok ? null : result.error;
  };
  const head = "Date,Amount\n2026-11-20,1.00\n";
  expect(problem(`${head}2026-11-31,1.00`)).toEqual({
    line: 3,
    problem: "“2026-11-31” does not match the chosen date format",
  });
  expect(problem(`${head}\n2026-11-20,"1,00"`)).toMatchObject({ line: 4 });
  expect(readTable('a,"b')).toMatchObject({ error: { line: 1 } });
  expect(readTable("nothing")).toMatchObject({ ok: false });
});

test("any text is read or rejected without throwing", () => {
  const layout: CsvLayout = {
    columns: { date: 0, amount: 1, purpose: 2, reference: 9 },
    dateOrder: "ymd",
    decimal: ",",
    currency: "USD",
  };
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const found = readTable(`2026-11-20;1,00;a\n${text}`);
      if (found.ok) expect(readCsv(found.value, layout).ok).toBeTypeOf("boolean");
    }),
  );
});

test("written statements are read back unchanged", () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,;"]{0,20}[A-Za-z]$/);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), word, (cents, purpose) => {
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      const rows = [
        ["Date", "Amount", "Description"],
        ["2026-11-20", amount, purpose],
        ["2026-11-20", "0.01", "Other"],
      ];
      const result = read(rows.map((row) => csvLine(row)).join(""));
      expect(result).toMatchObject({
        value: { lines: [{ cents, purpose: purpose.replaceAll(/\s+/g, " ") }, {}] },
      });
    }),
  );
});

test.each([
  ["more than 200 columns", `Date,Amount${",x".repeat(400_000)}`, "too long"],
  ["a row of 201 columns", `Date,Amount\n2026-11-20,1${",x".repeat(199)}`, "more than 200 columns"],
  ["more than 5,000 lines", `Date,Amount\n${"2026-11-20,1\n".repeat(5000)}`, "5,000 lines"],
  ["a quote that is not closed", 'Date,Amount\n2026-11-20,"1', "quotation mark is not closed"],
])("a file with %s is refused", (_what, text, problem) => {
  const result = readTable(text);
  expect(result.ok ? null : result.error.problem).toContain(problem);
});
