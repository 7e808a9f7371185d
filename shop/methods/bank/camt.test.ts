import fc from "fast-check";
import { expect, test } from "vitest";
import { readCamt } from "./camt.ts";
import { camt, kindOf } from "./test-statements.ts";

const read = (text: string) => {
  const result = readCamt(text);
  if (!result.ok) throw new Error(`${result.error.line}: ${result.error.problem}`);
  const readings = result.value.read?.({}) ?? [];
  return {
    lines: readings.flatMap((one) => (one.kind !== "leftOut" && one.line ? [one.line] : [])),
    leftOut: readings.flatMap((one) => (one.kind === "leftOut" ? [one.reason] : [])),
    asked: readings.flatMap((one) => (one.kind === "asked" ? [one.reason] : [])),
  };
};

test.each([2, 3, 4, 5, 6, 7, 8])("version %i: payer, amount, day and purpose", (version) => {
  const { lines, leftOut } = read(
    camt(version, [
      {
        amount: "14.99",
        reference: "NTRF-1",
        details: [{ payer: "Mira Holt &amp; Co", purpose: "Order\n 7KQ2M9X", endToEnd: "E2E-9" }],
      },
      { amount: "100.00", credit: false, reference: "NTRF-2" },
      { amount: "20.00", state: "PDNG", reference: "NTRF-3" },
    ]),
  );
  expect(lines).toMatchObject([
    {
      reference: "NTRF-1",
      cents: 1499,
      currency: "USD",
      bookedOn: "2026-11-20",
      payer: "Mira Holt & Co",
      purpose: "Order 7KQ2M9X E2E-9",
    },
  ]);
  expect(leftOut).toEqual(["it is money out", "it is not booked"]);
});

test("a batch is split into its payments, each with a reference", () => {
  for (const version of [2, 8]) {
    const details = [
      { amount: "14.99", payer: "Mira", purpose: "A", reference: "TX-1" },
      { amount: "5.01", payer: "Jo", purpose: "B" },
      { amount: "1", payer: "Al", purpose: "C", reference: "BATCH" },
    ];
    const { lines } = read(camt(version, [{ amount: "21.00", reference: "BATCH", details }]));
    expect(lines.map(({ reference, cents, payer }) => [reference, cents, payer])).toEqual([
      ["TX-1", 1499, "Mira"],
      ["BATCH/2", 501, "Jo"],
      ["BATCH/3", 100, "Al"],
    ]);
  }
});

test("a batch whose parts do not add up is one line, which is asked about", () => {
  const details = [
    { amount: "14.99", purpose: "A" },
    { purpose: "B", payer: "Jo" },
  ];
  const { lines } = read(camt(4, [{ amount: "20.00", details }]));
  expect(lines).toMatchObject(
    [{ cents: 2000, reference: null, payer: "Jo", purpose: "A B", doubt: /do not add up/ }].map(
      (line) => ({ ...line, doubt: expect.stringMatching(line.doubt) }),
    ),
  );
});

test("the only payment of an entry has the booked amount and currency", () => {
  const details = [{ amount: "13.70", purpose: "A" }];
  const { lines } = read(camt(8, [{ amount: "14.99", currency: "EUR", details }]));
  expect(lines).toMatchObject([{ cents: 1499, currency: "EUR" }]);
});

test("namespace prefixes are ignored", () => {
  const text = camt(4, [{ amount: "1.00" }])
    .replaceAll(/<(\/?)(?=[A-Z])/g, "<$1n:")
    .replace("xmlns=", "xmlns:n=");
  expect(read(text).lines).toHaveLength(1);
});

test("problems are reported, with the line if known", () => {
  const problem = (text: string) => {
    const result = readCamt(text);
    return result.ok ? null : result.error;
  };
  expect(problem("<a>\n<b></a>")).toMatchObject({ line: 2 });
  expect(problem("<Document/>")?.problem).toContain("not a bank statement in CAMT");
});

test.each([
  ["an amount that is none", { amount: "1.999" }, "“1.999” is not a valid amount"],
  ["an unknown currency", { amount: "1", currency: "QQQ" }, "the currency “QQQ” is not known"],
  ["a day that does not exist", { amount: "1", day: "2026-02-30" }, "its date is missing"],
])("%s is named, and the other entries are read", (_what, entry, reason) => {
  const { lines, asked } = read(camt(2, [entry, { amount: "2" }]));
  expect(lines).toMatchObject([{ cents: 200, doubt: null }]);
  expect(asked).toEqual([reason]);
});

const prtry = (code: string) => `<BkTxCd><Prtry><Cd>${code}</Cd></Prtry></BkTxCd>`;

