import type { CoinPackage } from "../catalog/package.ts";
import type { OrderStatus } from "../orders/order.ts";
import type { PaymentStatus, Refund } from "#shop/payments/model/payment.ts";
import type { Settings } from "../settings/settings.ts";

/** Who sells, as an invoice has to name them; what is empty is not printed. */
export type Seller = Pick<Settings, "sellerName" | "sellerAddress" | "sellerTaxId" | "invoiceNote">;

/** What a glance at the document should tell, and in which of the colours of the badges. */
export interface Stamp {
  text: string;
  tone: "completed" | "pending" | "rejected";
}

/** A transaction that paid; `gone` when the network took it back. */
interface InvoiceTransaction {
  txid: string;
  sats: number;
  seenAt: Date;
  gone: boolean;
}

/** Everything that stands on an invoice, or on the proforma invoice of an order that is not paid. */
export interface Invoice {
  /** Null for a proforma invoice. */
  number: string | null;
  orderId: string;
  placedAt: Date;
  issuedAt: Date | null;
  /** When the order last changed: the document's own time. */
  changedAt: Date;
  timeZone: string;
  shopName: string;
  supportEmail: string;
  /** No real money moved. */
  sandbox: boolean;
  seller: Seller;
  buyer: { email: string; tiktokUsername: string; tiktokUid: string | null };
  package: CoinPackage;
  totalCents: number;
  stamp: Stamp;
  /** What the stamp means for whoever holds it in hand. */
  meaning: string;
  /** Null before an amount was asked for, and for an order that was paid another way. */
  bitcoin: {
    address: string;
    dueSats: number;
    receivedSats: number;
    /** US cents for one BTC, and since when. */
    rateCents: number;
    rateAt: Date;
    /** Until when the amount is held; null once nothing is asked for. */
    heldUntil: Date | null;
    transactions: InvoiceTransaction[];
    refunds: Refund[];
  } | null;
  /** How it is paid, and what came, by another way than Bitcoin; null where that is neither. */
  otherwise: {
    method: string;
    receipts: {
      method: string;
      reference: string;
      cents: number;
      currency: string;
      refundedCents: number;
      receivedAt: Date;
    }[];
  } | null;
}

/** `123` → `INV-000123`, or `INV-KXMA-000123` in the series of a restored shop. */
export function invoiceNumber({ number, series }: { number: number; series: string }): string {
  return ["INV", ...(series ? [series] : []), String(number).padStart(6, "0")].join("-");
}

/** The name of the file: of letters, digits and hyphens. */
export function invoiceFileName({ number, orderId }: Pick<Invoice, "number" | "orderId">): string {
  return number ? `invoice-${number}.pdf` : `proforma-${orderId}.pdf`;
}

const stamps: Record<PaymentStatus, Stamp> = {
  pending: { text: "Awaiting payment", tone: "pending" },
  expired: { text: "Awaiting payment", tone: "pending" },
  detected: { text: "Awaiting confirmation", tone: "pending" },
  partial: { text: "Partly paid", tone: "pending" },
  review: { text: "Payment under review", tone: "pending" },
  paid: { text: "Paid", tone: "completed" },
  overpaid: { text: "Paid", tone: "completed" },
  refunded: { text: "Refunded", tone: "rejected" },
  reversed: { text: "Payment reversed", tone: "rejected" },
};

/** What is stamped on it. Without a settled payment nothing is ever stamped as paid. */
export function stampOf(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  settledAt: Date | null;
}): Stamp {
  const { status, paymentStatus, settledAt } = order;
  if (settledAt || paymentStatus === "refunded") return stamps[paymentStatus];
  if (status === "rejected") return { text: "Rejected", tone: "rejected" };
  // Completed by hand: it asks for no money any more.
  if (status === "completed") return { text: "No payment recorded", tone: "pending" };
  return stamps[paymentStatus];
}

/** The stamp in a sentence, with what follows from it. */
export function meaningOf(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  settledAt: Date | null;
}): string {
  const { status, paymentStatus, settledAt } = order;
  if (!settledAt) {
    if (paymentStatus === "refunded") return "What was paid was sent back. No invoice was issued.";
    if (status === "rejected") return "The order was rejected. No invoice was issued.";
    if (status === "completed")
      return "The order was completed without a recorded payment. No invoice was issued.";
    return "This proforma invoice is not a proof of payment. The invoice with its number takes its place once the payment is confirmed.";
  }
  if (paymentStatus === "refunded")
    return "The payment was sent back after this invoice was issued. The invoice keeps its number.";
  if (paymentStatus === "reversed")
    return "The payment was taken back after this invoice was issued. The invoice keeps its number.";
  if (paymentStatus === "paid" || paymentStatus === "overpaid")
    return status === "rejected"
      ? "Paid in full. The order was rejected after this."
      : "Paid in full.";
  return "The payment had settled, and is being looked at again. The invoice keeps its number.";
}
