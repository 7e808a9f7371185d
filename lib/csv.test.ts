import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCents, csvLine, formulaStarts } from "./csv.ts";
import { invisibleCharacters, showInvisible } from "./text.ts";

test("cells are separated by commas, lines end with CR LF, and null is empty", () => {
  expect(csvLine(["7KQ2M9X", 350, null, "mira@example.com"])).toBe(
    '"7KQ2M9X",350,,"mira@example.com"\r\n',
  );
});

test("text is quoted", () => {
  expect(csvLine(["a,b", 'say "hi"', "two\nlines", "two\r\nlines"])).toBe(
    '"a,b","say ""hi""","two\nlines","two\r\nlines"\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", '=HYPERLINK("a","b")'])(
  "%j is text, no formula",
  (text) => {
    const [cell] = parse(csvLine([text]))[0]!;
    // A spreadsheet that knows no quotes begins a cell after a tab or a line break.
    expect(cell).toBe(`'${text.replace(/^(?=[\t\r\n])(.)/s, "$1'")}`);
  },
);

test("a number stays a number, whatever its sign", () => {
  expect(csvLine([-1.5, csvCents(-167), csvCents(1499), csvCents(5)])).toBe(
    "-1.5,-1.67,14.99,0.05\r\n",
  );
});

test("any text reads back with invisible characters shown, and an apostrophe before a formula", () => {
  const unit = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom(...Array.from(invisibleCharacters), ...formulaStarts),
  );
  const texts = fc.array(fc.string({ unit }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(texts, (cells) => {
      const [row] = parse(csvLine(cells));
      for (const [i, cell] of cells.entries()) {
        const shown = showInvisible(cell);
        const isFormula = formulaStarts.some((start) => shown.startsWith(start));
        // Apostrophes are all that is added.
        const added = row![i]!.replaceAll("'", "");
        expect(added).toBe(shown.replaceAll("'", ""));
        if (isFormula) expect(row![i]!.startsWith("'")).toBe(true);
      }
      expect(row).toHaveLength(cells.length);
    }),
  );
});

test.each([",", ";", "\t", "|"])("no text starts a formula where %j separates", (separator) => {
  const unit = fc.constantFrom(
    ...formulaStarts,
    ",",
    ";",
    "\t",
    "|",
    '"',
    "'",
    "\n",
    "1",
    "a",
    " ",
  );
  const texts = fc.array(fc.string({ unit }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, (cells) => {
      for (const cell of cellsOf(csvLine(cells), separator)) {
        const begins = cell.replace(/^[\t\r\n]+/, "").charAt(0);
        expect(begins === "" || !formulaStarts.includes(begins), JSON.stringify(cell)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a name with a formula after a semicolon", () => {
  expect(csvLine(["x;=1+1;y", 'x,"=1', "a, -5", "a\n\nb"])).toBe(
    '"x;\'=1+1;y","x,""\'=1","a, -5","a\n\nb"\r\n',
  );
});

/** Splits as a spreadsheet may that knows quotes only at the start of a cell, or not at all. */
function cellsOf(line: string, separator: string): string[] {
  const plain = line.split(/\r\n|\n|\r/).flatMap((row) => row.split(separator));
  const quoted: string[] = [""];
  let inside = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!;
    const cell = quoted.at(-1)!;
    if (letter === '"' && inside && line[at + 1] === '"') {
      quoted[quoted.length - 1] += '"';
      at += 1;
    } else if (letter === '"' && (inside || cell === "")) inside = !inside;
    else if (!inside && (letter === separator || letter === "\n")) quoted.push("");
    else quoted[quoted.length - 1] += letter;
  }
  return [...plain, ...quoted];
}

/** Parses RFC 4180 independently of the code under test. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (quoted && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === ",") {
      rows.at(-1)!.push(cell);
      cell = "";
    } else if (!quoted && letter === "\r" && text[at + 1] === "\n") {
      rows.at(-1)!.push(cell);
      cell = "";
      rows.push([]);
      at += 1;
    } else cell += letter;
  }
  return rows.slice(0, -1);
}
