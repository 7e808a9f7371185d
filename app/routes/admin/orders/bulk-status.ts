import type { OrderStatus } from "#shop/orders/order.ts";
import { isSettled, type PaymentStatus } from "#shop/payments/model/payment.ts";
import { countOrders } from "./bulk-result.tsx";
import { statusLabels } from "./order-labels.ts";

interface SelectedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
}

/** The text of a button that sets the status of selected orders, and the question before it. */
export interface BulkStatusTexts {
  /** For example "Set 2 orders to Completed". */
  label: string;
  question: string;
  /** Whether no order would change. */
  idle: boolean;
  /** Red for a rejection only: other statuses take nothing away. */
  tone: "danger" | "primary";
}

/** Describes what setting this status will do; orders that have it already are neither changed nor mailed. */
export function bulkStatusTexts(
  selected: readonly SelectedOrder[],
  status: OrderStatus,
): BulkStatusTexts {
  const changing = selected.filter((order) => order.status !== status);
  const already = selected.length - changing.length;
  const name = statusLabels[status];
  return {
    label:
      changing.length > 0 ? `Set ${countOrders(changing.length)} to ${name}` : `Already ${name}`,
    question: [
      already > 0 &&
        `${countOrders(already)} ${already === 1 ? "has" : "have"} this status already.`,
      ...consequences(changing, status),
    ]
      .filter(Boolean)
      .join(" "),
    idle: changing.length === 0,
    tone: status === "rejected" ? "danger" : "primary",
  };
}

function consequences(changing: readonly SelectedOrder[], status: OrderStatus) {
  const one = changing.length === 1;
  const customers = one ? "The customer gets" : "The customers get";
  const unpaid = changing.filter(({ paymentStatus }) => !isSettled(paymentStatus)).length;
  const paid = changing.length - unpaid;
  return [
    status === "completed" && unpaid > 0 && `${countOrders(unpaid)} ${areOf(unpaid)} not paid.`,
    status === "rejected" &&
      paid > 0 &&
      `${countOrders(paid)} ${areOf(paid)} paid, and not refunded.`,
    `${customers} ${status === "completed" || status === "rejected" ? "an" : "no"} email.`,
  ];
}

function areOf(count: number): string {
  return count === 1 ? "is" : "are";
}
