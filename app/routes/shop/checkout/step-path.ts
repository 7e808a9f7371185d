import { href } from "react-router";
import type { CheckoutStep } from "#shop/checkouts/checkout.ts";

/**
 * Returns the address of a step. With the package that the page shows, the server notices that another tab has chosen
 * another one meanwhile.
 */
export function stepPath(step: CheckoutStep, packageId?: string): string {
  const search = new URLSearchParams({ step, ...(packageId && { package: packageId }) });
  return `${href("/checkout")}?${search}`;
}

/**
 * Returns the address of step 2 after an attempt to open a quote without a rate. The step then shows the error and a
 * Retry button, also when a rate has arrived meanwhile; it would lead back to step 1 otherwise.
 */
export function pathWithoutRate(packageId: string): string {
  return `${stepPath("payment", packageId)}&rate=none`;
}

/** Returns whether this is an address of `pathWithoutRate`. */
export function isWithoutRate({ searchParams }: URL): boolean {
  return searchParams.get("rate") === "none";
}
