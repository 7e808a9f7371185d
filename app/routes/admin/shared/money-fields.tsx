import type { ComponentProps } from "react";
import { z } from "zod";
import { Field } from "#app/ui/field.tsx";
import { ambiguousNumber, parseBtc, parsePrice } from "#lib/money.ts";

/** Maximum length of a payment's reference, in characters. */
export const REFERENCE_MAX = 140;

/** Parses an amount in dollars as cents: `14.99`, also `14,99` and `$1,400.00`. */
export function centsField(message: string) {
  return z.string().transform((text, context) => {
    const price = parsePrice(text);
    if (price.ok && price.value > 0) return price.value;
    context.addIssue(!price.ok && price.error === "ambiguous" ? ambiguousNumber(text) : message);
    return z.NEVER;
  });
}

/** Parses an amount in BTC as satoshis. */
export const btcField = z
  .string()
  .transform(parseBtc)
  .pipe(z.number({ error: "Please enter an amount in BTC, such as 0.00015388" }));

/** A transaction ID, in lower case. */
export const txidField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, "A transaction ID has 64 characters: 0 to 9 and a to f");

type FieldOverrides = Pick<ComponentProps<typeof Field>, "defaultValue" | "error" | "hint">;

/** The amount field, in dollars unless another currency is given. */
export function AmountField({
  currency = "USD",
  ...field
}: FieldOverrides & { currency?: string }) {
  return (
    <Field
      {...field}
      label={currency === "USD" ? "Amount in dollars" : `Amount in ${currency}`}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      required
    />
  );
}

/** The field for the reference of a payment at the bank or service. */
export function ReferenceField(field: FieldOverrides & { label: string; name: string }) {
  return (
    <Field {...field} maxLength={REFERENCE_MAX} autoComplete="off" spellCheck={false} required />
  );
}
