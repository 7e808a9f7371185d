import { href } from "react-router";
import { Explained } from "#app/ui/explained.tsx";
import { StatCards } from "#app/ui/stat-cards.tsx";
import { Trend } from "#app/ui/trend.tsx";
import { durationText } from "#lib/duration.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import { type Dashboard, SALES_TREND_DAYS, salesMeaning } from "#shop/reports/dashboard.ts";

/** The four cards at the top. */
export function KeyFigures({ dashboard }: { dashboard: Dashboard }) {
  const { sales, customers, pending, completed } = dashboard;
  const orders = href("/admin/orders");
  return (
    <StatCards
      label="Key figures"
      stats={[
        {
          label: "Total Sales",
          explained: (
            <Explained label="What counts as sales">
              {`${salesMeaning} Trend: the last ${SALES_TREND_DAYS} days against the ${SALES_TREND_DAYS} before.`}
            </Explained>
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
          note: pending.minutes === null ? "None waits" : `Oldest ${durationText(pending.minutes)}`,
          to: `${orders}?status=pending`,
        },
        {
          label: "Completed Orders",
          tone: "completed",
          value: formatCount(completed.count),
          note: `${formatCount(completed.thisWeek)} placed in the last 7 days`,
          to: `${orders}?status=completed`,
        },
      ]}
    />
  );
}
