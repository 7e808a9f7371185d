import { z } from "zod";
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