test.each([
  ["a debit that was reversed", "CRDT", "<RvslInd>true</RvslInd>", "money that you had paid"],
  ["a credit that was reversed", "DBIT", "<RvslInd>1</RvslInd>", "money that you had received"],
  ["a state of the bank's own", "CRDT", "<Sts><Prtry>OK</Prtry></Sts>", "its state"],
  ["a German code of a return", "CRDT", prtry("NTRF+159+00"), "“GVC 159” is not known"],
  ["money of another currency", "CRDT", "<Amt Ccy='EUR'>14.99</Amt>", "it is in EUR"],
])("%s is shown as what it is", (_what, direction, element, doubt) => {
  const text = camt(8, [{ amount: "14.99", credit: direction === "CRDT" }]);
  const changed = element.includes("Sts")
    ? text.replace(/<Sts>.*<\/Sts>/, element)
    : element.includes("Amt")
      ? text.replace(/<Amt.*<\/Amt>/, element).replace("</Acct>", "<Ccy>USD</Ccy></Acct>")
      : text.replace("<BookgDt>", `${element}<BookgDt>`);
  expect(read(changed).lines).toMatchObject([{ doubt: expect.stringContaining(doubt) }]);
});

test("a refund that came back is asked about, also within a batch", () => {
  const back = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
  const entry = { amount: "3.00", details: [{ amount: "1.00" }, { amount: "2.00" }] };
  const text = camt(8, [entry]).replace("</TxDtls>", `${back}</TxDtls>`);
  expect(read(text).lines.map(({ doubt }) => doubt !== null)).toEqual([true, false]);
});

test("rejects document types and entities, and survives deep nesting", () => {
  const bomb = `<!DOCTYPE d [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><Document>&b;</Document>`;
  expect(readCamt(bomb)).toMatchObject({ ok: false });
  expect(readCamt("<Document>&b;</Document>")).toMatchObject({ ok: false });
  expect(readCamt("<a>".repeat(100_000) + "</a>".repeat(100_000))).toMatchObject({ ok: false });
});

test("any text is read or rejected without throwing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, place) => {
      expect(readCamt(text).ok).toBe(false);
      const whole = camt(8, [{ amount: "1.00", reference: "A", details: [{ purpose: "B" }] }]);
      const at = place % whole.length;
      expect(readCamt(whole.slice(0, at) + text + whole.slice(at)).ok).toBeTypeOf("boolean");
    }),
  );
});

test("amounts and texts are read as they were written", () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), word, word, (cents, payer, purpose) => {
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      const { lines } = read(camt(8, [{ amount, details: [{ payer, purpose }] }]));
      expect(lines).toMatchObject([{ cents, payer, purpose }]);
    }),
  );
});

test.each([
  ["PMNT/RCDT/ESCT", true],
  ["PMNT/RCDT/DMCT", true],
  ["PMNT/RCDT/XBCT", true],
  ["PMNT/RRCT/ESCT", true],
  ["PMNT/RCDT/RRTN", false],
  ["PMNT/RCDT/RPCR", false],
  ["PMNT/RCDT/BOOK", false],
  ["PMNT/RCDT/CHRG", false],
  ["PMNT/RCDT/", false],
  ["PMNT/IDDT/UPDD", false],
  ["PMNT/IDDT/PRDD", false],
  ["PMNT/ICDT/ESCT", false],
  ["PMNT/RDDT/ESDD", false],
  ["PMNT/CCRD/POSP", false],
  ["ACMT/MCOP/INTR", false],
  [null, false],
])("a credit of the kind %s", (kind, isCertain) => {
  const details = [{ payer: "Mira", purpose: "K7M2P9Q" }];
  const credit = camt(8, [{ amount: "14.99", kind, details }]);
  expect(read(credit).lines[0]?.evidence !== null).toBe(isCertain);
  if (!kind) return;
  // Nor is a transfer of which a detail says otherwise.
  const beside = camt(8, [{ amount: "14.99", details }]).replace("<Refs>", `${kindOf(kind)}<Refs>`);
  expect(read(beside).lines[0]?.evidence !== null).toBe(isCertain);
});

test("a text of a reversal, and a file without its account, are asked about", () => {
  const whole = camt(8, [{ amount: "14.99", details: [{ purpose: "K7M2P9Q" }] }]);
  expect(read(whole).lines[0]?.evidence).toContain("account 12345678 in USD");
  const texts = whole.replace("</Sts>", "</Sts><AddtlNtryInf>STORNO</AddtlNtryInf>");
  expect(read(texts).lines).toMatchObject([{ doubt: expect.stringContaining("return") }]);
  expect(read(whole.replace(/<Acct>.*<\/Acct>/, "")).lines).toMatchObject([
    { doubt: "the file does not name its account" },
  ]);
});

test("opening and closing balance must agree with the entries, and prove that none is missing", () => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const entries = [
    { amount: "14.99" },
    { amount: "5.00", credit: false },
    { amount: "9.99", state: "PDNG" },
  ];
  const text = (closing: string) =>
    camt(8, entries).replace(
      "</Acct>",
      `</Acct>${balance("OPBD", "100.00")}${balance("CLBD", closing)}`,
    );
  expect(read(text("109.99")).lines[0]?.evidence).toContain("no line is missing");
  expect(read(text("114.99")).lines).toMatchObject([
    { doubt: expect.stringContaining("do not agree") },
  ]);
});
