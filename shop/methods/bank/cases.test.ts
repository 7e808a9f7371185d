import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCamt } from "./camt.ts";
import { type CsvLayout, wordKey, wordsOf } from "./csv-layout.ts";
import { proposeLayout } from "./csv-proposal.ts";
import { readCsv, readTable } from "./csv-statement.ts";
import { proposalFor } from "./matching.ts";
import { readMt940 } from "./mt940.ts";
import type { PlacedReading, Reading } from "./statement.ts";
import { decodeText, readStatementFile } from "./statement-file.ts";
import { camt } from "./test-statements.ts";

/**
 * Files with invented contents in the shapes that banks write, and how they are read: the line, amount and currency of
 * each payment with the order it names, or why it is none. What the file does not say is answered as an owner would. A
 * question mark is a payment to look at: nothing proves its direction in a file that only has money in, without a balance
 * to compare, nor its kind in a CAMT file without codes.
 */
const CASES: Record<string, { asks?: Partial<CsvLayout>; reads: string[] }> = {
  "amount-account.csv": { reads: ["2: ? 1380 EUR K7M2P9Q"] },
  "bofa-zelle.csv": { asks: { currency: "USD" }, reads: ["2: 1499 USD K7M2P9Q", "3: money out"] },
  "bofa.csv": {
    asks: { currency: "USD" },
    reads: ["8: no amount", "9: 1499 USD K7M2P9Q", "10: money out"],
  },
  "booking-value-amount.csv": { reads: ["2: ? 1499 USD K7M2P9Q"] },
  "camt-12.xml": { reads: ["1: ? 1499 USD K7M2P9Q"] },
  "camt-addtlrmtinf.xml": { reads: ["1: ? 1499 USD K7M2P9Q"] },
  "camt-addtltxinf-beside-id.xml": { reads: ["1: ? 1499 USD K7M2P9Q"] },
  "camt-entry-text-alone.xml": { reads: ["1: ? 1499 USD K7M2P9Q"] },
  "camt-entry-text-beside-id.xml": { reads: ["1: ? 1499 USD K7M2P9Q"] },
  "camt-padded.xml": { reads: ["1: ? 1499 USD K7M2P9Q"] },
  "camt.zip": { reads: ["This is a ZIP archive or an Excel file"] },
  "camt052.xml": { reads: ["1: ? 1499 USD"] },
  "camt054.xml": { reads: ["1: ? 1499 USD"] },
  "chase.csv": { asks: { currency: "USD" }, reads: ["2: 1499 USD K7M2P9Q", "3: money out"] },
  "dkb.csv": { reads: ["5: 1499 EUR K7M2P9Q", "6: not booked"] },
  "euro-in-cells.csv": { reads: ["2: 1499 EUR K7M2P9Q", "3: money out"] },
  "fee-first.csv": { reads: ["2: ? 1499 USD K7M2P9Q"] },
  "gb-mixed.csv": { asks: { currency: "GBP" }, reads: ["2: 1499 GBP K7M2P9Q", "3: money out"] },
  "headless-fr.csv": { asks: { currency: "EUR" }, reads: ["1: 1499 EUR K7M2P9Q", "2: money out"] },
  "hsbc-us.csv": { asks: { currency: "USD" }, reads: ["2: ? 1499 USD K7M2P9Q"] },
  "ing-de.csv": { reads: ["15: 1499 EUR K7M2P9Q"] },
  "ing-nl-en.csv": { reads: ["2: 1499 EUR K7M2P9Q", "3: money out"] },
  "ing-nl.csv": { reads: ["2: 1499 EUR K7M2P9Q", "3: money out"] },
  "month-words-de.csv": { reads: ["2: ? 1499 USD K7M2P9Q", "3: ? 2999 USD A2B3C4D"] },
  "month-words.csv": {
    asks: { currency: "CAD" },
    reads: ["2: ? 1499 CAD K7M2P9Q", "3: money out"],
  },
  // Its payer is the account itself.
  "mt940.sta": { reads: ["5: ? 1499 EUR K7M2P9Q", "7: money out"] },
  "n26-new.csv": { reads: ["2: 1499 EUR K7M2P9Q", "3: money out"] },
  "n26.csv": { reads: ["2: 1499 EUR K7M2P9Q", "3: money out"] },
  "ofx.ofx": { reads: ["This is an OFX file"] },
  "orig-first.csv": { reads: ["2: ? 950 EUR K7M2P9Q"] },
  "paypal-statement-de.csv": { reads: ["2: ? 1499 USD K7M2P9Q"] },
  "quote-open.csv": {
    asks: { currency: "USD" },
    reads: ["2: a quotation mark is not closed", "3: ? 2999 USD A2B3C4D"],
  },
  "quotes.csv": { reads: ["2: ? 1499 USD K7M2P9Q", "3: ? 2999 USD A2B3C4D"] },
  "rabobank.csv": { reads: ["2: ? 1499 EUR K7M2P9Q"] },
  "revolut-business.csv": { reads: ["2: ? 1610 USD K7M2P9Q", "3: not booked"] },
  "revolut-personal.csv": { reads: ["2: ? 1499 USD K7M2P9Q", "3: not booked", "4: not booked"] },
  "schwab.csv": {
    asks: { currency: "USD" },
    reads: ["2: 1499 USD K7M2P9Q", "3: not booked", "4: money out"],
  },
  "sparkasse-camt-csv.csv": { reads: ["2: ? 1499 EUR K7M2P9Q", "3: not booked"] },
  "starling.csv": { reads: ["2: 1499 GBP K7M2P9Q"] },
  "thousands-only.csv": {
    asks: { currency: "EUR", decimal: "," },
    reads: ["2: 100000 EUR K7M2P9Q", "3: money out"],
  },
  "triodos.csv": { asks: { currency: "EUR" }, reads: ["2: 1499 EUR K7M2P9Q", "3: money out"] },
  "ubs.csv": { reads: ["2: 1499 USD K7M2P9Q", "3: money out"] },
  "valuta.csv": { reads: ["2: ? 1499 SEK K7M2P9Q"] },
  "valuuta.csv": { reads: ["2: ? 1499 EUR K7M2P9Q"] },
  "wise-balance.csv": { reads: ["2: 1499 USD K7M2P9Q", "3: money out"] },
  "wise-history.csv": { reads: ["2: 1499 USD K7M2P9Q", "3: money out"] },
};

