import type { GoodsRecipient } from "../catalog/goods.ts";
import type { CoinPackage } from "../catalog/package.ts";
import type { OrderStatus } from "../orders/order.ts";
import type { PaymentStatus, PaidInvoice } from "#shop/payments/model/payment.ts";
import type { Refund } from "#shop/payments/model/refund.ts";
import type { Settings } from "../settings/settings.ts";

/** The seller as an invoice has to name them; empty fields are not printed. */
export type Seller = Pick<Settings, "sellerName" | "sellerAddress" | "sellerTaxId" | "invoiceNote">;

/** The state of the payment, as a coloured badge on the document. */
export interface Stamp {
  text: string;
  tone: "completed" | "pending" | "rejected";
}

/** A transaction that paid; `gone` when it was dropped or reorganised away. */
interface InvoiceTransaction {
  txid: string;
  sats: number;
  seenAt: Date;
  gone: boolean;
}

/** The content of an invoice, or of the proforma invoice of an unpaid order. */
export interface Invoice {
  /** Null for a proforma invoice. */
  number: string | null;
  orderId: string;
  placedAt: Date;
  issuedAt: Date | null;
  /** When the order last changed; used as the date of the document. */
  changedAt: Date;
  timeZone: string;
  shopName: string;
  supportEmail: string;
  /** True in the sandbox, where no real money moves. */
  sandbox: boolean;
  seller: Seller;
  buyer: GoodsRecipient & {
    email: string;
    tiktokUid: string | null;
    countryName: string | null;
  };
  package: CoinPackage;
  /** The coupon; null and 0 for none. */
  couponCode: string | null;
  couponCents: number;
  /** The part that was paid from credit. */
  creditCents: number;
  /** The VAT in the price less the coupon, and its rate in hundredths of a percent; 0 for none. */
  vatBasisPoints: number;
  vatCents: number;
  totalCents: number;
  stamp: Stamp;
  /** Explains the stamp in a sentence. */
  meaning: string;
  /** Null without a quote, and for an order that was paid by another method. */
  bitcoin: {
    /** Null when it could be paid by Lightning only. */
    address: string | null;
    /** Paid Lightning invoices. */
    lightning: PaidInvoice[];
    dueSats: number;
    receivedSats: number;
    /** US cents for one BTC, and when that rate was locked. */
    rateCents: number;
    rateAt: Date;
    /** When the quote expires; null once no payment is due. */
    heldUntil: Date | null;
    transactions: InvoiceTransaction[];
    refunds: Refund[];
  } | null;
  /** The method other than Bitcoin and the receipts; null for an order that used none. */
  otherMethod: {
    method: string;
    receipts: {
      method: string;
      reference: string;
      cents: number;
      currency: string;
      refundedCents: number;
      creditedCents: number;
      receivedAt: Date;
    }[];
  } | null;
}

/** Formats an invoice number: `123` → `INV-000123`, or `INV-KXMA-000123` in the series of a restored shop. */
export function invoiceNumber({ number, series }: { number: number; series: string }): string {
  return ["INV", ...(series ? [series] : []), String(number).padStart(6, "0")].join("-");
}

/** Returns the name of the PDF file, of letters, digits and hyphens. */
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

/** Returns the stamp of an order's invoice; never "Paid" without a settled payment. */
export function stampOf(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  settledAt: Date | null;
}): Stamp {
  const { status, paymentStatus, settledAt } = order;
  if (settledAt || paymentStatus === "refunded") return stamps[paymentStatus];
  if (status === "rejected") return { text: "Rejected", tone: "rejected" };
  // Completed by an administrator: no payment is due.
  if (status === "completed") return { text: "No payment recorded", tone: "pending" };
  return stamps[paymentStatus];
}

/** Returns a sentence that explains the stamp and its consequence. */
export function meaningOf(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  settledAt: Date | null;
}): string {
  const { status, paymentStatus, settledAt } = order;
  if (!settledAt) {
    if (paymentStatus === "refunded") return "The payment was refunded. No invoice was issued.";
    if (status === "rejected") return "The order was rejected. No invoice was issued.";
    if (status === "completed")
      return "The order was completed without a recorded payment. No invoice was issued.";
    return "This proforma invoice is not a proof of payment. The invoice with its number takes its place once the payment is confirmed.";
  }
  if (paymentStatus === "refunded")
    return "The payment was refunded after this invoice was issued. The invoice keeps its number.";
  if (paymentStatus === "reversed")
    return "The payment was reversed after this invoice was issued. The invoice keeps its number.";
  if (paymentStatus === "paid" || paymentStatus === "overpaid")
    return status === "rejected"
      ? "Paid in full. The order was rejected after this."
      : "Paid in full.";
  return "The payment had settled and is being reviewed again. The invoice keeps its number.";
}
