import { ORDER_ID_LENGTH } from "#shop/orders/order.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import { DAY_MS } from "#lib/time.ts";

/** Money on the bank account, as far as it tells whose it is. */
export interface Income {
  reference: string;
  cents: number;
  currency: string;
  bookedOn: string;
  payer: string;
  purpose: string;
}

/** An order that money could be for. */
export interface OrderToPay {
  id: string;
  totalCents: number;
  tiktokUsername: string;
  email: string;
  /** Of the account with this email; null without one. */
  name: string | null;
  createdAt: Date;
  /** Nobody has paid it, and nobody has ended it. */
  waits: boolean;
}

/** Which order money seems to be for, and what speaks for it. */
export interface Proposal {
  orderId: string;
  totalCents: number;
  /** Its id is in the purpose; `alike` with O for 0 or I for 1. */
  named: "exactly" | "alike" | null;
  amountFits: boolean;
  payerFits: boolean;
  waits: boolean;
  /** Nothing speaks against it: the order is named, waits, and costs exactly this. */
  certain: boolean;
}

/** Everything within a purpose that an order id could be: banks put spaces into it, and take hyphens out. */
export function possibleIds(purpose: string): string[] {
  const text = purpose.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const ids = new Set<string>();
  for (let at = 0; at + ORDER_ID_LENGTH <= text.length; at += 1)
    ids.add(text.slice(at, at + ORDER_ID_LENGTH));
  return [...ids];
}

/** An id in which what people take for each other is the same. */
export function readAlike(id: string): string {
  return id.replaceAll("O", "0").replaceAll("I", "1");
}

/** The order that money is likely for, of those that it could be for; null where several are as likely, or none. */
export function proposalFor(
  income: Income,
  orders: {
    /** Whose id is in the purpose. */
    named: readonly OrderToPay[];
    /** Which wait, and whose id is in the purpose but for letters that look alike. */
    alike: readonly OrderToPay[];
    /** Which wait for a transfer of exactly this amount. */
    sameAmount: readonly OrderToPay[];
  },
): Proposal | null {
  const propose = (order: OrderToPay, named: Proposal["named"]): Proposal => {
    const amountFits = income.currency === SHOP_CURRENCY && income.cents === order.totalCents;
    const certain = named !== null && amountFits && order.waits;
    const { id: orderId, totalCents, waits } = order;
    const payerFits = payerIs(income.payer, order);
    return { orderId, totalCents, named, amountFits, payerFits, waits, certain };
  };
  const named = theOne(orders.named) ?? theOne(orders.named.filter(({ waits }) => waits));
  if (named) return propose(named, "exactly");
  if (orders.named.length > 0) return null;
  const alike = theOne(orders.alike);
  if (alike) return propose(alike, "alike");
  if (income.currency !== SHOP_CURRENCY) return null;
  // A day has several dates in the world.
  const paidBy = new Date(`${income.bookedOn}T00:00:00Z`).getTime() + 2 * DAY_MS;
  const placed = orders.sameAmount.filter(
    ({ totalCents, createdAt }) => totalCents === income.cents && createdAt.getTime() < paidBy,
  );
  const guess = theOne(placed.filter((order) => payerIs(income.payer, order))) ?? theOne(placed);
  return guess ? propose(guess, null) : null;
}

/** True where a payer's words are found in what is known of the buyer: all of them, or two. */
function payerIs(payer: string, { name, email, tiktokUsername }: OrderToPay): boolean {
  const words = plain(payer)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);
  const [local = ""] = email.split("@");
  const known = plain([name ?? "", local, tiktokUsername].join(" "));
  const found = words.filter((word) => known.includes(word)).length;
  return found > 0 && (found === words.length || found > 1);
}

/** In small letters, without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function theOne<T>(items: readonly T[]): T | null {
  return items.length === 1 ? (items[0] ?? null) : null;
}