const folder = new URL("cases/", import.meta.url);

/** Summarizes a reading as in `CASES`. */
function summary(reading: PlacedReading): string {
  const at = reading.place.replace(/^\D+/, "");
  if (reading.kind === "leftOut") return `${at}: ${reading.reason.replace(/^it (is|has) /, "")}`;
  if (!reading.line) return `${at}: ${reading.kind === "asked" ? reading.reason : ""}`;
  const { cents, currency, purpose } = reading.line;
  const [order = ""] = /K7M2P9Q|A2B3C4D/.exec(purpose) ?? [];
  return `${at}: ${reading.kind === "asked" ? "? " : ""}${cents} ${currency} ${order}`.trim();
}

test("every file is in the table", () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(CASES).toSorted());
});

test.each(Object.entries(CASES))("%s", (name, { asks, reads }) => {
  const opened = readStatementFile(decodeText(readFileSync(new URL(name, folder))));
  if (!opened.ok) return expect(opened.error.problem).toContain(reads[0]);
  const { read } = opened.value;
  if (read) return expect(read({}).map(summary)).toEqual(reads);
  const { roles, words, ...proposal } = proposeLayout(opened.value);
  // Only what the file does not say is asked for.
  expect(proposal.currency, JSON.stringify(roles)).toBe(
    asks?.currency ? "" : proposal.currency || "USD",
  );
  const layout: CsvLayout = {
    roles,
    words: Object.fromEntries(
      wordsOf(opened.value, roles).map(({ column, word }) => {
        const key = wordKey(column, word);
        return [key, words[key] ?? "nothing"];
      }),
    ),
    currency: asks?.currency ?? proposal.currency,
    dateOrder: proposal.dateOrder ?? "ymd",
    decimal: asks?.decimal ?? proposal.decimal ?? ".",
    ...{ positive: null, bothSigns: false, allBooked: true },
  };
  const { example } = readCsv(opened.value, layout);
  // In all of these files, a minus is money out.
  const told: CsvLayout = { ...layout, positive: example && "in" };
  expect(readCsv(opened.value, told).readings.map(summary)).toEqual(reads);
});

