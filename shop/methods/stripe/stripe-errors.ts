import { z } from "zod";
import { redactDetail } from "../provider-http.ts";
import type { ProviderError } from "../provider.ts";

/** An error of Stripe's library, known by its type, as that advises: the library itself may not be loaded yet. */
export interface StripeFailure extends Error {
  type: string;
  code?: string;
  param?: string;
  statusCode?: number;
  requestId?: string;
}

/** Stripe's last word, in its library's terms. */
const FINAL = [
  "StripeInvalidRequestError",
  "StripeCardError",
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeIdempotencyError",
];

export function isStripeFailure(error: unknown): error is StripeFailure {
  return (
    error instanceof Error &&
    "type" in error &&
    typeof error.type === "string" &&
    error.type.startsWith("Stripe")
  );
}

/** Whether Stripe says that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return isStripeFailure(error) && error.code === "resource_missing";
}

/** Whether Stripe says that what is asked is not possible as things are; with `param`, because of that. */
export function isNoWay(error: unknown, param?: string): boolean {
  if (!isStripeFailure(error) || error.type !== "StripeInvalidRequestError") return false;
  return param === undefined || error.param === param;
}

/** What went wrong as a refusal; throws what was no doing of Stripe's. */
export function refusalOf(error: unknown): ProviderError {
  // An answer with status 429, for one, whose body is no error of Stripe's.
  if (error instanceof z.ZodError)
    return { kind: "unavailable", detail: "Stripe gave an answer that is not the protocol's" };
  if (!isStripeFailure(error)) throw error;
  const { code, requestId } = error;
  const marks = [code, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  return {
    kind: isFinal(error) ? "refused" : "unavailable",
    detail: `Stripe: ${redactDetail(error.message)}${marks && ` (${marks})`}`,
  };
}

function isFinal({ type, code, statusCode }: StripeFailure): boolean {
  // Somebody else is at it right now.
  if (statusCode === 409 || code === "lock_timeout") return false;
  return FINAL.includes(type);
}
