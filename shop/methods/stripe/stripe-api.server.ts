import type { Stripe } from "stripe";
import { type Result, ok, err } from "#lib/result.ts";
import { abortAfter } from "../provider-http.ts";
import type { ProviderError } from "../provider.ts";
import { refusalOf } from "./stripe-errors.ts";

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
) => Promise<Result<T, ProviderError>>;

const LIBRARYS_HOST = "https://api.stripe.com";
const REQUEST_MS = 8000;
const TOTAL_MS = 12_000;

/** Stripe's own library, which is large: loaded with the first question, not with the shop. */
export function stripeLibrary(): Promise<typeof import("stripe")> {
  return import("stripe");
}

/** Stripe's own library, with an end to its patience. */
export function stripeApi({
  secretKey,
  apiUrl,
}: Pick<StripeAccess, "secretKey" | "apiUrl">): StripeApi {
  const base = apiUrl.replace(/\/+$/, "");
  return async (work, signal) => {
    const end = abortAfter(signal, TOTAL_MS);
    const { Stripe } = await stripeLibrary();
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
      return err(refusalOf(error));
    }
  };
}
