import { methodText } from "../settings/payment-method.ts";

/** The orders of one payment method that count as sales; `lightning` for Bitcoin by Lightning. */
export interface MethodSales {
  method: string;
  orders: number;
  /** In US cents. */
  cents: number;
}

/** Refunds of one method in one unit: satoshis, or hundredths of a currency (ISO 4217). */
export interface Refunds {
  /** `credit` for what became credit: the shop keeps that money. */
  method: string;
  unit: string;
  count: number;
  amount: number;
}

/** Bitcoin that was received for orders, in satoshis. */
interface BitcoinReceived {
  chainSats: number;
  lightningSats: number;
}

/** What coupons and credit took off the orders that count as sales, and what of them was refunded, in US cents. */
interface Reductions {
  refundedCents: number;
  couponCents: number;
  creditCents: number;
}

/** The money of a period. */
export interface Money {
  /** Sorted by revenue, the largest first. */
  methods: MethodSales[];
  refunds: Refunds[];
  bitcoin: BitcoinReceived;
  reductions: Reductions;
}

/** True when coupons or credit took something off in this period. */
export function hasReductions({ reductions: { couponCents, creditCents } }: Money): boolean {
  return couponCents + creditCents > 0;
}

/** Returns the sales by method without those of the rest of a day, without methods of which nothing remains. */
export function salesWithoutRest(
  methods: readonly MethodSales[],
  rest: readonly MethodSales[],
): MethodSales[] {
  return methods
    .map((sales) => {
      const later = rest.find(({ method }) => method === sales.method);
      return {
        method: sales.method,
        orders: sales.orders - (later?.orders ?? 0),
        cents: sales.cents - (later?.cents ?? 0),
      };
    })
    .filter(({ orders }) => orders > 0)
    .toSorted((a, b) => b.cents - a.cents || (a.method < b.method ? -1 : 1));
}

/** A method with its sales in a period and in the one before. */
interface ComparedSales extends MethodSales {
  centsBefore: number;
}

/** Joins the sales by method of a period with those of the period before. */
export function compareSales(now: Money, before: Money): ComparedSales[] {
  const methods = [...now.methods, ...before.methods].map(({ method }) => method);
  return [...new Set(methods)].map((method) => {
    const of = ({ methods }: Money) => methods.find((sales) => sales.method === method);
    const sales = of(now) ?? { method, orders: 0, cents: 0 };
    return { ...sales, centsBefore: of(before)?.cents ?? 0 };
  });
}

/** A kind of refund with its amounts in a period and in the one before. */
interface ComparedRefunds extends Refunds {
  amountBefore: number;
}

/** Joins the refunds of a period with those of the period before. */
export function compareRefunds(now: Money, before: Money): ComparedRefunds[] {
  const key = ({ method, unit }: Refunds) => `${method} ${unit}`;
  const kinds = new Map([...now.refunds, ...before.refunds].map((one) => [key(one), one]));
  return [...kinds].map(([name, { method, unit }]) => {
    const of = ({ refunds }: Money) => refunds.find((one) => key(one) === name);
    const { count, amount } = of(now) ?? { count: 0, amount: 0 };
    return { method, unit, count, amount, amountBefore: of(before)?.amount ?? 0 };
  });
}

/** Returns the number and the sum of the refunds in a unit that were sent back, by all methods. */
export function sentBackIn(money: Money, unit: string): Pick<Refunds, "count" | "amount"> {
  return sumOf(money.refunds.filter((refund) => refund.unit === unit && !isToCredit(refund)));
}

/** Returns the number and the sum of the refunds that became credit, in US cents. */
export function refundedToCredit({ refunds }: Money): Pick<Refunds, "count" | "amount"> {
  return sumOf(refunds.filter(isToCredit));
}

/** Returns the label of the way that refunds went. */
export function refundText(method: string): string {
  return isToCredit({ method }) ? "To Credit" : methodText(method);
}

function isToCredit({ method }: Pick<Refunds, "method">): boolean {
  return method === "credit";
}

function sumOf(refunds: readonly Refunds[]): Pick<Refunds, "count" | "amount"> {
  const sum = { count: 0, amount: 0 };
  for (const refund of refunds) {
    sum.count += refund.count;
    sum.amount += refund.amount;
  }
  return sum;
}

/** Returns the label of a method by which sales are counted: on-chain and Lightning apart. */
export function countedMethodText(method: string): string {
  if (method === "lightning") return "Bitcoin (Lightning)";
  return method === "bitcoin" ? "Bitcoin (on-chain)" : methodText(method);
}
