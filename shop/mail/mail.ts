import type { ReceiptMethod } from "../settings/payment-method.ts";

/** A mail as it waits in the outbox: what it says, in data; the words and the look come when it is sent. */
export type MailMessage =
  | OrderPlacedMail
  | RestToPayMail
  | OrderPaymentMail
  | RefundMail
  | OrderEndedMail
  | AccountMail
  | SecurityMail
  | AdminOrderMail
  | AdminPaymentMail
  | AdminAlertMail
  | AdminDailyMail
  | NewsletterLinkMail
  | NewsletterMail;

/** What every mail about an order begins with. */
interface OrderMail {
  orderId: string;
  coins: number;
  tiktokUsername: string;
  /** Signs the link to the order's page. */
  trackingKey: string;
}

/** What is to be paid, as a `bitcoin:` address and satoshis, and until when that is held. */
export interface PaymentDue {
  address: string;
  sats: number;
  expiresAt: string;
}

/** What is to be paid by another way than Bitcoin: how, by lines of it; without lines on the order's page. */
export interface MethodDue {
  method: ReceiptMethod;
  cents: number;
  instructions: readonly { label: string; value: string }[];
}

export interface OrderPlacedMail extends OrderMail {
  template: "order-placed";
  totalCents: number;
  /** What is still to be paid; null once the money was seen. */
  payment: PaymentDue | MethodDue | null;
}

/** Part of a payment came, and the rest is to be paid: of itself, or because an administrator asks for it. */
export interface RestToPayMail extends OrderMail {
  template: "rest-to-pay";
  /** Satoshis that have come. */
  receivedSats: number;
  payment: PaymentDue;
}

/** What the payment of an order has become. */
export interface OrderPaymentMail extends OrderMail {
  template: "order-payment";
  status: "detected" | "paid" | "overpaid" | "review";
  totalCents: number;
  receivedSats: number;
  dueSats: number;
  /** What came, if it came by another way than the chain, and by which. */
  otherwise?: { method: string; cents: number };
  /** Why a person has to look at it. */
  reason: string | null;
}

/** Money was sent back: on the chain, or by the way it had come. */
export interface RefundMail extends OrderMail {
  template: "refund";
  refund: { sats: number; address: string; txid: string } | MethodRefund;
}

/** Money that went back by the way it had come. */
interface MethodRefund {
  method: ReceiptMethod;
  cents: number;
  currency: string;
}

/** An order is completed, or rejected. */
export interface OrderEndedMail extends OrderMail {
  template: "order-completed" | "order-failed";
  totalCents: number;
  /** Why it was rejected, if that was said. */
  reason: string | null;
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
  /** What came, if it came by another way than the chain, and by which. */
  otherwise?: { method: string; cents: number };
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

/** To administrators: the day before, and what waits now. */
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

/** Something happened to an account that only its owner should have done. */
export interface SecurityMail {
  template: "password-changed" | "new-sign-in";
  name: string;
  at: string;
  /** As the browser describes itself, such as `Chrome on Linux`; null where that is not known. */
  device: string | null;
  ipAddress: string | null;
}

/** A mail about an account, with a link that works once. */
export interface AccountMail {
  template: "verify-email" | "reset-password";
  name: string;
  link: string;
}

/** Somebody asked for the newsletter: a link to confirm, or if they get it already, one to unsubscribe. */
export interface NewsletterLinkMail {
  template: "newsletter-confirm" | "newsletter-already";
  /** Begins with a slash. */
  path: string;
}

/** A newsletter to one subscriber; its words are read when it is sent. */
interface NewsletterMail {
  template: "newsletter";
  newsletterId: number;
  /** Begins with a slash; null in a test. */
  unsubscribePath: string | null;
}

/** A newsletter to one subscriber with its words. */
export interface WordedNewsletter {
  template: "newsletter";
  subject: string;
  markdown: string;
  unsubscribePath: string | null;
}

/** A message that can be rendered as it is. */
export type WordedMessage = Exclude<MailMessage, NewsletterMail> | WordedNewsletter;

/** What a template needs beside the message. */
export interface MailSurroundings {
  shopName: string;
  supportEmail: string;
  appUrl: string;
}
