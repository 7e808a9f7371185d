import type { DeliveryWarning, WorkListOrder } from "#shop/delivery/work-list.ts";
import { paymentStatusLabels } from "../orders/order-labels.ts";

/** What is odd about an order, gravest first. */
export function WarningBadges({ order }: { order: WorkListOrder }) {
  return order.warnings.map((warning) => (
    <span key={warning} className={`badge badge--${isGrave(warning) ? "rejected" : "pending"}`}>
      {warningText(warning, order)}
    </span>
  ));
}

function isGrave(warning: DeliveryWarning): boolean {
  return warning === "disputed" || warning === "unpaid";
}

/** Returns a warning in words. */
export function warningText(warning: DeliveryWarning, order: WorkListOrder): string {
  switch (warning) {
    case "disputed":
      return "Disputed: hold the coins";
    case "unpaid":
      return `Not paid: ${paymentStatusLabels[order.paymentStatus].toLowerCase()}`;
    case "review":
      return "Payment in review";
    case "first-large":
      return "First order, large amount";
    case "large":
      return "Large amount";
    case "many":
      return `${order.sameUsername} orders for this username within a day`;
  }
}
