import { expect, test } from "vitest";
import { camt } from "./test-statements.ts";
import { type ColumnRole, type CsvLayout, wordsOf } from "./csv-layout.ts";
import { proposeLayout } from "./csv-proposal.ts";
import { readCsv, readTable } from "./csv-statement.ts";
import { readStatementFile } from "./statement-file.ts";

/** Small files of which a reader that trusts too much makes payments: what is certain in each of them. */

const tableOf = (text: string) => {
  const table = readTable(text);
  if (!table.ok) throw new Error(table.error.problem);
  return table.value;
};

/** Reads a file whose owner says that all lines are booked, and `positive`, if asked for an example. */
function read(text: string, roles: string, given: Partial<CsvLayout> = {}) {
  const layout: CsvLayout = {
    roles: roles.split(" ").map((role) => role as ColumnRole),
    ...{ words: {}, dateOrder: "ymd", decimal: ".", currency: "EUR", bothSigns: false },
    ...{ positive: null, allBooked: true, ...given },
  };
  return readCsv(tableOf(text), layout);
}
/** Reads a file in CAMT or MT940 whose codes nobody has explained. */
const readCoded = (text: string) => {
  const table = readStatementFile(text);
  return (table.ok && table.value.read?.({})) || [];
};
const certain = (readings: ReturnType<typeof read>["readings"]) =>
  readings.flatMap((one) => (one.kind === "received" ? [one.line.purpose] : []));

test.each([
  [
    "equal refunds, and a line out of order",
    "Date;Text;Amount;Balance\n2026-10-03;A;-14.99;35464.61\n2026-10-02;B;-14.99;35479.60\n2026-10-28;C;6973.64;",
  ],
  [
    "equal refunds of one day",
    "Date;Text;Amount;Balance\n2026-10-03;A;-14.99;35464.61\n2026-10-03;B;-14.99;35479.60",
  ],
  [
    "equal refunds in sections",
    "Date;Text;Amount;Balance\n2026-10-03;A;-14.99;18754.64\n2026-10-06;B;-14.99;18739.65\n2026-10-01;Saldo final;7501.38;",
  ],
  [
    "lines without a balance that explain the difference",
    "Date;Text;Amount;Balance\n2026-10-01;A;14.99;100.00\n2026-10-02;B;14.99;\n2026-10-03;C;14.99;\n2026-10-04;D;-14.99;114.99",
  ],
])("%s: nothing is certain, and the layout learns no sign", (_what, text) => {
  const { readings, layout } = read(text, "date text amount balance");
  expect(certain(readings)).toEqual([]);
  expect(layout.positive).toBeNull();
});

test("a sign that the balances turn round is asked for", () => {
  const text =
    "Date;Text;Amount;Balance\n2026-10-01;A;-3.00;100.00\n2026-10-02;B;-14.99;114.99\n2026-10-03;C;7.00;107.99";
  const first = read(text, "date text amount balance");
  expect(certain(first.readings)).toEqual(["B"]);
  expect(first.layout.positive).toBeNull();
  expect(first.example).toMatchObject({ isPositive: false });
});

test("equal payments are read in the order of all dates", () => {
  const text =
    "Date;Text;Amount;Balance\n2026-10-03;A;14.99;129.98\n2026-10-02;B;14.99;114.99\n2026-10-01;C;14.99;100.00";
  expect(certain(read(text, "date text amount balance").readings)).toEqual(["A", "B"]);
});

test.each([
  ["another account", "Account;DE2\nCurrency;HUF\nDate;Text;Amount"],
  ["one line of another account", "Account DE2 USD"],
  ["headings once more", "Date;Text;Amount"],
  ["a section", "Pending transactions"],
  ["a total", ";Total;9.99"],
])("below %s, nothing is certain", (_what, lines) => {
  const above = "Date;Text;Amount\n2026-10-01;A;14.99\n2026-10-02;B;-5.00";
  const { readings } = read(`${above}\n${lines}\n2026-10-03;C;14.99`, "date text amount", {
    positive: "in",
  });
  expect(certain(readings)).toEqual(["A"]);
  expect(readings.at(-1)).toMatchObject({ kind: "asked", line: { purpose: "C" } });
});

test("below headings in another order, money out is asked about, and money in is not lost", () => {
  const text =
    "Date;Text;In;Out\n2026-10-01;A;14.99;\n2026-10-02;B;;5.00\nCard account\nDate;Text;Out;In\n2026-10-03;C;14.99;\n2026-10-04;D;;14.99";
  const { readings } = read(text, "date text in out", { positive: "in" });
  expect(certain(readings)).toEqual(["A"]);
  expect(readings.slice(-2)).toMatchObject([
    { line: { purpose: "C" } },
    { line: { purpose: "D" } },
  ]);
});

