import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";
import { csvDelimiters, detectDelimiter, parseCsv } from "./csv-read.ts";

/** Cells that `csvLine` leaves as they are. */
const cell = fc.string({ unit: "grapheme" }).filter((text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(text));
const limits = { rows: 1000, columns: 100 };
const delimiter = fc.constantFrom(...csvDelimiters);

test("reads what csvLine writes", () => {
  const row = fc
    .array(cell, { minLength: 1, maxLength: 6 })
    .filter((cells) => cells.some((text) => text.trim() !== ""));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const read = parseCsv(rows.map((cells) => csvLine(cells)).join(""), ",", limits);
      expect(read.ok && read.value.map(({ cells }) => cells)).toEqual(rows);
    }),
  );
});

test("any text is read or refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), delimiter, (text, delimiter) => {
      expect(parseCsv(text, delimiter, limits).ok).toBeTypeOf("boolean");
      expect(csvDelimiters).toContain(detectDelimiter(text, limits));
    }),
  );
});

test("line ends of all kinds, quotes with lines in them, and in which line a row begins", () => {
  const read = parseCsv('\uFEFFa;b\r\n\n"c\n""d""";e\rf;"g"h', ";", limits);
  expect(read).toEqual({
    ok: true,
    value: [
      { cells: ["a", "b"], line: 1 },
      { cells: ['c\n"d"', "e"], line: 3 },
      { cells: ["f", '"g"h'], line: 5 },
    ],
  });
});

test.each([
  ["too many columns", `a,b\n${"1,".repeat(100)}`, { line: 2, reason: "too-many-columns" }],
  ["too many rows", "a\n".repeat(1001), { line: 1001, reason: "too-many-rows" }],
  ["too many broken rows", '"a\n'.repeat(40), { line: 22, reason: "too-many-broken" }],
])("%s end the parser with their line", (_what, text, error) => {
  expect(parseCsv(text, ",", limits)).toEqual({ ok: false, error });
});

test.each([
  ["a quote that is never closed", 'a,b\nc,"d\ne,f', "open-quote"],
  ["a quote that a later row closes", 'a,b\nc,"d\r\ne,"f"', "open-quote"],
  ["a row that is too long", `a,b\nc,${"d".repeat(70_000)}\ne,f`, "row-too-long"],
])("%s spoils only its row", (_what, text, problem) => {
  expect(parseCsv(text, ",", limits)).toMatchObject({
    value: [
      { cells: ["a", "b"], line: 1 },
      { cells: [], line: 2, problem },
      { cells: ["e", "f"], line: 3 },
    ],
  });
});

test("quotes inside a quoted cell of one line are part of it, also beside a delimiter", () => {
  expect(parseCsv('1,"for "coins, order 7"; ref",2\n"a "b" c",3', ",", limits)).toMatchObject({
    value: [{ cells: ["1", 'for "coins, order 7"; ref', "2"] }, { cells: ['a "b" c', "3"] }],
  });
});

test("the delimiter is detected by the number of cells", () => {
  expect(
    detectDelimiter("Datum;Betrag;Zweck\n20.11.2026;14,99;a, b\n21.11.2026;1,00;c", limits),
  ).toBe(";");
  expect(detectDelimiter("Date,Amount,Text\n2026-11-20,14.99,a; b\n", limits)).toBe(",");
  expect(detectDelimiter("Date\tAmount\n2026-11-20\t14.99\n", limits)).toBe("\t");
});
