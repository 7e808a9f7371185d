import { z } from "zod";
import type { FieldRecord } from "#lib/fields.ts";
import { ambiguousNumber, parseBtc, parsePrice } from "#lib/money.ts";
import { ONE_LINE, invalidCharacters } from "#lib/text.ts";

/** Maximum length of a payment's reference, in characters. */
const REFERENCE_MAX = 140;

const AMOUNT_MISSING = "Please enter an amount such as 14.99";

/** An amount of money, which is read as cents: `14.99`, also `14,99` and `$1,400.00`. */
export const amountField = {
  kind: "line",
  label: "Amount in dollars",
  input: { inputMode: "decimal", autoComplete: "off", required: true },
  rule: z.string().transform((text, context) => {
    const price = parsePrice(text);
    if (price.ok && price.value > 0) return price.value;
    const isAmbiguous = !price.ok && price.error === "ambiguous";
    context.addIssue(isAmbiguous ? ambiguousNumber(text) : AMOUNT_MISSING);
    return z.NEVER;
  }),
} as const satisfies FieldRecord;

/** An amount in BTC, which is read as satoshis. */
export const btcField = {
  ...amountField,
  label: "Amount in BTC",
  mono: true,
  rule: z
    .string()
    .transform(parseBtc)
    .pipe(z.number({ error: "Please enter an amount in BTC, such as 0.00015388" })),
} as const satisfies FieldRecord;

const code = { autoComplete: "off", spellCheck: false, required: true } as const;

/** A transaction ID, in lower case. */
export const txidField = {
  kind: "line",
  label: "Transaction ID",
  mono: true,
  input: { ...code, autoCapitalize: "none" },
  rule: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, "A transaction ID has 64 characters: 0 to 9 and a to f"),
} as const satisfies FieldRecord;

/** The reference of a payment at the bank or service; `message` asks for one. */
export function referenceField(message: string) {
  return {
    kind: "line",
    label: "Reference",
    input: { ...code, maxLength: REFERENCE_MAX },
    rule: z
      .string()
      .trim()
      .min(1, message)
      .max(REFERENCE_MAX, `At most ${REFERENCE_MAX} characters`)
      .regex(ONE_LINE, invalidCharacters("The reference")),
  } as const satisfies FieldRecord;
}
