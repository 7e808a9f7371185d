import type { LightningFault } from "../faults.ts";
import { type Invoice, statusOf } from "../invoices.ts";

/** What the opening of a channel costs, in satoshis: 1 % of 2,000,000 and the mining fee. */
const CHANNEL_COST_SATS = 22_000;
/** The fee credit that pays a part of it with the fault `fee-credit-used`, in satoshis (ACINQ/phoenixd#229). */
const FEE_CREDIT_SATS = 13_739;
/** The cost that is deducted by the fault `received-less`, in percent of the payment. */
const SMALL_COST_PERCENT = 10;

/** An incoming payment as phoenixd returns it (ACINQ/phoenixd: json/JsonSerializers.kt); null fields are left out. */
export function incomingPayment(invoice: Invoice, fault: string | null) {
  const { settled, msat, externalId } = invoice;
  const received = settled === null ? { receivedSat: 0, fees: 0 } : receivedOf(settled.msat, fault);
  return {
    type: "incoming_payment",
    subType: "lightning",
    paymentHash: invoice.hash,
    preimage: invoice.preimage,
    ...(externalId !== null && { externalId }),
    description: invoice.memo,
    invoice: invoice.bolt11,
    isPaid: settled !== null,
    isExpired: statusOf(invoice) === "expired",
    ...(msat !== null && { requestedSat: Math.floor(msat / 1000) }),
    ...received,
    expiresAt: invoice.expiresAt,
    ...(settled !== null && { completedAt: settled.at }),
    createdAt: invoice.createdAt,
  };
}

/** The event of a received payment; the amount is what is left after the costs of the channel. */
export function paymentReceived({ hash, externalId, settled }: Invoice, fault: string | null) {
  return {
    type: "payment_received",
    timestamp: settled?.at ?? Date.now(),
    amountSat: receivedOf(settled?.msat ?? 0, fault).receivedSat,
    paymentHash: hash,
    ...(externalId !== null && { externalId }),
  };
}

/**
 * Satoshis received, and the fees in msat. The fees are those of the channel, whatever paid them: what a fee credit pays
 * is not deducted from what was received (ACINQ/lightning-kmp: db/PaymentsDb.kt, wire/LiquidityAds.kt). A payment that is
 * added to the fee credit counts as received, without fees.
 */
function receivedOf(msat: number, fault: string | null): { receivedSat: number; fees: number } {
  const sats = Math.floor(msat / 1000);
  const costs: { [F in LightningFault]?: number } = {
    "received-less": Math.max(1, Math.floor((sats * SMALL_COST_PERCENT) / 100)),
    "received-negative": sats + CHANNEL_COST_SATS,
    "fee-credit-used": CHANNEL_COST_SATS,
  };
  const cost = costs[fault as LightningFault] ?? 0;
  const credit = fault === "fee-credit-used" ? FEE_CREDIT_SATS : 0;
  return { receivedSat: sats - cost + credit, fees: cost * 1000 };
}
