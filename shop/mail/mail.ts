/** A mail as it waits in the outbox: what it says, in data; the words and the look come when it is sent. */
export type MailMessage =
  | OrderPlacedMail
  | RestToPayMail
  | OrderEndedMail
  | AccountMail
  | AdminOrderMail
  | AdminPaymentMail
  | AdminAlertMail
  | NewsletterLinkMail
  | NewsletterMail;

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
export type AlertSubject = "price" | "chain" | "housekeeping";

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
