/** A credit on a bank statement. */
export interface StatementLine {
  /** The bank's id of the credit; null without one. */
  reference: string | null;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
  payer: string;
  purpose: string;
  /** The whole line as text; identifies it when the bank gives no id. */
  content: string;
}

/** A parsed statement. */
export interface Statement {
  lines: StatementLine[];
  /** Number of lines left out because they are not booked credits. */
  others: number;
}

/** Why a statement cannot be read, and the line of the file, from 1; null if unknown. */
export interface StatementProblem {
  line: number | null;
  problem: string;
}

/** Limits of a bank's file, in bytes and lines. */
export const STATEMENT_MAX_BYTES = 1800 * 1024;
export const STATEMENT_MAX_LINES = 5000;

export const tooManyLines: StatementProblem = {
  line: null,
  problem: `The file has more than ${STATEMENT_MAX_LINES.toLocaleString("en-US")} lines. Export a shorter period`,
};

const TEXT_MAX = 1000;

/** Normalizes a bank's text to one line that PostgreSQL can store. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFD\s]+/gu, " ")
    .trim()
    .slice(0, TEXT_MAX)
    .replaceAll(/\p{Cs}/gu, "");
}
