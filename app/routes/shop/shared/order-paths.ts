import { href } from "react-router";

/** Returns the path of an order's tracking page. */
export function orderPath(orderId: string): string {
  return `${href("/track-order")}?orderId=${encodeURIComponent(orderId)}`;
}

/** Returns the path of the page that buys an order's package again. */
export function buyAgainPath(orderId: string): string {
  return href("/orders/:orderId/again", { orderId });
}

/** Returns the path of an order's invoice, a file: link to it with `reloadDocument`. */
export function invoicePath(orderId: string): string {
  return href("/orders/:orderId/invoice", { orderId });
}
