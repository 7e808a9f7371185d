import type { ComponentProps } from "react";
import { Field } from "#app/ui/field.tsx";
import { REFERENCE_MAX } from "./money-fields.ts";

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
