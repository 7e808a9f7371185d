import type { PaymentTerms } from "#shop/payments/model/policy.ts";

/** Returns "in time or up to 60 minutes late". */
export function inTimeText({ lateGraceMinutes: minutes }: PaymentTerms): string {
  if (minutes === 0) return "in time";
  return `in time or up to ${minutes === 1 ? "one minute" : `${minutes} minutes`} late`;
}

/** Returns "Up to 1% short counts as paid. If more is missing,"; the caller continues the sentence. */
export function toleranceText({ tolerancePercent: percent }: PaymentTerms): string {
  if (percent === 0) return "If any of it is missing,";
  return `Up to ${percent}% short counts as paid. If more is missing,`;
}

/** Returns "An order that stays unpaid for 24 hours … is rejected.", or "" when orders are never rejected for it. */
export function rejectionText({ rejectUnpaidAfterHours: hours }: PaymentTerms): string {
  if (hours === null) return "";
  const time = hours === 1 ? "one hour" : `${hours} hours`;
  return `An order that stays unpaid for ${time} after its last quote ended is rejected.`;
}
