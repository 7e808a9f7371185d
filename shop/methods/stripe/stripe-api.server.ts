import type { Stripe } from "stripe";
import { fetchThrough } from "#lib/http-fetch.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { endOfCall, providerClient } from "../provider-http.server.ts";
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

/** Loads Stripe's library, which is large, on the first request instead of at startup. */
export function stripeLibrary(): Promise<typeof import("stripe")> {
  return import("stripe");
}

/** Opens a client of Stripe's API with timeouts. */
export function stripeApi({
  secretKey,
  apiUrl,
}: Pick<StripeAccess, "secretKey" | "apiUrl">): StripeApi {
  const send = fetchThrough(providerClient);
  const base = apiUrl.replace(/\/+$/, "");
  return async (work, signal) => {
    const end = endOfCall(signal);
    const { Stripe } = await stripeLibrary();
    // A new client for each call, which is cheap: the library supports neither an abort signal nor a base path.
    const stripe = new Stripe(secretKey, {
      maxNetworkRetries: 1,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient((resource, init) => {
        const url = resource instanceof Request ? resource.url : String(resource);
        return send(url.replace(DEFAULT_API, base), {
          ...init,
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
