import { href } from "react-router";
import { withNotice } from "#app/notices.ts";
import type { Access } from "#shop/orders/acts.ts";

/** Returns the path of an order's tracking page. */
export function orderPath(orderId: string): string {
  return `${href("/track-order")}?orderId=${encodeURIComponent(orderId)}`;
}

/** Returns the path of an order's page that says how to prove who one is. */
export function proofPath(orderId: string): string {
  return `${withNotice(orderPath(orderId), "proof-needed")}#proof`;
}

/** Returns where a viewer is led whose access does not suffice for an act. */
export function refusedPath(orderId: string, access: Exclude<Access, "proven">): string {
  return access === "seen" ? proofPath(orderId) : orderPath(orderId);
}

/** Returns the path of the page that buys an order's package again. */
export function buyAgainPath(orderId: string): string {
  return href("/orders/:orderId/again", { orderId });
}

/** Returns the path of a credit note of an order, a file: link to it with `reloadDocument`. */
export function creditNotePath(orderId: string, number: string): string {
  return href("/orders/:orderId/credit-notes/:number", { orderId, number });
}

/** Returns the path of an order's invoice, a file: link to it with `reloadDocument`. */
export function invoicePath(orderId: string): string {
  return href("/orders/:orderId/invoice", { orderId });
}
