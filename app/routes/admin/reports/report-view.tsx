import { goodsText } from "#shop/catalog/goods.ts";
import type { WaitTimes } from "#shop/orders/delivery-time.ts";
import { Card } from "#app/ui/card.tsx";
import { GoodsArt } from "#app/routes/shop/shared/goods-art.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InfoTip } from "#app/ui/info-tip.tsx";
import { Meter, StackedBar } from "#app/ui/meter.tsx";
import { StatCards } from "#app/ui/stat-cards.tsx";
import { Trend } from "#app/ui/trend.tsx";
import { shortDurationText } from "#lib/duration.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import { salesMeaning } from "#shop/reports/dashboard.ts";
import type {
  CustomerFigures,
  PopularPackage,
  Report,
  SalesSummary,
} from "#shop/reports/report.ts";
import { Before, CouponsAndCredit, RefundsAndBitcoin, RevenueByMethod } from "./money-cards.tsx";
import { RevenueChart } from "./revenue-chart.tsx";

export interface ReportViewProps {
  report: Report;
  /** Another report is being loaded. */
  busy: boolean;
}

export function ReportView({ report, busy }: ReportViewProps) {
  return (
    <div className="report" aria-busy={busy || undefined}>
      <SummaryCards summary={report.summary} against={report.against} />
      <DeliveryTimes waits={report.waits} before={report.before.waits} />
      <RevenueChart report={report} />
      <PopularPackages packages={report.packages} />
      <CustomerStatistics customers={report.customers} />
      <RevenueByMethod report={report} />
      <CouponsAndCredit report={report} />
      <RefundsAndBitcoin report={report} />
    </div>
  );
}

function CustomerStatistics({ customers }: { customers: CustomerFigures }) {
  const { total, returning } = customers;
  return (
    <Card title="Customer Statistics" line className="report__customers">
      <div className="customers">
        <p className="customers__total">{formatCount(total)}</p>
        <p className="customers__what">
          {total === 1 ? "customer" : "customers"} ordered in this period
        </p>
        <StackedBar
          parts={[
            {
              label: "New, one order",
              value: customers.new,
              text: formatCount(customers.new),
              tone: "chart",
            },
            {
              label: "Returning, more than one order",
              value: returning,
              text: formatCount(returning),
              tone: "brass",
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** How long customers waited for their coins. */
function DeliveryTimes({ waits, before }: { waits: WaitTimes | null; before: WaitTimes | null }) {
  const text = (minutes: number | undefined) =>
    minutes === undefined ? "—" : shortDurationText(Math.round(minutes));
  return (
    <StatCards
      title="Delivery"
      stats={[
        {
          label: "Median Wait",
          info: (
            <InfoTip label="What counts as wait">
              From the payment to the completion, of the orders completed in this period.
            </InfoTip>
          ),
          value: text(waits?.medianMinutes),
          note: <Before text="Half of the orders within" value={text(before?.medianMinutes)} />,
        },
        {
          label: "95% Within",
          value: text(waits?.p95Minutes),
          note: <Before text="95th percentile" value={text(before?.p95Minutes)} />,
        },
        {
          label: "Orders Delivered",
          value: formatCount(waits?.orders ?? 0),
          note: <Before text="Paid and completed" value={formatCount(before?.orders ?? 0)} />,
        },
      ]}
    />
  );
}

/** The most ordered packages, relative to the first. */
function PopularPackages({ packages }: { packages: readonly PopularPackage[] }) {
  const most = packages[0]?.orders ?? 0;
  return (
    <Card title="Popular Packages" line className="report__packages">
      {packages.length === 0 ? (
        <EmptyState title="No package data available" heading="h3">
          Nothing was ordered in this period.
        </EmptyState>
      ) : (
        <ol className="popular">
          {packages.map(({ id, goods, orders, cents }) => (
            <li key={id}>
              <span className="popular__art" aria-hidden="true">
                {goods && <GoodsArt goods={goods} />}
              </span>
              <span className="popular__share">
                <span className="popular__name">
                  {goods === null ? `Package ${id}` : goodsText(goods)}
                </span>
                <Meter percent={(orders / most) * 100} />
              </span>
              <span className="popular__figures">
                {formatCount(orders)} {orders === 1 ? "order" : "orders"}
                <span className="popular__under">{formatUsd(cents)} kept</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const comparison =
  "Compared with the same part of the previous period: the same number of days, up to this time of day.";

interface SummaryCardsProps {
  summary: SalesSummary;
  against: string;
}

/** The Sales Summary: four metrics, each with its change. */
function SummaryCards({ summary, against }: SummaryCardsProps) {
  const { revenue, orders, average, conversion } = summary;
  return (
    <StatCards
      title="Sales Summary"
      stats={[
        {
          label: "Total Revenue",
          info: <InfoTip label="What counts as revenue">{`${salesMeaning} ${comparison}`}</InfoTip>,
          value: formatUsd(revenue.value),
          note: <Trend change={revenue.change} against={against} />,
        },
        {
          label: "Total Orders",
          info: <InfoTip label="How this is compared">{comparison}</InfoTip>,
          value: formatCount(orders.value),
          note: <Trend change={orders.change} against={against} />,
        },
        {
          label: "Average Order Value",
          info: (
            <InfoTip label="How this is calculated">
              {`Total revenue divided by total orders, including unpaid ones. ${comparison}`}
            </InfoTip>
          ),
          value: formatUsd(average.value),
          note: <Trend change={average.change} against={against} />,
        },
        {
          label: "Conversion Rate",
          info: (
            <InfoTip label="How this is calculated">
              Orders placed for every 100 visits. A visit is a page of the shop opened from outside
              it. Compared with whole days of the previous period, as visits are counted by day.
            </InfoTip>
          ),
          value: conversion.value === null ? "—" : `${conversion.value.toFixed(1)}%`,
          note:
            conversion.value === null ? (
              "No visits counted"
            ) : (
              <Trend change={conversion.change} against={against} points />
            ),
        },
      ]}
    />
  );
}
