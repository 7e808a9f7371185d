import fc from "fast-check";
import { expect, test } from "vitest";
import { isMt940, readMt940 } from "./mt940.ts";

/** The closing balance of these lines. */
const closing = (lines: readonly string[]) => {
  const cents = lines.map((line) => {
    const [, mark = "", whole = "", rest = ""] =
      /^:61:(?:\d{6}|\d{10})(R?[CD])[A-Z]?(\d+),(\d*)N/.exec(line) ?? [];
    const amount = Number(whole) * 100 + Number(rest.padEnd(2, "0"));
    return mark === "C" || mark === "RD" ? amount : -amount;
  });
  const sum = cents.reduce((total, one) => total + one, 10_000);
  return (sum / 100).toFixed(2).replace(".", ",");
};
const statement = (...lines: string[]) =>
  [
    ":20:STARTUMS",
    ":25:12030000/202051",
    ":60F:C261119EUR100,00",
    ...lines,
    `:62F:C261121EUR${closing(lines)}`,
    "-",
  ].join("\r\n");
const read = (...lines: string[]) => {
  const result = readMt940(statement(...lines));
  if (!result.ok) throw new Error(result.error.problem);
  return result.value.read?.({}) ?? [];
};
const onlyLine = (...lines: string[]) => {
  const [first] = read(...lines);
  return first?.kind === "leftOut"
    ? first.reason
    : (first?.line ?? (first?.kind === "asked" ? first.reason : null));
};

test("CR is a credit in EUR, whose currency ends with R; RC and RD are reversals", () => {
  expect(onlyLine(":61:2611201120CR14,99NTRFNONREF")).toMatchObject({
    ...{ cents: 1499, currency: "EUR", bookedOn: "2026-11-20", doubt: null },
  });
  expect(onlyLine(":61:261120C14,NTRFNONREF")).toMatchObject({ cents: 1400, doubt: null });
  expect(onlyLine(":61:2611201120DR14,99NTRFNONREF")).toBe("it is money out");
  expect(onlyLine(":61:2611201120RDR14,99NTRFNONREF")).toMatchObject({
    doubt: expect.stringContaining("reversed a debit"),
  });
  expect(onlyLine(":61:2611201120RC14,99NTRFNONREF")).toMatchObject({
    doubt: expect.stringContaining("reversed a credit"),
  });
  expect(onlyLine(":61:2611201120CD14,99NTRFNONREF")).toBe("it is not in EUR, as the statement is");
});

test("subfields: texts may be cut anywhere, name and code have their own", () => {
  expect(
    onlyLine(
      ":61:2611201120CR14,99NTRFK7//REF 1",
      ":86:166?00GUTSCHRIFT?109310?20EREF+NOTPROVIDED?21SVWZ+Order K7M2",
      "P9Q?22coins?30BYLADEM1001?31DE02?32MIRA ?33HOLT?34000?60and more",
    ),
  ).toMatchObject({
    payer: "MIRA HOLT",
    purpose: "GUTSCHRIFT EREF+NOTPROVIDED SVWZ+Order K7M2P9Q coins and more K7 REF 1",
    doubt: null,
  });
});

test("plain texts and SWIFT's code words", () => {
  expect(
    onlyLine(":61:2611201120C14,99NTRFNONREF", ":86:/TRTP/SEPA/NAME/M HOLT/REMI/Order", "K7M2P9Q"),
  ).toMatchObject({ payer: "M HOLT", purpose: "/TRTP/SEPA/NAME/M HOLT/REMI/Order K7M2P9Q" });
  expect(onlyLine(":61:2611201120C14,99NTRFX", ":86:123-456 K7M2P9Q")).toMatchObject({
    purpose: "123-456 K7M2P9Q X",
  });
});

test("a payment that came back is asked about", () => {
  const asked = { doubt: expect.any(String), evidence: null };
  for (const lines of [
    [":61:2611201120C1,NTRFX", ":86:159?00RETOURE?20x"],
    [":61:2611201120C1,NRTIX", ":86:x"],
    [":61:2611201120C1,NTRFX", ":86:/RTYP/RETN/REMI/x"],
    [":61:2611201120C1,NTRFX", ":86:/TRTP/SEPA INCASSO/REMI/x"],
    [":61:2611201120C1,NTRFX", ":86:STORNO x"],
  ])
    expect(onlyLine(...lines), lines[1]).toMatchObject(asked);
});

test("a line that cannot be read is named, and the others are read", () => {
  expect(read(":61:odd", ":61:261120C1,00NTRFX")).toMatchObject([
    { kind: "asked", place: "Line 4", line: null },
    // Whether a line is missing cannot be said, either.
    { kind: "asked", place: "Line 5", line: { cents: 100 } },
  ]);
});

test("any text is read or refused without throwing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(isMt940(text)).toBe(false);
      const result = readMt940(statement(":61:2611201120C1,00NTRFX", `:86:${text}`, text));
      expect(result.ok).toBe(true);
    }),
  );
});

test("opening and closing balance prove the lines; without them, or if they differ, all are asked about", () => {
  const line = ":61:2611201120C14,99NTRFX\r\n:86:166?20x?32MIRA";
  const file = (closing: string) =>
    `:20:A\r\n:25:1\r\n:60F:C261119EUR100,00\r\n${line}\r\n${closing}`;
  const first = (text: string) => {
    const result = readMt940(text);
    const [reading] = (result.ok && result.value.read?.({})) || [];
    return reading?.kind === "leftOut" ? null : reading?.line;
  };
  expect(first(file(":62F:C261120EUR114,99"))).toMatchObject({
    doubt: null,
    evidence:
      "account 1 in EUR, came in as NTRF, GVC 166, booked, and no line is missing, by the balances",
  });
  for (const odd of [":62F:C261120EUR100,00", ":62F:D261120EUR114,99", ":62F:C261120USD114,99", ""])
    expect(first(file(odd)), odd).toMatchObject({ doubt: expect.stringContaining("do not agree") });
});
