import type { Goods, GoodsRecipient, PackageKind } from "../catalog/goods.ts";

/** The data of a mail to all administrators. */
export type AdminMailMessage =
  | AdminOrderMail
  | AdminPaymentMail
  | AdminAlertMail
  | AdminDeliveryMail
  | AdminDailyMail
  | AdminMessageMail
  | AdminWithdrawalMail;

/** To administrators: an order was placed. */
interface AdminOrderMail extends Goods, GoodsRecipient {
  template: "admin-order";
  orderId: string;
  totalCents: number;
}

/** To administrators: a payment has a new status. */
export interface AdminPaymentMail {
  template: "admin-payment";
  orderId: string;
  status: "paid" | "overpaid" | "review" | "reversed";
  totalCents: number;
  receivedSats: number;
  dueSats: number;
  /** What was bought; left out for coins. */
  kind?: Exclude<PackageKind, "coins">;
  /** The amount received by a method other than Bitcoin. */
  otherwise?: { method: string; cents: number };
}

/** The services that the shop depends on. */
export const watchedServices = [
  "price",
  "chain",
  "hosts",
  "lightning",
  "delivery",
  "housekeeping",
] as const;
export type WatchedService = (typeof watchedServices)[number];
export type AlertSubject = WatchedService | "backup" | "disk";

/** To administrators: a service has been down, or something else has needed them, since this time. */
interface AdminAlertMail {
  template: "admin-alert";
  about: AlertSubject;
  since: string;
}

/** To administrators: the delivery adapter delivered an order that no longer waited for its coins. */
interface AdminDeliveryMail {
  template: "admin-delivery";
  orderId: string;
  state: "pending" | "rejected" | "deleted";
}

/** To administrators: the metrics of the day before, and the open tasks. */
export interface AdminDailyMail {
  template: "admin-daily";
  /** `2026-11-19`, in the shop's time zone. */
  day: string;
  orders: number;
  salesCents: number;
  visits: number;
  undelivered: number;
  reviews: number;
  failedMails: number;
}

/** To administrators: a buyer has written about an order; the text is in its panel only. */
interface AdminMessageMail {
  template: "admin-message";
  orderId: string;
}

/** To administrators: a buyer has withdrawn from the contract. */
interface AdminWithdrawalMail {
  template: "admin-withdrawal";
  orderId: string;
}
