import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "#lib/csv.ts";
import { type CsvLayout, type CsvTable } from "./csv-layout.ts";
import { proposeLayout } from "./csv-proposal.ts";
import { readCsv, readTable } from "./csv-statement.ts";
import { usualMeaning } from "./words.ts";

const table = (text: string) => {
  const result = readTable(text);
  if (!result.ok) throw new Error(result.error.problem);
  return result.value;
};
/** The proposed layout, of an account in US dollars where money without a minus came in. */
const layoutOf = (found: CsvTable, given: Partial<CsvLayout>): CsvLayout => {
  const { dateOrder, decimal, ...proposal } = proposeLayout(found);
  if (!dateOrder || !decimal) throw new Error("the format is not known");
  const shown = { positive: "in", bothSigns: false, allBooked: true } as const;
  const currency = proposal.currency || "USD";
  return { ...proposal, dateOrder, decimal, ...shown, currency, ...given };
};
const read = (text: string, given: Partial<CsvLayout> = {}) => {
  const found = table(text);
  return readCsv(found, layoutOf(found, given)).readings;
};
/** Returns the payments with their doubts, and the reasons why the other lines are none. */
const summaries = (text: string, given?: Partial<CsvLayout>) =>
  read(text, given).map((reading) => {
    if (reading.kind === "leftOut") return reading.reason;
    return reading.line ?? (reading.kind === "asked" ? `${reading.place}: ${reading.reason}` : "");
  });

test("a German bank's file: text above the table, semicolons, decimal commas, a total below", () => {
  const text = `Konto;DE00 1234
Zeitraum;November 2026

Buchungstag;Valuta;Auftraggeber/Empfänger;Verwendungszweck;Währung;Umsatz
20.11.2026;20.11.2026;Mira Holt;"Bestellung
7KQ 2M9X";EUR;1.234,50
21.11.2026;21.11.2026;Stadtwerke;Strom;EUR;-80,00
Endsaldo;;;;EUR;9.000,00`;
  expect(summaries(text, {})).toMatchObject([
    { cents: 123_450, currency: "EUR", payer: "Mira Holt", purpose: "Bestellung 7KQ 2M9X" },
    "it is money out",
    "it is a balance",
  ]);
});

test("a British bank's file: separate columns for money in and out, and an id for each line", () => {
  const text = `Date,Transaction ID,Counter Party,Reference,Paid in,Paid out
20/11/2026,T-1,Mira Holt,7KQ2M9X,14.99,
21/11/2026,T-2,Water,Bill,,30.00
22/11/2026,T-3,Odd,Both,1.00,2.00`;
  expect(summaries(text)).toMatchObject([
    { reference: "T-1", payer: "Mira Holt", purpose: "T-1 7KQ2M9X" },
    "it is money out",
    "Line 4: it names both money in and money out",
  ]);
});

test("a column that marks credits and debits by a letter, and one by unknown words", () => {
  const letters = `Buchungstag;Name;Zweck;Umsatz;Soll/Haben\n20.11.26;Mira;A;14,99;H\n20.11.26;Jo;B;5,00;S`;
  expect(summaries(letters)).toMatchObject([
    { cents: 1499, bookedOn: "2026-11-20", doubt: null },
    "it is money out",
  ]);
  const words = `Datum;Name;Zweck;Bedrag;Mutatietype\n20.11.26;Mira;A;14,99;Zu\n20.11.26;Jo;B;5,00;Weg`;
  expect(summaries(words)).toMatchObject([
    { doubt: expect.stringContaining("“Zu” in “Mutatietype” has no meaning yet") },
    { doubt: expect.stringContaining("“Weg” in “Mutatietype” has no meaning yet") },
  ]);
  const meant = summaries(words, { words: { "4 zu": "in", "4 weg": "out" } });
  expect(meant).toMatchObject([{ doubt: null }, "it is money out"]);
});

test.each([
  ["Deebet/Kreedit", "K", "D"],
  [" ", "H", "S"],
  ["Soort", "Bij", "Af"],
])("unsigned amounts with the letters or words of %s", (head, credit, debit) => {
  const text = `Kuupäev;Saaja;Selgitus;Summa;Valuuta;${head}
20.11.2026;;Algsaldo;100,00;EUR;${credit}
20.11.2026;Mira;K7M2P9Q;14,99;EUR;${credit}
21.11.2026;Jo;x;3,20;EUR;${debit}`;
  expect(summaries(text)).toMatchObject([
    "it is a balance",
    { cents: 1499, doubt: null },
    "it is money out",
  ]);
});

test("without headings, arithmetic tells the amount from the balance", () => {
  const text = `123456789;EUR;20261120;114,99;14,99;x\n123456789;EUR;20261121;111,79;-3,20;y`;
  expect(summaries(text)).toMatchObject([{ cents: 1499, currency: "EUR" }, "it is money out"]);
});

