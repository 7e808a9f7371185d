import type { PaymentTerms } from "#shop/payments/model/policy.ts";

/** "in time or up to 60 minutes late" */
export function inTimeText({ lateGraceMinutes: minutes }: PaymentTerms): string {
  if (minutes === 0) return "in time";
  return `in time or up to ${minutes === 1 ? "one minute" : `${minutes} minutes`} late`;
}

/** "Up to 1% short counts as paid. If more is missing,": what follows says what to do then. */
export function toleranceText({ tolerancePercent: percent }: PaymentTerms): string {
  if (percent === 0) return "If any of it is missing,";
  return `Up to ${percent}% short counts as paid. If more is missing,`;
}

/** "An order that stays unpaid for 24 hours after its last quote ended is rejected."; empty where none is. */
export function rejectionText({ rejectUnpaidAfterHours: hours }: PaymentTerms): string {
  if (hours === null) return "";
  const time = hours === 1 ? "one hour" : `${hours} hours`;
  return `An order that stays unpaid for ${time} after its last quote ended is rejected.`;
}
