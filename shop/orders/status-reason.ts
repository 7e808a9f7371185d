import { t } from "#messages/translate.ts";

/** The reasons that the shop itself rejects orders for, as they are stored. */
export const shopReasons = {
  unpaid: "not paid",
  withdrawn: "you withdrew from the contract",
} as const;

/** Returns the stored reason of a rejection as its buyer reads it: one of the shop's own in their language. */
export function reasonText(reason: string): string {
  if (reason === shopReasons.unpaid) return t("order.reasonUnpaid");
  if (reason === shopReasons.withdrawn) return t("order.reasonWithdrawn");
  return reason;
}
