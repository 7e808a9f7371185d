import type { Settings } from "#shop/settings/settings.ts";
import type { PaymentPolicy } from "./payment.ts";

/** The payment terms that buyers are shown. */
export interface PaymentTerms {
  /** Accepted underpayment, in percent of the amount due. */
  tolerancePercent: number;
  /** How long after its quote expired a payment still counts, in minutes. */
  lateGraceMinutes: number;
  /** Hours after which an unpaid order is rejected; null for never. */
  rejectUnpaidAfterHours: number | null;
}

/** Returns the payment terms by the current settings. */
export function paymentTermsOf(settings: Settings, addresses: "xpub" | "fixed"): PaymentTerms {
  const { tolerancePercent } = policyOf(settings, addresses);
  const { lateGraceMinutes, rejectUnpaid, rejectUnpaidAfterHours } = settings;
  return {
    tolerancePercent,
    lateGraceMinutes,
    rejectUnpaidAfterHours: rejectUnpaid ? rejectUnpaidAfterHours : null,
  };
}

/**
 * Derives the payment policy from the settings. On the fixed address the amount identifies the order, so it has to
 * be exact.
 */
export function policyOf(settings: Settings, addresses: "xpub" | "fixed"): PaymentPolicy {
  return {
    confirmations: {
      thresholdCents: settings.confirmationsThresholdCents,
      below: settings.confirmationsBelow,
      from: settings.confirmationsFrom,
    },
    tolerancePercent: addresses === "fixed" ? 0 : settings.tolerancePercent,
    lateGraceSeconds: settings.lateGraceMinutes * 60,
  };
}

/** True when a wallet with this gap limit may miss payments to the newest addresses. */
export function isBeyondGap(unpaidRun: number, gapLimit: number): boolean {
  return unpaidRun > gapLimit;
}
