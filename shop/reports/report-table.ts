import { goodsText } from "../catalog/goods.ts";
import { type CsvCell, csvCents } from "#lib/csv.ts";
import {
  compareRefunds,
  compareSales,
  countedMethodText,
  hasReductions,
  refundText,
} from "./money.ts";
import { spanText } from "./period.ts";
import type { Report } from "./report.ts";

/** A figure in both periods; null where there is none. */
type Figure = [name: string, unit: string, now: number | null, before: number | null];

/** Returns the figures of a report as a table, with those of the period that it is compared with. */
export function tableOfReport(report: Report): { head: string[]; rows: CsvCell[][] } {
  const sections: [title: string, figures: Figure[]][] = [
    ["Sales Summary", summaryFigures(report)],
    ["Coupons and Credit", reductionFigures(report)],
    ["Revenue by Payment Method", methodFigures(report)],
    ["Refunds", refundFigures(report)],
    ["Bitcoin Received", bitcoinFigures(report)],
    ["Delivery", deliveryFigures(report)],
    ["Customer Statistics", customerFigures(report)],
    ["Popular Packages", packageFigures(report)],
    ["Revenue Overview", barFigures(report)],
  ];
  return {
    head: ["Section", "Figure", "Unit", spanText(report), `Before: ${spanText(report.before)}`],
    rows: sections.flatMap(([title, figures]) => figures.map((figure) => [title, ...figure])),
  };
}

function summaryFigures({ summary }: Report): Figure[] {
  const { revenue, orders, average, conversion } = summary;
  return [
    ["Total Revenue", "USD", csvCents(revenue.value), csvCents(revenue.before)],
    ["Total Orders", "orders", orders.value, orders.before],
    ["Average Order Value", "USD", csvCents(average.value), csvCents(average.before)],
    ["Conversion Rate", "percent", oneDecimal(conversion.value), oneDecimal(conversion.before)],
  ];
}

/** What the paid orders cost before coupons, credit and refunds, which the revenue is without; no rows without the first two. */
function reductionFigures({ money, before, summary: { revenue } }: Report): Figure[] {
  const [now, then] = [money.reductions, before.money.reductions];
  if (!hasReductions(money) && !hasReductions(before.money)) return [];
  const gross = (cents: number, { couponCents, creditCents, refundedCents }: typeof now) =>
    csvCents(cents + couponCents + creditCents + refundedCents);
  return [
    ["Gross Sales", "USD", gross(revenue.value, now), gross(revenue.before, then)],
    ["Coupons", "USD", csvCents(now.couponCents), csvCents(then.couponCents)],
    ["Credit Used", "USD", csvCents(now.creditCents), csvCents(then.creditCents)],
    ...(now.refundedCents + then.refundedCents > 0
      ? [["Refunded", "USD", csvCents(now.refundedCents), csvCents(then.refundedCents)] as Figure]
      : []),
  ];
}

function methodFigures({ money, before }: Report): Figure[] {
  return compareSales(money, before.money).map(({ method, cents, centsBefore }) => [
    countedMethodText(method),
    "USD",
    csvCents(cents),
    csvCents(centsBefore),
  ]);
}

function refundFigures({ money, before }: Report): Figure[] {
  return compareRefunds(money, before.money).map(({ method, unit, amount, amountBefore }) => {
    const number = unit === "sats" ? (sats: number) => sats : csvCents;
    return [refundText(method), unit, number(amount), number(amountBefore)];
  });
}

function bitcoinFigures({ money, before }: Report): Figure[] {
  const [now, then] = [money.bitcoin, before.money.bitcoin];
  return [
    ["On-chain", "sats", now.chainSats, then.chainSats],
    ["Lightning", "sats", now.lightningSats, then.lightningSats],
  ];
}

function deliveryFigures({ waits, before }: Report): Figure[] {
  const then = before.waits;
  return [
    ["Median Wait", "minutes", oneDecimal(waits?.medianMinutes), oneDecimal(then?.medianMinutes)],
    ["95% Within", "minutes", oneDecimal(waits?.p95Minutes), oneDecimal(then?.p95Minutes)],
    ["Orders Delivered", "orders", waits?.orders ?? 0, then?.orders ?? 0],
  ];
}

function customerFigures({ customers }: Report): Figure[] {
  return [
    ["Total", "customers", customers.total, null],
    ["New, one order", "customers", customers.new, null],
    ["Returning, more than one order", "customers", customers.returning, null],
  ];
}

function packageFigures({ packages }: Report): Figure[] {
  return packages.map(({ id, goods, orders }) => [
    goods === null ? `Package ${id}` : goods.kind ? goodsText(goods) : `${goods.coins} coins`,
    "orders",
    orders,
    null,
  ]);
}

function barFigures({ bars, before, calendar }: Report): Figure[] {
  const figures: Figure[] = bars.map((bar, index) => {
    const other = calendar ? before.bars[index] : undefined;
    return [
      spanText(bar),
      "USD",
      csvCents(bar.salesCents),
      other ? csvCents(other.salesCents) : null,
    ];
  });
  // Days that only the period before has.
  const others = before.bars.slice(bars.length);
  return [
    ...figures,
    ...others.map((bar): Figure => [spanText(bar), "USD", null, csvCents(bar.salesCents)]),
  ];
}

function oneDecimal(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 10) / 10;
}
