import { href } from "react-router";
import { isOrderId } from "#shop/orders/order.ts";
import {
  type Choice,
  parseSubject,
  type ReviewSubject,
  subjectKey,
} from "#shop/payments/review/review.ts";

/** Names the order whose panel led to a payment, so that closing the payment leads back to it. */
const FROM_ORDER = "order";

/** Returns the list's search parameters, which are preserved while a panel is open beside it. */
function listSearch(search: URLSearchParams): string {
  const params = new URLSearchParams();
  for (const name of ["view", "after", FROM_ORDER]) {
    const value = search.get(name);
    if (value) params.set(name, value);
  }
  return params.size > 0 ? `?${params}` : "";
}

/** Returns where closing a panel leads: to the list, or to the order that it was opened from. */
export function closePath(search: URLSearchParams): string {
  const orderId = search.get(FROM_ORDER) ?? "";
  return isOrderId(orderId) ? href("/admin/orders/:orderId", { orderId }) : listPath(search);
}

/** Returns the URL of the refund form of an order's money. */
export function refundPath(orderId: string, subject: ReviewSubject | { orderId: string }): string {
  const search = new URLSearchParams({ [FROM_ORDER]: orderId });
  const key = "orderId" in subject ? subject.orderId : subjectKey(subject);
  return panelPath(key, search, { decide: "refund" });
}

/** Returns the URL of the decision about an order's bitcoins. */
export function decisionPath(orderId: string): string {
  return panelPath(orderId, new URLSearchParams({ [FROM_ORDER]: orderId }));
}

/** Returns the URL of the list behind a panel. */
function listPath(search: URLSearchParams): string {
  return `${href("/admin/review")}${listSearch(search)}`;
}

/** Returns the URL of a payment's panel beside the list; `show` opens the form of a decision. */
export function panelPath(
  subject: string,
  search: URLSearchParams,
  show: { decide?: Choice; undo?: number } = {},
): string {
  const query = new URLSearchParams(listSearch(search));
  if (show.decide) query.set("decide", show.decide);
  if (show.undo !== undefined) query.set("undo", String(show.undo));
  return `${subjectPath(subject)}${query.size > 0 ? `?${query}` : ""}`;
}

/** Returns the URL of a receipt's panel. */
export function receiptPath(receiptId: number): string {
  return panelPath(subjectKey({ receiptId }), new URLSearchParams());
}

/** Returns the path of a panel; receipts have a route of their own. */
function subjectPath(subject: string): string {
  const parsed = parseSubject(subject);
  return parsed && "receiptId" in parsed
    ? href("/admin/review/receipts/:receiptId", { receiptId: String(parsed.receiptId) })
    : href("/admin/review/:subject", { subject });
}
