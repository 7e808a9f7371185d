/** Money that came in, as a line of a statement tells it. */
export interface StatementLine {
  /** The bank's own id of it; null where it gives none. */
  reference: string | null;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
  payer: string;
  purpose: string;
  /** All that the statement says of it: what tells it from others where the bank gives no id. */
  says: string;
}

/** What was read of a statement. */
export interface Statement {
  lines: StatementLine[];
  /** How many lines are not of money that came in: they are left out. */
  others: number;
}

/** Why a statement cannot be read, in words, and in which line of the file, counted from 1, if that is known. */
export interface StatementProblem {
  line: number | null;
  problem: string;
}

/** How large a file of a bank may be, in bytes, and how many lines it may have. */
export const STATEMENT_MAX_BYTES = 1800 * 1024;
export const STATEMENT_MAX_LINES = 5000;

export const tooManyLines: StatementProblem = {
  line: null,
  problem: `The file has more than ${STATEMENT_MAX_LINES.toLocaleString("en-US")} lines. Export a shorter time`,
};

const TEXT_MAX = 1000;

/** A bank's text as one line that can be kept. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFD\s]+/gu, " ")
    .trim()
    .slice(0, TEXT_MAX)
    .replaceAll(/\p{Cs}/gu, "");
}
