import { z } from "zod";
import { redactDetail } from "../provider-http.server.ts";
import type { ProviderError } from "../provider.ts";

/** An error of Stripe's library. Recognised by its `type`, since the library's classes may not be loaded. */
export interface StripeFailure extends Error {
  type: string;
  code?: string;
  param?: string;
  statusCode?: number;
  requestId?: string;
}

/** Error types that a retry would not change. */
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

/** True when the requested object does not exist. */
export function isMissing(error: unknown): boolean {
  return isStripeFailure(error) && error.code === "resource_missing";
}

/** True when Stripe rejected the request as invalid; with `param`, because of that parameter. */
export function isInvalidRequest(error: unknown, param?: string): boolean {
  if (!isStripeFailure(error) || error.type !== "StripeInvalidRequestError") return false;
  return param === undefined || error.param === param;
}

/** Converts an error of Stripe's library to an expected error; throws any other error. */
export function toProviderError(error: unknown): ProviderError {
  // Such as a 429 response of a proxy, without Stripe's error body.
  if (error instanceof z.ZodError)
    return { kind: "unavailable", detail: "Stripe: unexpected response body" };
  if (!isStripeFailure(error)) throw error;
  const { code, requestId } = error;
  const facts = [code, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  return {
    kind: isFinal(error) ? "refused" : "unavailable",
    detail: `Stripe: ${redactDetail(error.message)}${facts && ` (${facts})`}`,
  };
}

function isFinal({ type, code, statusCode }: StripeFailure): boolean {
  // Another request is changing the same object.
  if (statusCode === 409 || code === "lock_timeout") return false;
  return FINAL.includes(type);
}
