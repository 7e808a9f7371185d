import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InfoTip } from "#app/ui/info-tip.tsx";
import { ShareBars } from "#app/ui/meter.tsx";
import { StatCards } from "#app/ui/stat-cards.tsx";
import { formatCount, formatMoney, formatUsd } from "#lib/money.ts";
import {
  compareSales,
  countedMethodText,
  hasReductions,
  type Money,
  refundedToCredit,
  sentBackIn,
} from "#shop/reports/money.ts";
import type { Report } from "#shop/reports/report.ts";

/** A few words on a figure, and its value in the period before. */
export function Before({ text, value }: { text?: string; value: string }) {
  return (
    <>
      {text && <span className="stat__line">{text}</span>}
      <span className="stat__line">Before: {value}</span>
    </>
  );
}

/** Revenue by payment method, as shares of the whole. */
export function RevenueByMethod({ report }: { report: Report }) {
  const { money, before, summary } = report;
  const methods = compareSales(money, before.money);
  return (
    <Card title="Revenue by Payment Method" line className="report__methods">
      {methods.length === 0 ? (
        <EmptyState title="No revenue" heading="h3">
          Nothing was paid of what was ordered in this period.
        </EmptyState>
      ) : (
        <ShareBars
          shares={methods.map(({ method, orders, cents, centsBefore }) => ({
            label: countedMethodText(method),
            percent: summary.revenue.value === 0 ? 0 : (cents / summary.revenue.value) * 100,
            text: (
              <>
                <strong>{formatUsd(cents)}</strong> {formatCount(orders)}{" "}
                {orders === 1 ? "order" : "orders"}, before: {formatUsd(centsBefore)}
              </>
            ),
          }))}
        />
      )}
    </Card>
  );
}

/** From the price of the paid orders to what was paid for them; nothing while neither coupons nor credit were used. */
export function CouponsAndCredit({ report }: { report: Report }) {
  const { money, before, summary } = report;
  if (!hasReductions(money) && !hasReductions(before.money)) return null;
  const gross = (cents: number, { reductions }: Money) => {
    const { couponCents, creditCents, refundedCents } = reductions;
    return formatUsd(cents + couponCents + creditCents + refundedCents);
  };
  const { couponCents, creditCents, refundedCents } = before.money.reductions;
  const hasRefunds = money.reductions.refundedCents + refundedCents > 0;
  return (
    <StatCards
      title="Coupons and Credit"
      stats={[
        {
          label: "Gross Sales",
          value: gross(summary.revenue.value, money),
          note: (
            <Before
              text={hasRefunds ? "Before coupons, credit, refunds" : "Before coupons and credit"}
              value={gross(summary.revenue.before, before.money)}
            />
          ),
        },
        {
          label: "Coupons",
          value: formatUsd(money.reductions.couponCents),
          note: <Before text="Taken off by coupons" value={formatUsd(couponCents)} />,
        },
        {
          label: "Credit Used",
          value: formatUsd(money.reductions.creditCents),
          note: <Before text="Paid with credit" value={formatUsd(creditCents)} />,
        },
        ...(hasRefunds
          ? [
              {
                label: "Refunded",
                value: formatUsd(money.reductions.refundedCents),
                note: <Before text="Of these orders" value={formatUsd(refundedCents)} />,
              },
            ]
          : []),
        {
          label: "Revenue",
          value: formatUsd(summary.revenue.value),
          note: (
            <Before
              text={hasRefunds ? "Paid with money and kept" : "Paid with money"}
              value={formatUsd(summary.revenue.before)}
            />
          ),
        },
      ]}
    />
  );
}

/** What was sent back, and the bitcoins that arrived. */
export function RefundsAndBitcoin({ report }: { report: Report }) {
  const { money, before } = report;
  const others = money.refunds.filter(({ unit }) => unit !== "sats" && unit !== "USD");
  const stat = (of: (money: Money) => number, text: (amount: number) => string) => ({
    value: text(of(money)),
    before: text(of(before.money)),
  });
  const refunded = stat((one) => sentBackIn(one, "USD").amount, formatUsd);
  const refundedSats = stat((one) => sentBackIn(one, "sats").amount, satsText);
  const credited = stat((one) => refundedToCredit(one).amount, formatUsd);
  const hasCredited = [money, before.money].some((one) => refundedToCredit(one).count > 0);
  const received = stat(({ bitcoin }) => bitcoin.chainSats + bitcoin.lightningSats, satsText);
  const lightning = stat(({ bitcoin }) => bitcoin.lightningSats, satsText);
  return (
    <StatCards
      title="Refunds and Bitcoin"
      stats={[
        {
          label: "Refunds",
          info: (
            <InfoTip label="What counts as refund">
              Dollars sent back in this period, whenever their order was placed. A payment that is
              sent back in parts counts on the day of the last part.
            </InfoTip>
          ),
          value: refunded.value,
          note: (
            <Before
              text={[
                refundsText(sentBackIn(money, "USD").count),
                ...others.map(({ amount, unit }) => `and ${formatMoney(amount, unit)}`),
              ].join(" ")}
              value={refunded.before}
            />
          ),
        },
        {
          label: "Refunds in Bitcoin",
          value: refundedSats.value,
          note: (
            <Before
              text={refundsText(sentBackIn(money, "sats").count)}
              value={refundedSats.before}
            />
          ),
        },
        ...(hasCredited
          ? [
              {
                label: "Refunds to Credit",
                info: (
                  <InfoTip label="What counts as refund to credit">
                    Payments that became credit of the buyer in this period. The shop keeps the
                    money, and sends nothing back.
                  </InfoTip>
                ),
                value: credited.value,
                note: (
                  <Before
                    text={refundsText(refundedToCredit(money).count)}
                    value={credited.before}
                  />
                ),
              },
            ]
          : []),
        {
          label: "Bitcoin Received",
          info: (
            <InfoTip label="What counts as received">
              Confirmed and Lightning payments for orders, on the day that they arrived. Refunds are
              not taken off.
            </InfoTip>
          ),
          value: received.value,
          note: <Before value={received.before} />,
        },
        {
          label: "By Lightning",
          value: lightning.value,
          note: <Before text="Part of Bitcoin received" value={lightning.before} />,
        },
      ]}
    />
  );
}

function satsText(sats: number): string {
  return `${formatCount(sats)} ${sats === 1 ? "sat" : "sats"}`;
}

function refundsText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "refund" : "refunds"}`;
}
