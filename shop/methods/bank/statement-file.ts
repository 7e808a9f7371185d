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

const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/i;

/**
 * Decodes a bank's file: UTF-16 with a byte order mark, else UTF-8 if valid, else the encoding of its XML declaration,
 * else Windows-1252, which older banking software writes.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const fallback = new TextDecoder("windows-1252");
  const [, declared = "utf-8"] = DECLARED.exec(fallback.decode(bytes.subarray(0, 200))) ?? [];
  for (const encoding of ["utf-8", declared])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The encoding is unknown, or the file is not written in it.
    }
  return fallback.decode(bytes);
}