test("what the file does not say is not guessed", () => {
  const text = readFileSync(new URL("thousands-only.csv", folder), "utf8");
  const table = readTable(text);
  expect(table.ok && proposeLayout(table.value).decimal).toBeNull();
});

const rowOf = (cells: readonly string[]): Reading | undefined => {
  const heads = "Date,Amount,Currency,Debit/credit,Status,Text";
  const table = readTable(`${heads}\n2026-11-20,1.00,USD,Credit,Booked,x\n${cells.join(",")}`);
  if (!table.ok) throw new Error(table.error.problem);
  const layout: CsvLayout = {
    roles: ["date", "amount", "currency", "words", "words", "text"],
    words: { "3 credit": "in", "4 booked": "booked" },
    ...{ dateOrder: "ymd", decimal: ".", currency: "USD", positive: null },
    ...{ bothSigns: false, allBooked: false },
  };
  return readCsv(table.value, layout).readings[1];
};

/** True for a reading that can never become a certain proposal. */
function isNeverCertain(reading: Reading | undefined): boolean {
  if (!reading) throw new Error("there is no reading");
  if (reading.kind === "leftOut" || !reading.line) return true;
  const order = {
    ...{ id: "K7M2P9Q", totalCents: reading.line.cents, isPayable: true, name: null },
    ...{ tiktokUsername: "x", email: "x@example.com", createdAt: new Date(0) },
  };
  const income = { ...reading.line, reference: "1" };
  const proposal = proposalFor(income, { named: [order], alike: [], sameAmount: [order] });
  return reading.kind === "asked" && proposal?.certain === false;
}

const word = fc.stringMatching(/^[a-zA-Zß-ÿ -]{1,12}$/).map((text) => `Q${text.trim()}zq`);

test("a line with an unknown word for currency, direction or state is never certain", () => {
  const known = ["2026-11-20", "14.99", "USD", "Credit", "Booked", "K7M2P9Q"];
  expect(isNeverCertain(rowOf(known))).toBe(false);
  fc.assert(
    fc.property(fc.subarray([2, 3, 4], { minLength: 1 }), word, (roles, word) => {
      const cells = known.map((cell, at) => (roles.includes(at) ? word : cell));
      expect(isNeverCertain(rowOf(cells))).toBe(true);
      // Nor is one of which the word is missing.
      const blank = known.map((cell, at) => (roles.includes(at) ? "" : cell));
      expect(isNeverCertain(rowOf(blank))).toBe(true);
    }),
  );
});

test("an entry in CAMT with an unknown currency, direction or state is never certain", () => {
  const whole = camt(8, [{ amount: "14.99", details: [{ purpose: "K7M2P9Q" }] }]);
  const first = (text: string) => {
    const table = readCamt(text);
    return table.ok ? table.value.read?.({})[0] : undefined;
  };
  expect(isNeverCertain(first(whole))).toBe(false);
  fc.assert(
    fc.property(fc.constantFrom("CRDT", "BOOK", "USD"), word, (known, word) => {
      expect(isNeverCertain(first(whole.replaceAll(known, word)))).toBe(true);
      expect(isNeverCertain(first(whole.replaceAll(known, "")))).toBe(true);
    }),
  );
});

test("a line in MT940 with an unknown currency or mark is never certain", () => {
  const statement = (currency: string, mark: string) => {
    const text = `:20:A\n:25:1\n:60F:C261119${currency}1,00\n:61:2611201120${mark}14,99NTRFNONREF\n:86:K7M2P9Q\n:62F:C261120${currency}15,99`;
    const table = readMt940(text);
    return table.ok ? table.value.read?.({})[0] : undefined;
  };
  expect(isNeverCertain(statement("USD", "C"))).toBe(false);
  expect(isNeverCertain(statement("USD", "CD"))).toBe(false);
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{1,3}$/), (letters) => {
      fc.pre(!["C", "CD"].includes(letters));
      expect(isNeverCertain(statement("USD", letters))).toBe(true);
    }),
  );
  for (const currency of ["", "XBT", "QQQ", "usd"])
    expect(isNeverCertain(statement(currency, "C"))).toBe(true);
});
