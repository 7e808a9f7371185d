import type { ComponentProps } from "react";
import { z } from "zod";
import { Field } from "#app/ui/field.tsx";
import { parsePrice } from "#lib/money.ts";

/** How long what identifies a payment elsewhere may be, in characters. */
export const REFERENCE_MAX = 140;

/** An amount in dollars, as people type it, read as cents: `14.99`, also `$1,400.00`. */
export function centsField(message: string) {
  return z
    .string()
    .transform((text) => {
      const price = parsePrice(text.replaceAll(/[$,\s]/g, ""));
      return price.ok && price.value > 0 ? price.value : null;
    })
    .pipe(z.number({ error: message }));
}

type Given = Pick<ComponentProps<typeof Field>, "defaultValue" | "error" | "hint">;

/** How much money, in dollars unless it came in another currency. */
export function AmountField({ currency = "USD", ...field }: Given & { currency?: string }) {
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

/** What a payment is called elsewhere. */
export function ReferenceField(field: Given & { label: string; name: string }) {
  return (
    <Field {...field} maxLength={REFERENCE_MAX} autoComplete="off" spellCheck={false} required />
  );
}
