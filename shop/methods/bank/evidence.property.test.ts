import { expect, test } from "vitest";
import { runs } from "../../../tests/runs.ts";
import { type CsvLayout, wordKey, wordsOf } from "./csv-layout.ts";
import { proposeLayout } from "./csv-proposal.ts";
import { readCsv, readTable } from "./csv-statement.ts";
import type { PlacedReading } from "./statement.ts";
import { readStatementFile } from "./statement-file.ts";
import {
  type GeneratedCsv,
  inventCamt,
  inventCsv,
  inventMt940,
  randomOf,
} from "./test-generator.ts";

/**
 * Who answers: somebody who knows the bank; who knows it, but leaves the roles of columns as they are proposed; or who
 * leaves every proposal as it is, and tells only what must be told.
 */
const people = ["knowing", "quick", "hasty"] as const;
type Person = (typeof people)[number];

/** Reads an invented file as the screen does, with the answers of this person. */
function readAs(person: Person, file: GeneratedCsv): PlacedReading[] {
  const table = readTable(file.text);
  if (!table.ok) throw new Error(`${table.error.problem}\n${file.text}`);
  const proposal = proposeLayout(table.value);
  const knows = person !== "hasty";
  const roles = person === "knowing" ? file.roles : proposal.roles;
  const words = knows
    ? Object.fromEntries(
        wordsOf(table.value, roles).flatMap(({ column, word }) => {
          const meaning = file.meanings[word];
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
  const { readings, example } = readCsv(table.value, layout);
  if (!example) return readings;
  const at = table.value.rows.indexOf(example.row);
  const cameIn = file.rows[at]?.cameIn ?? false;
  const positive = cameIn === example.isPositive ? "in" : "out";
  return readCsv(table.value, { ...layout, positive }).readings;
}

function check(person: Person, seed: number) {
  const file = inventCsv(randomOf(seed));
  const readings = readAs(person, file);
  expect(readings.length, `seed ${seed}`).toBe(file.rows.length);
  const of = (at: number) => readings[at]?.kind;
  const wrong = file.rows.flatMap(({ isPayment }, at) =>
    of(at) === "received" && !isPayment ? [readings[at]] : [],
  );
  expect(wrong, `seed ${seed}\n${file.text}`).toEqual([]);
  const due = file.isProvable ? file.rows.flatMap((row, at) => (row.isPayment ? [at] : [])) : [];
  return { due: due.length, certain: due.filter((at) => of(at) === "received").length };
}

test("no row that is not a payment is certain, and by proof at least 95 % of payments are", () => {
  const total = { due: 0, knowing: 0, quick: 0, hasty: 0 };
  for (let seed = 1; seed <= runs(200); seed += 1)
    for (const person of people) {
      const { due, certain } = check(person, seed);
      if (person === "knowing") total.due += due;
      total[person] += certain;
    }
  expect(total.knowing / total.due).toBeGreaterThanOrEqual(0.95);
});

test.each([
  ["CAMT", inventCamt],
  ["MT940", inventMt940],
])("no entry in %s that is not a payment is certain, and all others are", (_what, invent) => {
  for (let seed = 1; seed <= runs(200); seed += 1) {
    const { text, entries } = invent(randomOf(seed));
    const table = readStatementFile(text);
    const readings = table.ok && table.value.read?.({});
    if (!readings) throw new Error(`not read: ${text}`);
    expect(
      readings.map(({ kind }) => ({ isPayment: kind === "received" })),
      `seed ${seed}\n${text}`,
    ).toEqual(entries);
  }
});
