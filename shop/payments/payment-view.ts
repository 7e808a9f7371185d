import type { Assessment, Refund } from "./model/payment.ts";
import type { PriceSourceName } from "./prices/rate.ts";

/** The payment as the buyer's page shows it. */
export interface PaymentView extends Assessment {
  address: string;
  /** `bitcoin:` URI for the outstanding amount. */
  uri: string;
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
  transactions: { txid: string; sats: number; firstSeenAt: Date; confirmations: number }[];
  /** False while no chain source responds: payments are then seen later, and none is lost. */
  chainUp: boolean;
}
