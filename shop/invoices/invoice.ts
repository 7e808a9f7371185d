import type { ShownCurrency } from "#messages/currencies.ts";
import type { Language } from "#messages/languages.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import type { PaidInvoice } from "#shop/payments/model/payment.ts";
import type { Refund } from "#shop/payments/model/refund.ts";
import type { GoodsRecipient } from "../catalog/goods.ts";
import type { CoinPackage } from "../catalog/package.ts";
import type { OrderStatus } from "../orders/order.ts";
import type { PaymentStatus } from "../orders/payment-status.ts";
import type { Settings } from "../settings/settings.ts";
import type { CreditNote, CreditNoteReason } from "./credit-note.ts";

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
  language: Language;
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
  /** The currency that the buyer saw beside dollars; null for none. */
  shownIn: ShownCurrency | null;
  stamp: Stamp;
  /** Explains the stamp in a sentence. */
  meaning: string;
  /** The credit note that this document is; null for an invoice. */
  creditNote: Omit<CreditNote, "number"> | null;
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

const stamps = {
  pending: { text: "invoice.awaitingPayment", tone: "pending" },
  expired: { text: "invoice.awaitingPayment", tone: "pending" },
  detected: { text: "invoice.awaitingConfirmation", tone: "pending" },
  partial: { text: "invoice.partlyPaid", tone: "pending" },
  review: { text: "invoice.underReview", tone: "pending" },
  paid: { text: "invoice.paid", tone: "completed" },
  overpaid: { text: "invoice.paid", tone: "completed" },
  refunded: { text: "invoice.refunded", tone: "rejected" },
  reversed: { text: "invoice.reversed", tone: "rejected" },
} as const satisfies Record<PaymentStatus, { text: MessageKey; tone: Stamp["tone"] }>;

function paymentStamp(status: PaymentStatus): Stamp {
  const { text, tone } = stamps[status];
  return { text: t(text), tone };
}

/** Returns the stamp of an order's invoice; never "Paid" without a settled payment. */
export function stampOf(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  settledAt: Date | null;
}): Stamp {
  const { status, paymentStatus, settledAt } = order;
  // An invoice never changes: what happens later is on its credit notes.
  if (settledAt) return paymentStamp("paid");
  if (paymentStatus === "refunded") return paymentStamp(paymentStatus);
  if (status === "rejected") return { text: t("invoice.rejected"), tone: "rejected" };
  // Completed by an administrator: no payment is due.
  if (status === "completed") return { text: t("invoice.notRecorded"), tone: "pending" };
  return paymentStamp(paymentStatus);
}

/** Returns a sentence that explains the stamp and its consequence. */
export function meaningOf(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  settledAt: Date | null;
}): string {
  const { status, paymentStatus, settledAt } = order;
  if (!settledAt) {
    if (paymentStatus === "refunded") return t("invoice.refundedUnissued");
    if (status === "rejected") return t("invoice.rejectedUnissued");
    if (status === "completed") return t("invoice.completedUnissued");
    return t("invoice.noProof");
  }
  return t("invoice.paidInFull");
}

const noteStamps = {
  refund: { text: "invoice.refunded", tone: "rejected" },
  rejected: { text: "invoice.rejected", tone: "rejected" },
  reversed: { text: "invoice.reversed", tone: "rejected" },
  restored: { text: "invoice.restored", tone: "completed" },
} as const satisfies Record<CreditNoteReason, { text: MessageKey; tone: Stamp["tone"] }>;

const noteMeanings = {
  refund: "invoice.noteRefund",
  rejected: "invoice.noteRejected",
  reversed: "invoice.noteReversed",
  restored: "invoice.noteRestored",
} as const satisfies Record<CreditNoteReason, MessageKey>;

/** Returns the stamp of a credit note, and the sentence that explains it. */
export function noteTexts(reason: CreditNoteReason): { stamp: Stamp; meaning: string } {
  const { text, tone } = noteStamps[reason];
  return { stamp: { text: t(text), tone }, meaning: t(noteMeanings[reason]) };
}
