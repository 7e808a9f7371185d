import { type Result, err } from "#lib/result.ts";
import { readCamt } from "./camt.ts";
import type { CsvTable } from "./csv-layout.ts";
import { readTable } from "./csv-statement.ts";
import { isMt940, readMt940 } from "./mt940.ts";
import type { StatementProblem } from "./statement.ts";

/** Formats that are not read, by how their files begin. */
const otherFormats: readonly [RegExp, string][] = [
  [/^PK\p{Cc}\p{Cc}/u, "a ZIP archive or an Excel file. Unpack it, or export"],
  [/^%PDF/, "a PDF file. Export"],
  [/^(OFXHEADER|<\?OFX|<OFX)/i, "an OFX file. Export"],
  [/^!(Type|Account)/i, "a QIF file. Export"],
];

/** Finds the table of a bank's file. */
export function readStatementFile(file: string): Result<CsvTable, StatementProblem> {
  const text = file.trimStart();
  const [, other] = otherFormats.find(([beginning]) => beginning.test(text)) ?? [];
  if (other) return err({ line: null, problem: `This is ${other} CSV, CAMT or MT940 instead` });
  if (text.startsWith("<")) return readCamt(text);
  return isMt940(text) ? readMt940(text) : readTable(file);
}

const DECLARED = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/i;

/**
 * Decodes a bank's file: UTF-16 with a byte order mark, else UTF-8 if valid, else the encoding of its XML declaration,
 * else Windows-1252, which older banking software writes.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return (
    decoded(bytes, "utf-8") ??
    decoded(bytes, declaredEncoding(bytes)) ??
    new TextDecoder("windows-1252").decode(bytes)
  );
}

function declaredEncoding(bytes: Uint8Array): string {
  const beginning = new TextDecoder("windows-1252").decode(bytes.subarray(0, 200));
  return DECLARED.exec(beginning.trimStart())?.[1] ?? "utf-8";
}

/** Returns null for an unknown encoding and for invalid bytes. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
