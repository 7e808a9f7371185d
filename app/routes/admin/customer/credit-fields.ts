import { z } from "zod";
import type { Fields } from "#lib/fields.ts";
import { CREDIT_NOTE_MAX, MOST_CREDIT_CENTS } from "#shop/credit/credit.ts";
import { line, price } from "#shop/settings/rules.ts";

/** The form that gives or takes credit. */
export const creditFields = {
  direction: {
    kind: "choice",
    label: "Change",
    choices: [
      ["give", "Give"],
      ["take", "Take away"],
    ],
    empty: "give",
    rule: z.enum(["give", "take"]),
  },
  amount: {
    kind: "line",
    label: "Amount in dollars",
    input: { inputMode: "decimal", autoComplete: "off", required: true },
    rule: price(1, MOST_CREDIT_CENTS),
  },
  note: {
    kind: "line",
    label: "Note",
    className: "customer__adjust-note",
    input: { autoComplete: "off", maxLength: CREDIT_NOTE_MAX, required: true },
    hint: "The customer reads it on My Orders.",
    rule: line("The note", CREDIT_NOTE_MAX).min(1, "Please tell the customer why"),
  },
} as const satisfies Fields;
