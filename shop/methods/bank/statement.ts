import { returnDoubt } from "./words.ts";

/** A payment to the account on a bank statement. */
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
  /** Why an administrator has to look at the line; null if there is evidence for all of it. */
  doubt: string | null;
  /** What proves account, direction and booking, as text; null if anything is in doubt. */
  evidence: string | null;
}

/**
 * What a line of a statement was understood as. `asked` has a reason, and the payment unless even its amount, currency
 * or date is unclear: only `received` can be proposed as certain.
 */
export type Reading =
  | { kind: "received"; line: StatementLine }
  | { kind: "asked"; reason: string; line: StatementLine | null }
  | { kind: "leftOut"; reason: LeftOut };

export type LeftOut =
  | "it is money out"
  | "it is not booked"
  | "it has no amount"
  | "it is a balance";

/** A reading with its place in the file (`Line 3`) and the text of the line. */
export type PlacedReading = Reading & { place: string; text: string };

/** Returns the reading of a payment: received by this evidence, or asked if there is a doubt. */
export function readingOf(
  facts: Omit<StatementLine, "doubt" | "evidence">,
  evidence: readonly string[],
  doubts: readonly (string | false | null | undefined)[],
): Reading {
  const all = [...doubts, returnDoubt(`${facts.payer} ${facts.purpose}`)].filter(Boolean);
  if (all.length > 0) {
    const doubt = [...new Set(all)].join(", and ");
    return { kind: "asked", reason: doubt, line: { ...facts, doubt, evidence: null } };
  }
  return { kind: "received", line: { ...facts, doubt: null, evidence: evidence.join(", ") } };
}

export const leftOut = (reason: LeftOut): Reading => ({ kind: "leftOut", reason });
export const unclear = (reason: string): Reading => ({ kind: "asked", reason, line: null });

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

const TEXT_MAX = 2000;

/** Normalizes a bank's text to one line that PostgreSQL can store. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFD\s]+/gu, " ")
    .trim()
    .slice(0, TEXT_MAX)
    .replaceAll(/\p{Cs}/gu, "");
}

/** Joins texts of a line without repetitions, and without what banks write into a reference that they leave out. */
export function joinTexts(texts: readonly string[]): string {
  const tidy = texts.map(tidyText).filter((text) => !NO_REFERENCE.test(text));
  return tidyText([...new Set(tidy)].join(" "));
}

/** Matches the texts for a reference that is left out. */
export const NO_REFERENCE = /^(|NOTPROVIDED|NONREF|NOREF|NOTAVAILABLE)$/i;
