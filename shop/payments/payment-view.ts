import type { Assessment, Refund } from "./model/payment.ts";
import type { PriceSourceName } from "./prices/rate.ts";

/** The payment as the buyer's page shows it. */
export interface PaymentView extends Assessment {
  address: string;
  /** `bitcoin:` URI for the outstanding amount. */
  uri: string;
  priceCents: number;
  /** US cents for one BTC that the newest quote holds, and whose median that is. */
  rateCents: number;
  sources: PriceSourceName[];
  lockedAt: Date;
  expiresAt: Date;
  /** The server's time, so that a wrong clock in the browser does no harm. */
  now: Date;
  /** True when the quote is a top-up requested by an administrator. */
  isTopUp: boolean;
  /** Refunds on the chain. */
  refunds: Refund[];
  transactions: { txid: string; sats: number; firstSeenAt: Date; confirmations: number }[];
  /** False while no chain source answers: payments are then seen later, and nothing is lost. */
  chainUp: boolean;
}
