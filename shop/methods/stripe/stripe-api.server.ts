import type { Stripe } from "stripe";
import { type Result, ok, err } from "#lib/result.ts";
import { abortAfter } from "../provider-http.ts";
import type { ProviderError } from "../provider.ts";
import { toProviderError } from "./stripe-errors.ts";

/** The shop's credentials at Stripe, and Stripe's addresses. */
export interface StripeAccess {
  secretKey: string;
  webhookSecret: string;
  /** Base URL of the API. */
  apiUrl: string;
  pageOrigins: readonly string[];
}

/** Runs requests to Stripe; its error responses and timeouts are returned as expected errors. */
export type StripeApi = <T>(
  work: (stripe: Stripe) => Promise<T>,
  signal?: AbortSignal,
) => Promise<Result<T, ProviderError>>;

const DEFAULT_API = "https://api.stripe.com";
const REQUEST_MS = 8000;
const TOTAL_MS = 12_000;

/** Loads Stripe's library, which is large, on the first request instead of at startup. */
export function stripeLibrary(): Promise<typeof import("stripe")> {
  return import("stripe");
}

/** Opens a client of Stripe's API with timeouts. */
export function stripeApi({
  secretKey,
  apiUrl,
}: Pick<StripeAccess, "secretKey" | "apiUrl">): StripeApi {
  const base = apiUrl.replace(/\/+$/, "");
  return async (work, signal) => {
    const end = abortAfter(signal, TOTAL_MS);
    const { Stripe } = await stripeLibrary();
    // A new client for each call, which is cheap: the library supports neither an abort signal nor a base path.
    const stripe = new Stripe(secretKey, {
      timeout: REQUEST_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient((resource, init) => {
        const url = resource instanceof Request ? resource.url : String(resource);
        return fetch(url.replace(DEFAULT_API, base), {
          ...init,
          redirect: "error",
          signal: init?.signal ? AbortSignal.any([init.signal, end]) : end,
        });
      }),
    });
    try {
      return ok(await work(stripe));
    } catch (error) {
      return err(toProviderError(error));
    }
  };
}
