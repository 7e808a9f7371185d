import type { Result } from "#lib/result.ts";

/** Ways to pay on pages of somebody else. */
export type HostedMethod = "stripe" | "paypal";

/** What a page is made for. Amounts are in US cents, as the shop's prices are. */
export interface PageRequest {
  /** Which checkout is paid: told to the service, and by it when the page is asked about. */
  checkoutId: string;
  /** One page for each key, however often it is asked for. */
  idempotencyKey: string;
  cents: number;
  /** What the buyer reads on the page. */
  title: string;
  /** Filled in where the service allows it. */
  email: string;
  /** Where the buyer comes back to, having paid, and having walked away: absolute addresses in the shop. */
  successUrl: string;
  cancelUrl: string;
  now: Date;
}

/** A page on which one pays. */
export interface HostedPage {
  /** The service's own id of it. */
  reference: string;
  /** Where the buyer is sent. */
  url: string;
  /** From when on nobody can pay on it. */
  expiresAt: Date;
}

/**
 * `open` can still be paid; `processing` was, and the money is on its way; `paid` has brought money; `closed` ended
 * without.
 */
export type PageOutcome = "open" | "processing" | "paid" | "closed";

/** Money that the service received, as it tells it now. */
export interface ProviderReceipt {
  /** The service's own id of the payment. */
  reference: string;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** Cents sent back so far, by whomever, without those that bounced. */
  refundedCents: number;
  /** Cents of refunds that did not reach the buyer, so that the service has them again. */
  bouncedCents: number;
  /** The buyer's bank or the service objects to the payment; null while nobody does. */
  dispute: "open" | "won" | "lost" | null;
  receivedAt: Date;
}

/** What has become of a page. */
export interface PageStatus {
  reference: string;
  /** As it was told when the page was made. */
  checkoutId: string;
  outcome: PageOutcome;
  receipts: readonly ProviderReceipt[];
}

/** Why a service did not do what was asked: it said no, or could not be reached. */
export interface ProviderError {
  kind: "refused" | "unavailable";
  /** The service's words, for the log and the owner; never shown to a buyer. */
  detail: string;
}

/**
 * A service on whose pages people pay. What it answers to `ask` counts; a message only says when to ask, so that
 * messages that come twice, late or in another order change nothing. Nothing of it throws but accidents.
 */
export interface PaymentProvider {
  readonly method: HostedMethod;
  /** Origins of its pages: the shop's forms may lead there. */
  readonly pageOrigins: readonly string[];
  openPage(request: PageRequest, signal?: AbortSignal): Promise<Result<HostedPage, ProviderError>>;
  /**
   * What has become of the page; null when the service does not know it. Money that the buyer has approved and that
   * still has to be collected is collected, unless `collect` is false.
   */
  ask(
    reference: string,
    options?: { collect?: boolean; signal?: AbortSignal },
  ): Promise<Result<PageStatus | null, ProviderError>>;
  /** Sees to it that nobody pays on the page any more, as far as the service can; a page that is paid stays so. */
  close(reference: string, signal?: AbortSignal): Promise<Result<void, ProviderError>>;
  /** The page that a message of the service is about; null for messages of no concern. */
  readMessage(
    body: string,
    headers: Headers,
    now: Date,
  ): Promise<Result<{ reference: string } | null, "not-genuine" | ProviderError>>;
  /** Sends back part of a payment or all of it; the same key sends it once. Returns the service's id of it. */
  refund(
    request: { receipt: string; cents: number; currency: string; idempotencyKey: string },
    signal?: AbortSignal,
  ): Promise<Result<{ reference: string }, ProviderError>>;
}
