import { z } from "zod";
import type { Fields } from "#lib/fields.ts";
import { LINES, invalidCharacters } from "#lib/text.ts";
import { amountField, btcField, referenceField, txidField } from "../shared/money-fields.ts";

/** Payment methods that are recorded by hand. */
export const recordMethods = ["bank_transfer", "paypal"] as const;
export type RecordMethod = (typeof recordMethods)[number];

const DETAILS_MAX = 500;
/** Day of the Bitcoin genesis block. */
const EARLIEST = "2009-01-03";

const dayField = {
  kind: "line",
  input: { type: "date", required: true },
  rule: z.iso.date("Please enter a date").refine((text) => text >= EARLIEST, "Please enter a date"),
} as const;

const half = { className: "panel-form__half" } as const;

/** The form that records a payment by hand. */
export const recordFields = {
  method: {
    kind: "choice",
    label: "Method",
    // In the form, since texts are loaded after the modules.
    choices: [],
    rule: z.enum(recordMethods),
    ...half,
  },
  amount: { ...amountField, ...half },
  reference: {
    ...referenceField("Please enter the reference"),
    hint: "The bank's or PayPal's ID of this payment. Each reference is recorded only once.",
  },
  day: { ...dayField, label: "Received on" },
  details: {
    kind: "lines",
    label: "Who paid",
    optional: true,
    rows: 2,
    input: { maxLength: DETAILS_MAX },
    rule: z
      .string()
      .transform((text) => text.replaceAll("\r\n", "\n").trim())
      .pipe(
        z
          .string()
          .max(DETAILS_MAX, `The note is too long (at most ${DETAILS_MAX} characters)`)
          .regex(LINES, invalidCharacters("The note")),
      ),
  },
} as const satisfies Fields;

/** The form that records bitcoins that arrived elsewhere. */
export const bitcoinFields = {
  txid: txidField,
  amount: { ...btcField, ...half },
  day: { ...dayField, label: "Arrived on", ...half },
} as const satisfies Fields;
