import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";
import { csvDelimiters, detectDelimiter, parseCsv } from "./csv-read.ts";

/** Cells that `csvLine` leaves as they are. */
const cell = fc.string({ unit: "grapheme" }).filter((text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(text));
const delimiter = fc.constantFrom(...csvDelimiters);

test("reads what csvLine writes", () => {
  const row = fc
    .array(cell, { minLength: 1, maxLength: 6 })
    .filter((cells) => cells.some((text) => text.trim() !== ""));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const read = parseCsv(rows.map((cells) => csvLine(cells)).join(""), ",");
      expect(read.ok && read.value.map(({ cells }) => cells)).toEqual(rows);
    }),
  );
});

test("any text is read or refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), delimiter, (text, delimiter) => {
      expect(parseCsv(text, delimiter).ok).toBeTypeOf("boolean");
      expect(csvDelimiters).toContain(detectDelimiter(text));
    }),
  );
});

test("line ends of all kinds, quotes with lines in them, and in which line a row begins", () => {
  const read = parseCsv('\uFEFFa;b\r\n\n"c\n""d""";e\rf;"g"h', ";");
  expect(read).toEqual({
    ok: true,
    value: [
      { cells: ["a", "b"], line: 1 },
      { cells: ['c\n"d"', "e"], line: 3 },
      { cells: ["f", '"g"h'], line: 5 },
    ],
  });
});

test("an unclosed quote is an error with its line", () => {
  expect(parseCsv('a,b\nc,"d\ne', ",")).toEqual({ ok: false, error: 2 });
});

test("the delimiter is detected by the number of cells", () => {
  expect(detectDelimiter("Datum;Betrag;Zweck\n20.11.2026;14,99;a, b\n21.11.2026;1,00;c")).toBe(";");
  expect(detectDelimiter("Date,Amount,Text\n2026-11-20,14.99,a; b\n")).toBe(",");
  expect(detectDelimiter("Date\tAmount\n2026-11-20\t14.99\n")).toBe("\t");
});
