import fc from "fast-check";

/** Malicious and random input. */
const NASTY = [
  "\0",
  "before\0after",
  "\u202Eright to left",
  "\u200B\u200D\uFEFF",
  "\u2028\u2029\u0085",
  "\u001B[2J\u0007\b",
  "\r\nBcc: everybody@example.com",
  "a@example.com\r\nBcc: everybody@example.com",
  "a@b.c,d@e.f",
  "-1",
  "0",
  "1e400",
  "NaN",
  "Infinity",
  "2147483648",
  "9007199254740993",
  "99999999999999999999999999",
  "0x10",
  "0000-00-00",
  "275761-01-01",
  "2026-02-30",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "true",
  "[object Object]",
  '{"$gt":""}',
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'; drop table orders; --",
  "%",
  "\\",
  "=cmd|' /C calc'!A0",
  "../../../../etc/passwd",
  "//elsewhere.example/",
  "/\\elsewhere.example/",
  "javascript:alert(1)",
  "https://elsewhere.example/",
  "00000000-0000-4000-8000-000000000000",
  "[x](javascript:alert(1)) ![x](https://elsewhere.example/x.png)",
  "ﷺ".repeat(200),
  "a".repeat(10_000),
  `${"a@".repeat(3000)}b`,
  "\uD83D\uDE00".repeat(100),
] as const;

const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 50 }),
);

type Change =
  | { kind: "text"; text: string }
  | { kind: "marked"; text: string }
  | { kind: "absent" }
  | { kind: "twice"; text: string };

export interface Attack {
  /** The indexes of the changed fields. */
  changes: { at: number; change: Change }[];
  extra: string[];
  encoding: "urlencoded" | "multipart" | "file" | "json" | "text" | "none" | "broken" | "percent";
}

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("text" as const), text: nasty }),
  fc.record({ kind: fc.constant("marked" as const), text: nasty }),
  fc.constant({ kind: "absent" as const }),
  fc.record({ kind: fc.constant("twice" as const), text: nasty }),
);

/** A malformed way to send a form. */
export const attack: fc.Arbitrary<Attack> = fc.record({
  changes: fc.array(fc.record({ at: fc.nat(30), change }), { minLength: 1, maxLength: 3 }),
  extra: fc.subarray(["__proto__", "constructor", "prototype", "toString", "", "a[b]", "next"]),
  encoding: fc.oneof(
    { arbitrary: fc.constant("urlencoded" as const), weight: 6 },
    {
      arbitrary: fc.constantFrom(
        "multipart" as const,
        "file" as const,
        "json" as const,
        "text" as const,
        "none" as const,
        "broken" as const,
        "percent" as const,
      ),
      weight: 3,
    },
  ),
});

/** Builds the body and its type; `mark` is part of every changed text, to be found in stored data. */
export function encode(
  fields: Readonly<Record<string, string>>,
  { changes, extra, encoding }: Attack,
  mark: string,
): { body: Buffer<ArrayBuffer>; headers: Record<string, string> } {
  const pairs = Object.entries(fields).flatMap(([name, value], index): [string, string][] => {
    const found = changes.find(({ at }) => at % Object.keys(fields).length === index)?.change;
    if (!found) return [[name, value]];
    if (found.kind === "absent") return [];
    if (found.kind === "twice")
      return [
        [name, value],
        [name, found.text],
      ];
    return [[name, found.kind === "marked" ? `${found.text}${mark}` : found.text]];
  });
  for (const name of extra) pairs.push([name, `//elsewhere.example/${mark}`]);
  const text = new URLSearchParams(pairs).toString();
  const form = "application/x-www-form-urlencoded";
  switch (encoding) {
    case "urlencoded":
      return { body: Buffer.from(text), headers: { "content-type": form } };
    case "percent":
      return {
        body: Buffer.from(`${text}&name=%E0%A4%&email=%ff%fe`),
        headers: { "content-type": form },
      };
    case "json":
      return {
        body: Buffer.from(JSON.stringify(Object.fromEntries(pairs))),
        headers: { "content-type": "application/json" },
      };
    case "text":
      return { body: Buffer.from(text), headers: { "content-type": "text/plain" } };
    case "none":
      return { body: Buffer.from(text), headers: {} };
    case "broken":
      return {
        body: Buffer.from(`--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${mark}`),
        headers: { "content-type": "multipart/form-data; boundary=y" },
      };
    case "multipart":
    case "file":
      return multipart(pairs, encoding === "file");
  }
}

function multipart(pairs: readonly [string, string][], asFiles: boolean) {
  const name = (text: string) => text.replaceAll(/["\r\n]/g, "");
  const parts = pairs.map(
    ([field, value]) =>
      `--edge\r\nContent-Disposition: form-data; name="${name(field)}"${asFiles ? `; filename="../x.svg"` : ""}\r\n\r\n${value}\r\n`,
  );
  return {
    body: Buffer.from(`${parts.join("")}--edge--\r\n`),
    headers: { "content-type": "multipart/form-data; boundary=edge" },
  };
}
