import { and, between, eq, type SQL, sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { addDays } from "#lib/days.ts";
import { currentMetrics } from "../metrics/tables.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, paymentDecisions, receipts } from "../payments/tables.ts";
import { lightningInvoices } from "../payments/lightning/tables.ts";
import type { MethodSales, Money } from "./money.ts";
import type { Span } from "./period.ts";

/** A range of moments, without its end. */
export interface Moments {
  begin: SQL;
  end: SQL;
}

/** Sums the sales by payment method of two spans, of which `before` lies before `now`. */
export async function readSales(
  db: Db,
  { now, before }: { now: Span; before: Span },
): Promise<{ now: MethodSales[]; before: MethodSales[] }> {
  const { kind, day, key, count, cents } = currentMetrics;
  const isNow = sql<boolean>`${day} >= ${now.from}`.as("is_now");
  const rows = await db
    .select({
      isNow,
      method: key,
      orders: sql<number>`sum(${count})::float8`,
      cents: sql<number>`sum(${cents})::float8`,
    })
    .from(currentMetrics)
    .where(
      and(
        eq(kind, "sales"),
        between(day, before.from, now.to),
        sql`(${day} < ${addDays(before.to, 1)} or ${day} >= ${now.from})`,
      ),
    )
    .groupBy(isNow, key);
  const of = (wanted: boolean) =>
    rows.flatMap(({ isNow, ...sales }) => (isNow === wanted ? sales : []));
  return { now: of(true), before: of(false) };
}

/**
 * Reads refunds, received Bitcoin, and what coupons and credit took off, of two ranges, which do not overlap. Bitcoin counts
 * when it was first seen, once it has a confirmation and belongs to an order; a refund when it was recorded or reported; what
 * coupons, credit and refunds took off an order when it was placed.
 */
export async function readMoney(
  db: Db,
  ranges: { now: Moments; before: Moments },
): Promise<Record<"now" | "before", Omit<Money, "methods">>> {
  const isWithin = (at: SQL, { begin, end }: Moments) =>
    sql`(${at} >= ${begin} and ${at} < ${end})`;
  const sumsOf = ({ kind, unit, at, amount, from }: Flow) => sql`
    select ${isWithin(at, ranges.now)} as is_now, ${kind} as kind, ${unit} as unit,
      count(*)::float8 as count, sum(${amount})::float8 as amount
    from ${from} and (${isWithin(at, ranges.now)} or ${isWithin(at, ranges.before)})
    group by 1, 2, 3`;
  const rows = await queryRows<Flowed>(db, sql.join(flows.map(sumsOf), sql` union all `));
  const of = (isNow: boolean) => {
    const own = rows.filter((row) => row.is_now === isNow);
    const amountOf = (kind: string) => own.find((row) => row.kind === kind)?.amount ?? 0;
    return {
      refunds: own
        .filter(({ kind }) => kind.startsWith(REFUND))
        .map(({ kind, unit, count, amount }) => ({
          method: kind.slice(REFUND.length),
          unit,
          count,
          amount,
        }))
        .toSorted((a, b) => (a.method + a.unit < b.method + b.unit ? -1 : 1)),
      bitcoin: { chainSats: amountOf("chain"), lightningSats: amountOf("lightning") },
      reductions: {
        couponCents: amountOf("coupon"),
        creditCents: amountOf("credit"),
        refundedCents: amountOf("refunded"),
      },
    };
  };
  return { now: of(true), before: of(false) };
}

interface Flowed {
  is_now: boolean;
  kind: string;
  unit: string;
  count: number;
  amount: number;
}

/** Money that moved: `from` has its conditions. */
interface Flow {
  kind: SQL;
  unit: SQL;
  at: SQL;
  amount: SQL;
  from: SQL;
}

const REFUND = "refund:";

const flows: Flow[] = [
  {
    kind: sql`'chain'`,
    unit: sql`'sats'`,
    at: sql`${chainOutputs.firstSeenAt}`,
    amount: sql`${chainOutputs.sats}`,
    from: sql`${chainOutputs} where ${chainOutputs.state} = 'confirmed' and ${chainOutputs.checkoutId} is not null`,
  },
  {
    kind: sql`'lightning'`,
    unit: sql`'sats'`,
    at: sql`${lightningInvoices.settledAt}`,
    // As `paidInvoices` counts it.
    amount: sql`greatest(${lightningInvoices.sats}, ${lightningInvoices.paidMsat} / 1000)`,
    from: sql`${lightningInvoices} where ${lightningInvoices.settledAt} is not null`,
  },
  {
    kind: sql`'refund:bitcoin'`,
    unit: sql`'sats'`,
    at: sql`${paymentDecisions.at}`,
    amount: sql`(${paymentDecisions.refund} ->> 'sats')::bigint`,
    from: activeRefunds("txid"),
  },
  {
    kind: sql`'refund:credit'`,
    unit: sql`'USD'`,
    at: sql`${paymentDecisions.at}`,
    amount: sql`(${paymentDecisions.refund} ->> 'creditCents')::bigint`,
    from: activeRefunds("creditCents"),
  },
  {
    kind: sql`'refund:' || ${receipts.method}`,
    unit: sql`${receipts.currency}`,
    at: sql`${receipts.refundedAt}`,
    amount: sql`${receipts.refundedCents}`,
    from: sql`${receipts} where ${receipts.refundedCents} > 0`,
  },
  reduction("coupon", sql`${orders.couponCents}`),
  reduction("credit", sql`${orders.creditCents}`),
  reduction("refunded", sql`(${orders.sentBackCents} + ${orders.creditedCents})`),
];

/** The recorded refunds that were not undone: those sent in a transaction, or those that became credit. */
function activeRefunds(field: "txid" | "creditCents"): SQL {
  return sql`${paymentDecisions} where ${paymentDecisions.refund} ->> ${sql.raw(`'${field}'`)} is not null
    and not exists (select from payment_decisions u where u.undoes = ${paymentDecisions.id})`;
}

function reduction(kind: string, cents: SQL): Flow {
  return {
    kind: sql.raw(`'${kind}'`),
    unit: sql`'USD'`,
    at: sql`${orders.createdAt}`,
    amount: cents,
    from: sql`${orders} where ${cents} > 0 and ${orders.isSale}`,
  };
}
