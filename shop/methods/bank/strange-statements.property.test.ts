import { expect, test } from "vitest";
import { runs } from "../../../tests/runs.ts";
import { type CsvLayout, wordKey, wordsOf } from "./csv-layout.ts";
import { proposeLayout } from "./csv-proposal.ts";
import { readCsv, readTable } from "./csv-statement.ts";
import type { PlacedReading } from "./statement.ts";
import { readStatementFile } from "./statement-file.ts";
import { strangeCamt, type StrangeMessage, strangeMt940 } from "./test-strange-messages.ts";
import { inventStrange, type StrangeFile } from "./test-strange-statements.ts";

/** The same kinds of people as in evidence.property.test.ts. */
const people = ["knowing", "quick", "hasty"] as const;
type Person = (typeof people)[number];

const tableOf = (text: string) => {
  const table = readTable(text);
  return table.ok ? table.value : null;
};

const tokenOf = (text: string) => /T\d{4}/.exec(text)?.[0];

/** Reads the first month with the answers of a person, and the next with the same layout. */
function readAs(person: Person, file: StrangeFile): PlacedReading[] {
  const [table, next] = [tableOf(file.text), tableOf(file.next)];
  // A file that is refused settles nothing.
  if (!table) return [];
  const proposal = proposeLayout(table);
  const knows = person !== "hasty";
  const roles = person === "knowing" ? file.roles : proposal.roles;
  const words = knows
    ? Object.fromEntries(
        wordsOf(table, roles).flatMap(({ column, word, row }) => {
          const isRow = row.cells.some((cell) => tokenOf(cell));
          const known = file.meanings[column]?.[row.cells[column] ?? ""];
          // An opening balance or a total says nothing of itself.
          const meaning = known ?? (isRow ? undefined : "nothing");
          return meaning ? [[wordKey(column, word), meaning]] : [];
        }),
      )
    : proposal.words;
  const layout: CsvLayout = {
    ...{ roles, words, positive: null, bothSigns: false, allBooked: knows && file.isAllBooked },
    dateOrder: knows ? file.dateOrder : (proposal.dateOrder ?? "dmy"),
    decimal: knows ? file.decimal : (proposal.decimal ?? "."),
    currency: knows ? file.currency : proposal.currency || file.currency,
  };
  const first = readCsv(table, layout);
  const token = first.example?.row.cells.map(tokenOf).find(Boolean);
  const row = file.rows.find((each) => each.token === token);
  const positive = row?.cameIn === first.example?.isPositive ? "in" : "out";
  const read = row ? readCsv(table, { ...layout, positive }) : first;
  return [...read.readings, ...(next ? readCsv(next, read.layout).readings : [])];
}

/** The readings that are certain, by the token of their row; those without one under "". */
const certainOf = (readings: PlacedReading[]) =>
  readings.flatMap((reading) =>
    reading.kind === "received"
      ? [{ line: reading.line, token: tokenOf(reading.line.content) ?? "" }]
      : [],
  );

function check(person: Person, seed: number) {
  const file = inventStrange(seed);
  const certain = certainOf(readAs(person, file));
  const wrong = certain.filter(({ line, token }) => {
    const row = file.rows.find((each) => each.token === token);
    return !row?.isPayment || line.cents !== row.cents || line.currency !== row.currency;
  });
  expect(wrong, `seed ${seed}, ${person}\n${file.text}\n${file.next}`).toEqual([]);
  const tokens = new Set(certain.map(({ token }) => token));
  const due = file.rows.filter(({ isDue }) => isDue);
  return { due: due.length, certain: due.filter((row) => tokens.has(row.token)).length };
}

test("no row of a strange bank that is not a payment is certain, and 95 % of proven ones are", () => {
  const total = { due: 0, certain: 0 };
  // With fewer, a few rows decide about the share.
  for (let seed = 1; seed <= Math.max(60, runs(150)); seed += 1)
    for (const person of people) {
      const { due, certain } = check(person, seed);
      if (person !== "knowing") continue;
      total.due += due;
      total.certain += certain;
    }
  expect(total.certain / total.due).toBeGreaterThanOrEqual(0.95);
});

test.each<[string, (seed: number) => StrangeMessage]>([
  ["CAMT", strangeCamt],
  ["MT940", strangeMt940],
])("no odd entry in %s is certain, and 95 % of proven payments are", (_what, invent) => {
  const total = { due: 0, certain: 0 };
  for (let seed = 1; seed <= runs(200); seed += 1) {
    const { text, entries } = invent(seed);
    const table = readStatementFile(text);
    const readings = table.ok && table.value.read?.({});
    if (!readings) throw new Error(`not read: ${text}`);
    const certain = certainOf(readings);
    const wrong = certain.flatMap(({ line, token }) => {
      const entry = entries.find((each) => each.token === token);
      return entry?.isPayment && line.cents === entry.cents ? [] : [{ line, entry }];
    });
    expect(wrong, `seed ${seed}\n${text}`).toEqual([]);
    const tokens = new Set(certain.map(({ token }) => token));
    const due = entries.filter(({ isDue }) => isDue);
    total.due += due.length;
    total.certain += due.filter((entry) => tokens.has(entry.token)).length;
  }
  expect(total.certain / total.due).toBeGreaterThanOrEqual(0.95);
});
