import { Stripe } from "stripe";
import { z } from "zod";
import { type Result, ok, refuse } from "#lib/result.ts";
import { deadline } from "../deadline.ts";
import { tellable } from "../detail.ts";
import type { ProviderRefusal } from "../provider.ts";

/** What the shop is known by at Stripe, and where Stripe is. */
export interface StripeAccess {
  secretKey: string;
  webhookSecret: string;
  /** Where the API begins; the paths below it are Stripe's. */
  apiUrl: string;
  pageOrigins: readonly string[];
}

/** Runs what is asked of Stripe; what Stripe says against it, and that it says nothing, are values. */
export type StripeApi = <T>(
  work: (stripe: Stripe) => Promise<T>,
  signal?: AbortSignal,
) => Promise<Result<T, ProviderRefusal>>;

const LIBRARYS_HOST = "https://api.stripe.com";
const REQUEST_MS = 8000;
const TOTAL_MS = 12_000;

/** Stripe's own library, with an end to its patience. */
export function stripeApi({
  secretKey,
  apiUrl,
}: Pick<StripeAccess, "secretKey" | "apiUrl">): StripeApi {
  const base = apiUrl.replace(/\/+$/, "");
  return async (work, signal) => {
    const end = deadline(signal, TOTAL_MS);
    // One for each piece of work, which costs little: the library has no signal to end what hangs, and no path
    // below which an API may begin.
    const stripe = new Stripe(secretKey, {
      timeout: REQUEST_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient((asked, init) => {
        const url = asked instanceof Request ? asked.url : String(asked);
        return fetch(url.replace(LIBRARYS_HOST, base), {
          ...init,
          redirect: "error",
          signal: init?.signal ? AbortSignal.any([init.signal, end]) : end,
        });
      }),
    });
    try {
      return ok(await work(stripe));
    } catch (error) {
      return refuse(refusalOf(error));
    }
  };
}

/** Whether Stripe says that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

/** Whether Stripe says that what is asked is not possible as things are. */
export function isNoWay(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

function refusalOf(error: unknown): ProviderRefusal {
  // An answer with status 429, for one, whose body is no error of Stripe's.
  if (error instanceof z.ZodError)
    return { kind: "unavailable", detail: "Stripe gave an answer that is not the protocol's" };
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { code, requestId } = error;
  const marks = [code, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  return {
    kind: isFinal(error) ? "refused" : "unavailable",
    detail: `Stripe: ${tellable(error.message)}${marks && ` (${marks})`}`,
  };
}

function isFinal(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const { errors } = Stripe;
  // Somebody else is at it right now.
  if (error.statusCode === 409 || error.code === "lock_timeout") return false;
  return [
    errors.StripeInvalidRequestError,
    errors.StripeCardError,
    errors.StripeAuthenticationError,
    errors.StripePermissionError,
    errors.StripeIdempotencyError,
  ].some((kind) => error instanceof kind);
}
