import { percent } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { PaymentTerms } from "#shop/payments/model/policy.ts";

/** Returns "Nothing is lost …: it settles if it reaches the network in time or up to 60 minutes late." */
export function inTimeText({ lateGraceMinutes: minutes }: PaymentTerms): string {
  return t("home.settles", { minutes });
}

/** Returns "Up to 1% short counts as paid. If more is missing, …", or what follows if anything at all is missing. */
export function toleranceText({ tolerancePercent }: PaymentTerms): string {
  if (tolerancePercent === 0) return t("home.anyMissing");
  return t("home.moreMissing", { share: percent(tolerancePercent * 100) });
}
