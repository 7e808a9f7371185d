import type { Settings } from "#shop/settings/settings.ts";
import type { PaymentPolicy } from "./payment.ts";

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
