import { href } from "react-router";
import { InfoTip } from "#app/ui/info-tip.tsx";
import { StatCards } from "#app/ui/stat-cards.tsx";
import { Trend } from "#app/ui/trend.tsx";
import { durationText } from "#lib/duration.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import {
  type Dashboard,
  type PeriodSums,
  SALES_TREND_DAYS,
  salesMeaning,
} from "#shop/reports/dashboard.ts";

/** The four cards at the top of the dashboard, and below them today and this month. */
export function KeyMetrics({ dashboard }: { dashboard: Dashboard }) {
  const { sales, customers, pending, completed } = dashboard;
  const orders = href("/admin/orders");
  return (
    <StatCards
      label="Key figures"
      stats={[
        {
          label: "Total Sales",
          info: (
            <InfoTip label="What counts as sales">
              {`${salesMeaning} The trend compares the last ${SALES_TREND_DAYS} days with the ${SALES_TREND_DAYS} before, up to the same time of day.`}
            </InfoTip>
          ),
          value: formatUsd(sales.cents),
          note: <Trend change={sales.change} against="from last month" />,
        },
        {
          label: "Total Customers",
          value: formatCount(customers.count),
          note: (
            <>
              {formatCount(customers.new)} new ·{" "}
              <Trend change={customers.change} against="from last week" />
            </>
          ),
          to: href("/admin/customers"),
        },
        {
          label: "Pending Orders",
          tone: "pending",
          value: formatCount(pending.count),
          note:
            pending.minutes === null ? "None waiting" : `Oldest ${durationText(pending.minutes)}`,
          to: `${orders}?status=pending`,
        },
        {
          label: "Completed Orders",
          tone: "completed",
          value: formatCount(completed.count),
          note: `${formatCount(completed.thisWeek)} placed in the last 7 days`,
          to: `${orders}?status=completed`,
        },
        ...periodStats("today", dashboard.day),
        ...periodStats("this month", dashboard.month),
      ]}
    />
  );
}

const periodBefore = { today: "yesterday", "this month": "last month" } as const;

/** The sales and orders of a period so far, each with the same part of the period before. */
function periodStats(period: keyof typeof periodBefore, sums: PeriodSums) {
  const before = periodBefore[period];
  const note = (change: number | null) =>
    change === null ? (
      `None ${before} by this time`
    ) : (
      <Trend change={change} against={`from ${before}`} />
    );
  return [
    {
      label: `Sales ${period}`,
      value: formatUsd(sums.salesCents),
      note: note(sums.salesChange),
    },
    {
      label: `Orders ${period}`,
      value: formatCount(sums.orders),
      note: note(sums.ordersChange),
    },
  ];
}
