import { href } from "react-router";
import type { CheckoutStep } from "#shop/checkout/checkout.ts";

/**
 * Returns the address of a step. With the package that the page shows, the server notices that another tab has chosen
 * another one meanwhile.
 */
export function stepPath(step: CheckoutStep, packageId?: string): string {
  const search = new URLSearchParams({ step, ...(packageId && { package: packageId }) });
  return `${href("/checkout")}?${search}`;
}

/**
 * In the query of step 2: there was no rate, and so no quote. The step then shows the error and a Retry button, also when
 * a rate has arrived meanwhile; it would lead back to step 1 otherwise.
 */
export const NO_RATE = "rate=none";
