import type { OrderStatus } from "#shop/orders/order.ts";
import { isSettled, type PaymentStatus } from "#shop/orders/payment-status.ts";
import { countOrders } from "./bulk-result.tsx";
import { statusLabels } from "./order-labels.ts";

interface SelectedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** While it is unpaid, no email about its rejection is sent. */
  mailsHeld: boolean;
}

/** Which changes of status the settings have emails sent about. */
export interface StatusMails {
  completed: boolean;
  rejected: boolean;
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
  mails: StatusMails,
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
      ...consequences(changing, status, mails),
    ]
      .filter(Boolean)
      .join(" "),
    idle: changing.length === 0,
    tone: status === "rejected" ? "danger" : "primary",
  };
}

function consequences(changing: readonly SelectedOrder[], status: OrderStatus, mails: StatusMails) {
  const unpaid = changing.filter(({ paymentStatus }) => !isSettled(paymentStatus)).length;
  const paid = changing.length - unpaid;
  return [
    status === "completed" && unpaid > 0 && `${countOrders(unpaid)} ${areOf(unpaid)} not paid.`,
    status === "rejected" &&
      paid > 0 &&
      `${countOrders(paid)} ${areOf(paid)} paid, and not refunded.`,
    mailText(changing, status, mails),
  ];
}

function mailText(
  changing: readonly SelectedOrder[],
  status: OrderStatus,
  mails: StatusMails,
): string {
  const customers = changing.length === 1 ? "The customer gets" : "The customers get";
  if (status !== "completed" && status !== "rejected") return `${customers} no email.`;
  if (!mails[status]) return `${customers} no email: it is switched off in Settings.`;
  const held = status === "rejected" ? changing.filter((order) => order.mailsHeld).length : 0;
  if (held === 0) return `${customers} an email.`;
  if (held === changing.length)
    return `${customers} no email: too many were sent about unpaid orders.`;
  return `${customers} an email, except for ${countOrders(held)}.`;
}

function areOf(count: number): string {
  return count === 1 ? "is" : "are";
}