test.each([
  ["balance", "date text balance", "100.00"],
  ["currency", "date text currency", "EUR"],
  ["state", "date text words", "Done"],
  ["payer", "date text payer", "Mira"],
])("a line without a %s, which others have, is asked about", (_what, roles, cell) => {
  const rows = ["A", "B", "C", "D"].map((name) => `2026-10-01;${name};${cell};-5.00`);
  const text = `Date;Text;Other;Amount\n${rows.join("\n")}\n2026-10-02;E;${cell};14.99\n2026-10-02;F;;20.00`;
  const words = { "2 done": "booked", "2 ": "nothing" } as const;
  // These balances say nothing: they never change.
  const { readings } = read(text, `${roles.replace("balance", "account")} amount`, {
    ...{ positive: "in", words },
  });
  expect(readings.at(-1)).toMatchObject({ reason: expect.stringContaining("nothing in “Other”") });
  expect(certain(readings)).toEqual(["E"]);
});

test("a line that is not booked and has no balance is asked about", () => {
  const text =
    "Date;Text;Amount;Balance\n2026-10-01;A;14.99;114.99\n2026-10-02;B;-5.00;109.99\n2026-10-03;C;14.99;";
  const { readings } = read(text, "date text amount balance", { positive: "in" });
  expect(certain(readings)).toEqual(["A"]);
});

test.each([
  [
    "the account itself",
    "<DbtrAcct><Id><IBAN>DE02 1203 0000 0000 2020 51</IBAN></Id></DbtrAcct>",
    "",
  ],
  ["another account of the file", "<DbtrAcct><Id><Othr><Id>777</Id></Othr></Id></DbtrAcct>", ""],
  ["the same company", "", "<Purp><Cd>INTC</Cd></Purp>"],
])("CAMT: money from %s is asked about", (_what, account, purpose) => {
  const file = camt(8, [{ amount: "14.99", details: [{ payer: "Mira", purpose: "x" }] }]);
  const own = file
    .replace("<Othr><Id>12345678</Id></Othr>", "<IBAN>DE02120300000000202051</IBAN>")
    .replace("</Stmt>", "</Stmt><Stmt><Acct><Id><Othr><Id>777</Id></Othr></Id></Acct></Stmt>");
  const kinds = (text: string) => {
    return readCoded(text).map(({ kind }) => kind);
  };
  expect(kinds(own)).toEqual(["received"]);
  const odd = own
    .replace("</Dbtr>", `</Dbtr>${account}`)
    .replace("</TxDtls>", `${purpose}</TxDtls>`);
  expect(kinds(odd)).toEqual(["asked"]);
});

test("a statement that the file has twice is asked about", () => {
  const file = camt(8, [{ amount: "14.99", details: [{ purpose: "x" }] }]);
  const mt940 =
    ":20:A\n:25:1\n:60F:C261119EUR100,00\n:61:2611201120C14,99NTRFX\n:86:x\n:62F:C261120EUR114,99\n";
  for (const text of [file.replace(/<Stmt>.*<\/Stmt>/s, "$&$&"), mt940.repeat(2)]) {
    expect(readCoded(text)).toMatchObject([{ kind: "asked" }, { kind: "asked" }]);
  }
});

test.each(["?3012030000?31202051", "?31DE02120300000000202051"])(
  "MT940: money from the account itself (%s) is asked about",
  (payer) => {
    const file = `:20:A\n:25:12030000/0202051\n:60F:C261119EUR100,00\n:61:2611201120C14,99NTRFX\n:86:166?20x${payer}?32SHOP\n:62F:C261120EUR114,99\n`;
    expect(readCoded(file)).toMatchObject([{ reason: expect.stringContaining("of your own") }]);
  },
);

test("a column of few values is a category, also of long ones in a short file", () => {
  const types = ["Fee", "Transfer between own accounts", "Transfer between own accounts"];
  const names = ["Mira Holt", "Jo Field", "Ada Lane"];
  const rows = types.map(
    (type, at) => `2026-10-0${at + 1};${names[at]};Order K7M2P9Q ${at};${at + 14}.99;0.00;${type}`,
  );
  const table = tableOf(`Date;Name;Description;Paid In;Paid Out;Type\n${rows.join("\n")}`);
  const { roles } = proposeLayout(table);
  expect(roles).toEqual(["date", "payer", "text", "in", "out", "words"]);
  expect(wordsOf(table, roles).map(({ word }) => word)).toEqual(types.slice(0, 2));
});
