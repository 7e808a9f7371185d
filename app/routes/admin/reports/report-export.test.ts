import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "#lib/csv.ts";
import { countRows } from "./report-export.tsx";

test("counts rows, whatever their cells hold and wherever the file is cut", () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('"', "\n", "\r", ",", "é") }),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, cut) => {
        const file = new TextEncoder().encode(
          ["\uFEFF", csvLine(["Order ID", "Email"]), ...rows.map(csvLine)].join(""),
        );
        const counter = countRows();
        for (let at = 0; at < file.length; at += cut) counter.add(file.subarray(at, at + cut));
        expect(counter.rows()).toBe(rows.length);
      },
    ),
  );
});
