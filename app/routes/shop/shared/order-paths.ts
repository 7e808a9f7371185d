import { href } from "react-router";

/** The page of an order. */
export function orderPath(orderId: string): string {
  return `${href("/track-order")}?orderId=${encodeURIComponent(orderId)}`;
}

/** Its invoice, a file: to be asked for by a link that loads the document. */
export function invoicePath(orderId: string): string {
  return href("/orders/:orderId/invoice", { orderId });
}