test("a date that says the line is not booked, and a currency that belongs to another amount", () => {
  const text = `Buchungstag;Text;Betrag;Währung;Betrag (local);Currency (local)
20.11.2026;A;14,99;EUR;16,10;USD
offen;B;1,00;EUR;1,10;USD`;
  expect(summaries(text)).toMatchObject([{ cents: 1499, currency: "EUR" }, "it is not booked"]);
});

test("a sign and a word that contradict each other are asked about, and lose no payment", () => {
  const text = `Date,Text,Amount,Direction\n2026-11-20,A,-14.99,Credit\n2026-11-20,B,14.99,Debit\n2026-11-20,C,1.00,IN\n2026-11-20,D,-1.00,Debit`;
  expect(summaries(text)).toMatchObject([
    { cents: 1499, doubt: "“Credit” says “in”, its sign “out”" },
    { cents: 1499, doubt: "“Debit” says “out”, its sign “in”" },
    { cents: 100, doubt: null },
    "it is money out",
  ]);
});

test("signs of several currencies say only which ones are possible", () => {
  const text = "Date,Text,Amount\n2026-11-20,A,$14.99\n2026-11-20,B,15.00 €\n2026-11-20,C,1.00 Tlr";
  expect(summaries(text, { currency: "CAD" })).toMatchObject([
    { cents: 1499, currency: "CAD" },
    {
      cents: 1500,
      currency: "EUR",
      doubt: expect.stringContaining("it is in EUR, and the account in CAD"),
    },
    "Line 4: the currency “Tlr” is not known",
  ]);
  expect(summaries(text, { currency: "EUR" })[0]).toBe("Line 2: “$” is not EUR");
  const both = "Date,Text,Amount (EUR)\n2026-11-20,A,£14.99";
  expect(summaries(both)[0]).toBe("Line 2: it names several currencies: £ EUR");
});

test("ambiguous formats are not guessed", () => {
  const days = table("Date,Amount,Description\n01/02/2026,14.99,A\n03/04/2026,5.00,B");
  expect(proposeLayout(days)).toMatchObject({ dateOrder: null, decimal: "." });
  const amounts = table('Date,Amount,Description\n2026-11-20,"1,234",A');
  expect(proposeLayout(amounts).decimal).toBeNull();
});

test("one odd row is named with its line, and refuses nothing", () => {
  const head = "Date,Text,Amount\n2026-11-20,First,1.00\n";
  const odd = (row: string) => summaries(`${head}${row}\n2026-11-22,Last,2.00`);
  expect(odd("2026-11-31,x,1.00")[1]).toBe(
    "Line 3: “2026-11-31” is not a date of the chosen format",
  );
  expect(odd("2026-11-21,x,1.0.0")[1]).toBe(
    "Line 3: “1.0.0” is not an amount of the chosen format",
  );
  expect(odd("2026-11-21,x, y,1.00")[1]).toBe("Line 3: it has more cells than there are headings");
  expect(odd('2026-11-21,"x,1.00')[1]).toBe("Line 3: a quotation mark is not closed");
  expect(odd("2026-11-21,x,")[1]).toBe("it has no amount");
  expect(odd("2026-11-21,Opening balance,7.00")[1]).toBe("it is a balance");
  expect(odd("2026-11-21,x,n/a").map((one) => typeof one)).toEqual(["object", "string", "object"]);
  expect(readTable("nothing")).toMatchObject({ ok: false });
});

test("any text is read or refused without throwing", () => {
  const roles = ["date", "amount", "words"] as const;
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const found = readTable(`2026-11-20;1,00;a\n${text}`);
      if (!found.ok) return;
      const { words } = proposeLayout(found.value);
      const layout = layoutOf(table("2026-11-20;1,00;a"), { roles: [...roles], words });
      expect(readCsv(found.value, layout).readings.length).toBe(found.value.rows.length);
    }),
  );
});

test("written statements are read back unchanged", () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,;"]{0,20}[A-Za-z]$/);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), word, (cents, purpose) => {
      // These alone in a cell are a currency, a balance, a direction or a state.
      fc.pre(!/^[A-Z]{3}$|balance|total/i.test(purpose));
      fc.pre(usualMeaning(purpose) === undefined);
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      const rows = [
        ["Date", "Amount", "Description"],
        ["2026-11-20", amount, purpose],
        ["2026-11-20", "0.01", "Other"],
      ];
      const roles: CsvLayout["roles"] = ["date", "amount", "text"];
      expect(summaries(rows.map((row) => csvLine(row)).join(""), { roles })).toMatchObject([
        { cents, purpose: purpose.replaceAll(/\s+/g, " ") },
        {},
      ]);
    }),
  );
});

test.each([
  ["a row of 201 columns", `Date,Amount\n2026-11-20,1${",x".repeat(199)}`, "more than 200 columns"],
  ["more than 5,000 lines", `Date,Amount\n${"2026-11-20,1\n".repeat(5000)}`, "5,000 lines"],
  ["many quotes that are not closed", 'Date,Amount\n"2026-11-20,1\n'.repeat(60), "not closed"],
])("a file with %s is refused", (_what, text, problem) => {
  const result = readTable(text);
  expect(result.ok ? null : result.error.problem).toContain(problem);
});
