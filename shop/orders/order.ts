import type { ShownCurrency } from "#messages/currencies.ts";
import { SECOND_MS } from "#lib/time.ts";
import type { Goods, GoodsRecipient } from "../catalog/goods.ts";
import type { CoinPackage } from "../catalog/package.ts";

/** All statuses, in their usual sequence. */
export const orderStatuses = ["pending", "processing", "completed", "rejected"] as const;

/** The status of an order. Every transition is allowed. */
export type OrderStatus = (typeof orderStatuses)[number];

/** What happens to an order, for its history. */
export const orderEventTypes = [
  "placed",
  "payment",
  "decision",
  "refund",
  "credit-note",
  "status",
  "note",
  "deleted",
  "delivered",
  "refund-address",
  "recipient",
  "email",
  "message",
  "consent",
  "withdrawal",
  "device",
  "stopped",
] as const;

export type OrderEventType = (typeof orderEventTypes)[number];

/** How often the buyer of an order can correct its recipient. */
export const CORRECTIONS_MAX = 2;

/** The maximum length of an internal note, in characters. */
export const NOTE_MAX = 2000;

/** The maximum length of the reason of a rejection, which the customer reads, in characters. */
export const STATUS_REASON_MAX = 300;

/** An event of an order; the content of `data` depends on the type. */
export interface OrderEvent {
  type: OrderEventType;
  data: Record<string, unknown>;
  at: Date;
}

/** How long an administrator can undo a change of status; its mail and its points wait as long. */
export const UNDO_MS = 10 * SECOND_MS;

/** The length and the alphabet of order ids. */
export const ORDER_ID_LENGTH = 7;
export const ORDER_ID_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** A number (`0012345`, `12345E6`) or a date (`MAR2026`) to a spreadsheet, which would store and show it as that. */
const LOOKS_LIKE_VALUE =
  /^(\d+(E\d+)?|\d*(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*\d*)$/;

/** Draws the id of a new order: one that a spreadsheet keeps as text. */
export function drawOrderId(randomText: (length: number, alphabet: string) => string): string {
  for (;;) {
    const id = randomText(ORDER_ID_LENGTH, ORDER_ID_ALPHABET);
    if (!LOOKS_LIKE_VALUE.test(id)) return id;
  }
}

/** Normalizes a typed order id to its stored form. */
export function normalizeOrderId(text: string): string {
  return text.trim().replace(/^#/, "").toUpperCase();
}

const orderId = new RegExp(`^[${ORDER_ID_ALPHABET}]{${ORDER_ID_LENGTH}}$`);

/** True for text in the format of an order id. */
export function isOrderId(text: string): boolean {
  return orderId.test(text);
}

/** Masks an email: `mira@example.com` → `m•••@e•••.com`. Its owner can recognise it, others cannot use it. */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  const suffix = domain.includes(".") ? domain.slice(domain.lastIndexOf(".")) : "";
  return `${firstLetter(name)}•••@${firstLetter(domain)}•••${suffix}`;
}

/** Masks a name: `mira.holt` → `m•••`. */
export function maskName(name: string): string {
  return `${firstLetter(name)}•••`;
}

function firstLetter(text: string): string {
  const [letter] = new Intl.Segmenter().segment(text);
  return letter?.segment ?? "";
}

/** A buyer's consent to delivery before the withdrawal period ends. */
export interface Consent {
  text: string;
  at: Date;
}

/** Returns the consent of an order's buyer; null for none. */
export function consentOf({
  consentText,
  consentedAt,
}: {
  consentText: string | null;
  consentedAt: Date | null;
}): Consent | null {
  return consentText !== null && consentedAt !== null
    ? { text: consentText, at: consentedAt }
    : null;
}

/** An order for its tracking page. With `masked`, personal data is masked and there is no payment panel. */
export interface TrackedOrder {
  id: string;
  masked: boolean;
  status: OrderStatus;
  statusReason: string | null;
  package: CoinPackage;
  tiktokUsername: string | null;
  tiktokUid: string | null;
  email: string;
  giftEmail: string | null;
  giftMessage: string;
  paymentMethod: string;
  /** Whether it was paid by Lightning, and not on the chain. */
  byLightning: boolean;
  /** What is paid with money: the price less coupon and credit. */
  totalCents: number;
  /** The coupon; null and 0 for none. */
  couponCode: string | null;
  couponCents: number;
  /** The part that was paid from credit. */
  creditCents: number;
  /** The currency that the buyer saw beside dollars; null for none. */
  shownIn: ShownCurrency | null;
  /** The VAT in the price, and its rate in hundredths of a percent; 0 for none. */
  vatBasisPoints: number;
  vatCents: number;
  /** What of the total was sent back, and what became credit; 0 while it is masked. */
  sentBackCents: number;
  creditedCents: number;
  /** Its credit notes and their corrections, oldest first; the order's page reads them from the history. */
  creditNotes: readonly NoteLink[];
  /** The consent to immediate delivery; null for none, and while it is masked. */
  consent: Consent | null;
  createdAt: Date;
  updatedAt: Date;
  settledAt: Date | null;
}

/** A credit note of an order, or the correction of one, for a link to it. */
export interface NoteLink {
  /** As it is printed. */
  number: string;
  /** Negative, or positive for a correction. */
  grossCents: number;
}

/** Returns the credit notes in the history of an order, oldest first. */
export function creditNotesIn(history: readonly OrderEvent[]): NoteLink[] {
  return history.flatMap(({ type, data: { number, grossCents } }) =>
    type === "credit-note" && typeof number === "string" && typeof grossCents === "number"
      ? { number, grossCents }
      : [],
  );
}

/** A row of the orders on a device, without personal data. */
export interface RecentOrder extends Goods {
  id: string;
  status: OrderStatus;
  createdAt: Date;
}

/** A row of My Orders. */
export interface OwnOrder extends RecentOrder, GoodsRecipient {
  totalCents: number;
  creditNotes: readonly NoteLink[];
}
