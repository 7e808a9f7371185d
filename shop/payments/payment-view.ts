import type { Assessment, PaidInvoice } from "./model/payment.ts";
import type { Refund } from "./model/refund.ts";
import type { PriceSourceName } from "./prices/rate.ts";
import { paymentWays } from "../settings/payment-method.ts";

/** What the page can show: one code for both ways, or one of them. */
const shownWays = ["both", ...paymentWays] as const;
export type ShownWay = (typeof shownWays)[number];

/** Reads what to show from a form or an address; null for anything else. */
export function readShownWay(text: string | null): ShownWay | null {
  return shownWays.find((way) => way === text) ?? null;
}

/** The payment as the buyer's page shows it. */
export interface PaymentView extends Assessment {
  /** What can still be chosen, the first choice in front; nothing once money was seen. */
  ways: ShownWay[];
  /** What is shown. */
  way: ShownWay;
  /** The address and the `bitcoin:` URI for the outstanding amount; null until the on-chain way was opened. */
  chain: { address: string; uri: string } | null;
  /** The invoice of the running quote and its `lightning:` URI; null until the Lightning way was opened. */
  invoice: { bolt11: string; uri: string; sats: number } | null;
  /** Both in one URI, and the segments of its QR code; null unless they are open for the same amount. */
  unified: { uri: string; code: [string, string] } | null;
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
  /** What is held beside the amount; null once nothing is. */
  held: { vatBasisPoints: number | null } | null;
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
