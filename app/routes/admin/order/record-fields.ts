import { z } from "zod";
import type { FieldErrors } from "#lib/form.ts";
import { LINES, ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { btcField, centsField, REFERENCE_MAX, txidField } from "../shared/money-fields.tsx";

/** Payment methods that are recorded by hand. */
export const recordMethods = ["bank_transfer", "paypal"] as const;
export type RecordMethod = (typeof recordMethods)[number];

export const DETAILS_MAX = 500;
/** Day of the Bitcoin genesis block. */
const EARLIEST = "2009-01-03";

export type RecordField = "method" | "amount" | "reference" | "day" | "details";
export type BitcoinField = "txid" | "amount" | "day";

/** Errors and submitted values of a payment that was not recorded. */
export interface RecordActionData {
  errors: FieldErrors<RecordField>;
  typed: Partial<Record<RecordField, string>>;
}

/** The same of bitcoins that arrived elsewhere. */
export interface BitcoinActionData {
  errors: FieldErrors<BitcoinField>;
  typed: Partial<Record<BitcoinField, string>>;
}

const day = z.iso
  .date("Please enter a date")
  .refine((text) => text >= EARLIEST, "Please enter a date");

/** The form that records bitcoins that arrived elsewhere. */
export const bitcoinSchema = z.object({ txid: txidField, amount: btcField, day });

/** The form that records a payment by hand. */
export const recordSchema = z.object({
  method: z.enum(recordMethods),
  amount: centsField("Please enter an amount such as 14.99"),
  reference: z
    .string()
    .trim()
    .min(1, "Please enter the reference")
    .max(REFERENCE_MAX, `At most ${REFERENCE_MAX} characters`)
    .regex(ONE_LINE, invalidCharacters("The reference")),
  day,
  details: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .max(DETAILS_MAX, `The note is too long (at most ${DETAILS_MAX} characters)`)
        .regex(LINES, invalidCharacters("The note")),
    ),
});
