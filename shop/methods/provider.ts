import type { Result } from "#lib/result.ts";
import type { AmountLimits } from "./amount-limits.ts";

/** Payment methods with a page hosted by the provider. */
export type HostedMethod = "stripe" | "paypal";

/** A request for a hosted page. Amounts are in US cents. */
export interface PageRequest {
  /** The checkout being paid; passed to the provider and returned with the page's status. */
  checkoutId: string;
  /** The same key opens the same page. */
  idempotencyKey: string;
  cents: number;
  /** Shown on the page. */
  title: string;
  /** Prefilled where the provider supports it. */
  email: string;
  /** Absolute URLs to which the buyer returns after paying or cancelling. */
  successUrl: string;
  cancelUrl: string;
  now: Date;
}

/** A page of the provider on which a buyer pays. */
export interface HostedPage {
  /** The provider's id of the page. */
  reference: string;
  /** The URL to which the buyer is redirected. */
  url: string;
  /** When the page can no longer be paid. */
  expiresAt: Date;
}

/**
 * `open` can still be paid; `processing` was paid, but the money has not arrived; `paid` has received money; `closed`
 * ended without a payment.
 */
export type PageOutcome = "open" | "processing" | "paid" | "closed";

/** The pending reason of a payment that Stripe reports as paid without a charge; Stripe has no word for it. */
export const NO_CHARGE = "NO_CHARGE";

/** A payment received by the provider, as it reports it now. */
export interface ProviderReceipt {
  /** The provider's id of the payment. */
  reference: string;
  cents: number;
  /** ISO 4217 code, in capitals. */
  currency: string;
  /** Refunded cents so far, without refunds that bounced. */
  refundedCents: number;
  /** Cents of bounced refunds. */
  bouncedCents: number;
  /** The dispute of the payment; null without one. */
  dispute: "open" | "won" | "lost" | null;
  receivedAt: Date;
}

/** The status of a page. */
export interface PageStatus {
  reference: string;
  /** As passed when the page was opened. */
  checkoutId: string;
  outcome: PageOutcome;
  /** Why a payment is still processing, in the provider's word for it; null where it gives none. */
  pendingReason: string | null;
  receipts: readonly ProviderReceipt[];
}

/** A provider's expected errors: it declined, or could not be reached. */
export interface ProviderError {
  kind: "refused" | "unavailable";
  /** The provider's error text, for the log and the owner; never shown to a buyer. */
  detail: string;
}

/**
 * A payment provider with hosted pages. `fetchStatus` is authoritative; a webhook only triggers it, so that webhooks
 * that come twice, late or out of order change nothing. Only unexpected errors are thrown.
 */
export interface PaymentProvider {
  readonly method: HostedMethod;
  /** The amounts that its page takes. */
  readonly limits: AmountLimits;
  /** Origins of its pages, to which the Content-Security-Policy lets forms redirect. */
  readonly pageOrigins: readonly string[];
  openPage(request: PageRequest, signal?: AbortSignal): Promise<Result<HostedPage, ProviderError>>;
  /**
   * Returns the status of the page; null when the provider does not know it. An approved payment is captured,
   * unless `collect` is false.
   */
  fetchStatus(
    reference: string,
    options?: { collect?: boolean; signal?: AbortSignal },
  ): Promise<Result<PageStatus | null, ProviderError>>;
  /** Closes the page, as far as the provider can; a paid page stays paid. */
  close(reference: string, signal?: AbortSignal): Promise<Result<void, ProviderError>>;
  /** Verifies a webhook and returns its page; null for events that are not used. */
  readWebhook(
    body: string,
    headers: Headers,
    now: Date,
  ): Promise<Result<{ reference: string } | null, "not-genuine" | ProviderError>>;
  /** Refunds part of a payment or all of it, once for each key. Returns the refund's id. */
  refund(
    request: { receipt: string; cents: number; currency: string; idempotencyKey: string },
    signal?: AbortSignal,
  ): Promise<Result<{ reference: string }, ProviderError>>;
}
