import type { Assessment, Refund } from "./model/payment.ts";
import type { PriceSourceName } from "./prices/rate.ts";

/** A payment as the buyer sees it: what is asked, what the chain has shown, what comes next. */
export interface PaymentView extends Assessment {
  address: string;
  /** `bitcoin:` URI for what is still to be sent (all of it, or the rest). */
  uri: string;
  priceCents: number;
  /** US cents for one BTC that the newest quote holds, and whose median that is. */
  rateCents: number;
  sources: PriceSourceName[];
  lockedAt: Date;
  expiresAt: Date;
  /** The server's clock when this was put together, so that a wrong clock in the browser does no harm. */
  now: Date;
  /** The amount is the rest that a person asked for, after looking at what had come. */
  isTopUp: boolean;
  /** What was sent back. */
  refunds: Refund[];
  transactions: { txid: string; sats: number; firstSeenAt: Date; confirmations: number }[];
  /** False while no chain source answers: payments are then seen later, and nothing is lost. */
  chainUp: boolean;
}
