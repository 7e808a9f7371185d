import { ORDER_ID_LENGTH } from "#shop/orders/order.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import { DAY_MS } from "#lib/time.ts";
import { withoutAccents } from "./words.ts";

/** The facts of a bank credit by which it is matched to an order. */
export interface Income {
  reference: string;
  cents: number;
  currency: string;
  bookedOn: string;
  payer: string;
  purpose: string;
  /** What is in doubt about it, as text. */
  doubt: string | null;
  /** What proves account, direction and booking, as text; without, it is never certain. */
  evidence: string | null;
}

/** An order that a credit could pay. */
export interface OrderToPay {
  id: string;
  totalCents: number;
  /** Null for other kinds than coins. */
  tiktokUsername: string | null;
  email: string;
  /** Name of the account with this email; null without one. */
  name: string | null;
  createdAt: Date;
  /** True for an unpaid order that is still open. */
  isPayable: boolean;
}

/** The order that a credit probably pays, and the evidence. */
export interface Proposal {
  orderId: string;
  totalCents: number;
  /** How the purpose names the order's id; `alike` with O for 0 or I for 1. */
  named: "exactly" | "alike" | null;
  amountFits: boolean;
  payerFits: boolean;
  isPayable: boolean;
  /** True when the order is named, unpaid, and costs exactly this amount, and the line has evidence and no doubt. */
  certain: boolean;
}

/** Returns everything in a text that could be an order id; banks insert spaces and remove hyphens. */
export function possibleIds(given: string): string[] {
  const text = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const ids = new Set<string>();
  for (let at = 0; at + ORDER_ID_LENGTH <= text.length; at += 1)
    ids.add(text.slice(at, at + ORDER_ID_LENGTH));
  return [...ids];
}

/** Normalizes characters of an id that are easily confused. */
export function normalizeSimilar(id: string): string {
  return id.replaceAll("O", "0").replaceAll("I", "1");
}

/** Returns the order that a credit most likely pays; null if none or several are equally likely. */
export function proposalFor(
  income: Income,
  orders: {
    /** Orders whose id is in the purpose. */
    named: readonly OrderToPay[];
    /** Unpaid orders whose id is in the purpose except for easily confused characters. */
    alike: readonly OrderToPay[];
    /** Unpaid orders of exactly this amount. */
    sameAmount: readonly OrderToPay[];
  },
): Proposal | null {
  const propose = (order: OrderToPay, named: Proposal["named"]): Proposal => {
    const amountFits = income.currency === SHOP_CURRENCY && income.cents === order.totalCents;
    const isProven = income.evidence !== null && income.doubt === null;
    const certain = isProven && named !== null && amountFits && order.isPayable;
    const { id: orderId, totalCents, isPayable } = order;
    const payerFits = payerIs(income.payer, order);
    return { orderId, totalCents, named, amountFits, payerFits, isPayable, certain };
  };
  const named = single(orders.named) ?? single(orders.named.filter(({ isPayable }) => isPayable));
  if (named) return propose(named, "exactly");
  if (orders.named.length > 0) return null;
  const alike = single(orders.alike);
  if (alike) return propose(alike, "alike");
  if (income.currency !== SHOP_CURRENCY) return null;
  // The booking day may be one earlier or later in UTC.
  const paidBy = new Date(`${income.bookedOn}T00:00:00Z`).getTime() + 2 * DAY_MS;
  const placed = orders.sameAmount.filter(
    ({ totalCents, createdAt }) => totalCents === income.cents && createdAt.getTime() < paidBy,
  );
  const guess = single(placed.filter((order) => payerIs(income.payer, order))) ?? single(placed);
  return guess ? propose(guess, null) : null;
}

/** True when all words of the payer's name, or two of them, match the buyer's name, email or username. */
function payerIs(payer: string, { name, email, tiktokUsername }: OrderToPay): boolean {
  const words = withoutAccents(payer)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);
  const [local = ""] = email.split("@");
  const known = withoutAccents([name ?? "", local, tiktokUsername].join(" "));
  const found = words.filter((word) => known.includes(word)).length;
  return found > 0 && (found === words.length || found > 1);
}

function single<T>(items: readonly T[]): T | null {
  return items.length === 1 ? (items[0] ?? null) : null;
}

/** States of a statement entry: not decided, recorded as a receipt, or ignored. */
export const entryStates = ["new", "recorded", "ignored"] as const;
export type EntryState = (typeof entryStates)[number];

/** A statement entry as the back office lists it. */
export interface EntryRow extends Income {
  /** The receipt as which it was recorded, and that receipt's order. */
  receiptId: number | null;
  orderId: string | null;
  /** The proposed order; only for new entries. */
  proposal: Proposal | null;
}

export interface EntryPage {
  rows: EntryRow[];
  next: string | null;
}
