/** A mail as it waits in the outbox: what it says, in data; the words and the look come when it is sent. */
export type MailMessage =
  | OrderPlacedMail
  | RestToPayMail
  | OrderEndedMail
  | AccountMail
  | AdminOrderMail
  | AdminPaymentMail
  | AdminAlertMail;

export interface OrderPlacedMail {
  template: "order-placed";
  orderId: string;
  coins: number;
  tiktokUsername: string;
  totalCents: number;
  /** What is still to be paid, as a `bitcoin:` address and satoshis; null once the money was seen. */
  payment: { address: string; sats: number; expiresAt: string } | null;
  /** Signs the link to the order's page. */
  trackingKey: string;
}

/** Part of a payment came, and an administrator asks for the rest. */
export interface RestToPayMail {
  template: "rest-to-pay";
  orderId: string;
  coins: number;
  tiktokUsername: string;
  /** Satoshis that have come. */
  receivedSats: number;
  /** The rest, as a `bitcoin:` address and satoshis, and until when it is held. */
  payment: { address: string; sats: number; expiresAt: string };
  /** Signs the link to the order's page. */
  trackingKey: string;
}

/** An order is completed, or rejected. */
export interface OrderEndedMail {
  template: "order-completed" | "order-failed";
  orderId: string;
  coins: number;
  tiktokUsername: string;
  totalCents: number;
  /** Why it was rejected, if that was said. */
  reason: string | null;
  trackingKey: string;
}

/** To administrators: an order was placed. */
export interface AdminOrderMail {
  template: "admin-order";
  orderId: string;
  coins: number;
  tiktokUsername: string;
  totalCents: number;
}

/** To administrators: a payment has become this. */
export interface AdminPaymentMail {
  template: "admin-payment";
  orderId: string;
  status: "paid" | "overpaid" | "review" | "reversed";
  totalCents: number;
  receivedSats: number;
  dueSats: number;
}

/** What the shop cannot work without. */
export const alertSubjects = ["price", "chain", "hosts", "housekeeping"] as const;
export type AlertSubject = (typeof alertSubjects)[number];

/** To administrators: something has been down since then. */
export interface AdminAlertMail {
  template: "admin-alert";
  about: AlertSubject;
  since: string;
}

/** A mail about an account, with a link that works once. */
export interface AccountMail {
  template: "verify-email" | "reset-password";
  name: string;
  link: string;
}

/** What a template needs beside the message. */
export interface MailSurroundings {
  shopName: string;
  supportEmail: string;
  appUrl: string;
}
