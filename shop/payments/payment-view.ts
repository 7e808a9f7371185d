import type { Assessment, PaidInvoice, Refund } from "./model/payment.ts";
import type { PriceSourceName } from "./prices/rate.ts";
import { type PaymentWay, paymentWays } from "../settings/payment-method.ts";

/** Reads a way from a form or an address; null for anything else. */
export function readPaymentWay(text: string | null): PaymentWay | null {
  return paymentWays.find((way) => way === text) ?? null;
}

/** The payment as the buyer's page shows it. */
export interface PaymentView extends Assessment {
  /** The ways that can still be chosen, the first choice in front; none once money was seen. */
  ways: PaymentWay[];
  /** The way that is shown. */
  way: PaymentWay;
  /** The address and the `bitcoin:` URI for the outstanding amount; null until the on-chain way was opened. */
  chain: { address: string; uri: string } | null;
  /** The invoice of the running quote and its `lightning:` URI; null until the Lightning way was opened. */
  invoice: { bolt11: string; uri: string } | null;
  /** True while an invoice may be paid without the shop knowing: the node has not said that it ended unpaid. */
  invoiceMayBePaid: boolean;
  /** False while the node does not answer, or could not receive the amount. */
  lightningUp: boolean;
  priceCents: number;
  /** US cents for one BTC in the newest quote, margin included. */
  rateCents: number;
  /** How far that rate is below the market rate. */
  marginBasisPoints: number;
  /** The price sources whose median is the market rate. */
  sources: PriceSourceName[];
  lockedAt: Date;
  expiresAt: Date;
  /** The server's time, so that the countdown does not depend on the browser's clock. */
  now: Date;
  /** True when the quote is a top-up requested by an administrator. */
  isTopUp: boolean;
  /** Refunds on the chain. */
  refunds: Refund[];
  /** Paid Lightning invoices. */
  lightningPayments: PaidInvoice[];
  transactions: { txid: string; sats: number; firstSeenAt: Date; confirmations: number }[];
  /** False while no chain source responds: payments are then seen later, and none is lost. */
  chainUp: boolean;
}
