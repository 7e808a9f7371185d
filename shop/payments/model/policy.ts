import type { Settings } from "#shop/settings/settings.ts";
import type { PaymentPolicy } from "./payment.ts";

/** What buyers are told about how payments are dealt with. */
export interface PaymentTerms {
  /** How much less than due is enough, in percent. */
  tolerancePercent: number;
  /** How long after the end of the time for which an amount is held a payment still counts. */
  lateGraceMinutes: number;
  /** After how long without a payment an order is rejected; null for never. */
  rejectUnpaidAfterHours: number | null;
}

/** The terms that hold for amounts asked for now. */
export function paymentTermsOf(settings: Settings, addresses: "xpub" | "fixed"): PaymentTerms {
  const { tolerancePercent } = policyOf(settings, addresses);
  const { lateGraceMinutes, rejectUnpaid, rejectUnpaidAfterHours } = settings;
  return {
    tolerancePercent,
    lateGraceMinutes,
    rejectUnpaidAfterHours: rejectUnpaid ? rejectUnpaidAfterHours : null,
  };
}

/** The policy that the owner's settings make; on the one fixed address the amount names the order, so it has to be exact. */
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
