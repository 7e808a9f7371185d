import type { ShownCurrency } from "#messages/currencies.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import type { Goods, GoodsRecipient } from "../catalog/goods.ts";
import type { RefundPart } from "./refund-part.ts";
import type { ConsentPart, StopLink } from "./act-mail.ts";

/** The fields of every mail about an order. */
interface OrderMail extends Goods, GoodsRecipient {
  orderId: string;
  /** Signs the link to the order's page. */
  trackingKey: string;
}

/** The amount due in Bitcoin, and until when the quote is valid. */
export interface PaymentDue {
  /** Null when the order's page has a Lightning invoice for it. */
  address: string | null;
  sats: number;
  expiresAt: string;
}

/**
 * The amount due in dollars. Without instructions, the order's page explains how to pay, as in Bitcoin when the quote has
 * expired.
 */
export interface MethodDue {
  method: PaymentMethod;
  cents: number;
  instructions: readonly { label: string; value: string }[];
}

export interface OrderPlacedMail extends OrderMail {
  template: "order-placed";
  /** What is paid with money. */
  totalCents: number;
  /** The coupon and what it took off the price; left out for none. */
  coupon?: { code: string; cents: number };
  /** The part that was paid from credit; left out for none. */
  creditCents?: number;
  /** The currency that the buyer saw beside dollars; left out for none. */
  shownIn?: ShownCurrency;
  /** The consent to immediate delivery; left out for none. */
  consent?: ConsentPart;
  /** The amount due; null once all of it was seen. */
  payment: PaymentDue | MethodDue | null;
  /** What has been received when the order is placed; null for nothing. */
  seen?: SeenPayment | null;
}

/** A payment that was there before the mail about its order. */
export interface SeenPayment {
  status: OrderPaymentMail["status"] | "partial";
  receivedSats: number;
  /** The amount received by a method other than Bitcoin. */
  otherwise?: { method: string; cents: number };
  /** Why it is in review. */
  reason: string | null;
}

/** The order is underpaid: requests the outstanding amount, also when an administrator requests a top-up. */
export interface OutstandingAmountMail extends OrderMail {
  template: "rest-to-pay";
  receivedSats: number;
  payment: PaymentDue;
}

/** The payment of an order has a new status. */
export interface OrderPaymentMail extends OrderMail {
  template: "order-payment";
  status: "detected" | "paid" | "overpaid" | "review";
  totalCents: number;
  receivedSats: number;
  dueSats: number;
  /** The amount received by a method other than Bitcoin. */
  otherwise?: { method: string; cents: number };
  /** Why it is in review. */
  reason: string | null;
}

/** A refund of an order, or its credit note. */
export interface RefundMail extends OrderMail {
  template: "refund";
  refund: RefundPart;
}

/** An order is completed, or rejected. */
export interface OrderEndedMail extends OrderMail {
  template: "order-completed" | "order-failed";
  totalCents: number;
  /** Why it was rejected, if a reason was given. */
  reason: string | null;
}

/** The shop has written about an order; the text is on the order's page only. */
export interface OrderMessageMail extends Pick<OrderMail, "orderId" | "trackingKey"> {
  template: "order-message";
  /** Whether the order waits for an answer. */
  asks: boolean;
}

/** Repeats a consent that was given after the order was placed. */
export interface OrderConsentMail extends OrderMail {
  template: "order-consent";
  consent: ConsentPart;
  /** Left out in a mail of an order that was placed with it. */
  stop?: StopLink;
}

/** Confirms that a buyer's withdrawal from the contract was received. */
export interface OrderWithdrawalMail extends OrderMail {
  template: "order-withdrawal";
  /** As the buyer declared it. */
  name: string;
  placedAt: string;
  receivedAt: string;
  stop?: StopLink;
}

/** Links that were requested for an address; they are made when the mail is sent, if it has an account or an order. */
export interface RequestedLinks {
  template: "order-links" | "reset-password";
}

/** The links to the orders of an email address, as requested by somebody who has lost their mails. */
export interface OrderLinksMail {
  template: "order-links";
  orders: readonly (Goods & {
    orderId: string;
    totalCents: number;
    placedAt: string;
    trackingKey: string;
  })[];
}

/** To an administrator who tests the mail server. */
export interface TestMail {
  template: "test-mail";
}

/** A subscription was requested: a link to confirm it, or for a subscriber one to unsubscribe. */
export interface NewsletterLinkMail {
  template: "newsletter-confirm" | "newsletter-already";
  /** Begins with a slash. */
  path: string;
}

/** A newsletter to one subscriber; its text is read when it is sent. */
export interface NewsletterMail {
  template: "newsletter";
  newsletterId: number;
  /** Begins with a slash; null in a test. */
  unsubscribePath: string | null;
}

/** A newsletter to one subscriber with its text. */
export interface CompleteNewsletter {
  template: "newsletter";
  subject: string;
  markdown: string;
  unsubscribePath: string | null;
}

/** The shop's data in every template. */
export interface ShopDetails {
  shopName: string;
  supportEmail: string;
  appUrl: string;
  /** When coins arrive: a sentence for who has not paid, and one for who has; null where nothing is known. */
  delivery?: { unpaid: string; paid: string } | null;
}
