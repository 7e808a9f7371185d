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
