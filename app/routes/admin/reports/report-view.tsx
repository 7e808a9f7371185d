import type { WaitTimes } from "#shop/orders/delivery-time.ts";
import { BarChart, UnfinishedNote } from "#app/ui/bar-chart.tsx";
import { Card } from "#app/ui/card.tsx";
import { CoinCluster } from "#app/ui/coins.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InfoTip } from "#app/ui/info-tip.tsx";
import { Meter, StackedBar } from "#app/ui/meter.tsx";
import { StatCards } from "#app/ui/stat-cards.tsx";
import { Trend } from "#app/ui/trend.tsx";
import { shortDurationText } from "#lib/duration.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import { salesMeaning } from "#shop/reports/dashboard.ts";
import {
  chartScale,
  type CustomerFigures,
  type PopularPackage,
  type Report,
  type SalesSummary,
} from "#shop/reports/report.ts";

export interface ReportViewProps {
  report: Report;
  /** Another report is being loaded. */
  busy: boolean;
}

export function ReportView({ report, busy }: ReportViewProps) {
  return (
    <div className="report" aria-busy={busy || undefined}>
      <SummaryCards summary={report.summary} against={report.against} />
      <DeliveryTimes waits={report.waits} />
      <RevenueChart bars={report.bars} unit={report.unit} />
      <PopularPackages packages={report.packages} />
      <CustomerStatistics customers={report.customers} />
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
function DeliveryTimes({ waits }: { waits: WaitTimes | null }) {
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
          note: "Half of the orders within",
        },
        { label: "95% Within", value: text(waits?.p95Minutes), note: "95th percentile" },
        {
          label: "Orders Delivered",
          value: formatCount(waits?.orders ?? 0),
          note: "Paid and completed",
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
          {packages.map(({ id, coins, orders, cents }) => (
            <li key={id}>
              <span className="popular__art" aria-hidden="true">
                {coins !== null && <CoinCluster coins={coins} />}
              </span>
              <span className="popular__share">
                <span className="popular__name">
                  {coins === null ? `Package ${id}` : `${formatCount(coins)} coins`}
                </span>
                <Meter percent={(orders / most) * 100} />
              </span>
              <span className="popular__figures">
                {formatCount(orders)} {orders === 1 ? "order" : "orders"}
                <span className="popular__under">{formatUsd(cents)} ordered</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function RevenueChart({ bars, unit }: Pick<Report, "bars" | "unit">) {
  const unfinished = bars.find((bar) => bar.unfinished);
  return (
    <Card
      title="Revenue Overview"
      action={
        unfinished && (
          <UnfinishedNote>
            {unfinished.from === unfinished.to ? "Today, not finished" : "Not finished yet"}
          </UnfinishedNote>
        )
      }
    >
      <BarChart
        label="Revenue Overview"
        points={bars.map((bar) => ({
          label: bar.label,
          short: bar.short,
          value: bar.salesCents,
          text: formatUsd(bar.salesCents),
          note: `${formatCount(bar.orders)} ${bar.orders === 1 ? "order" : "orders"}`,
          unfinished: bar.unfinished,
        }))}
        scale={chartScale(bars.map((bar) => bar.salesCents))}
        axis={axisText}
        heads={{ label: unit, value: "Revenue", note: "Orders placed" }}
      />
    </Card>
  );
}

/** Formats cents for an axis: "$500", "$12.5k", "$2M". */
export function axisText(cents: number): string {
  const dollars = cents / 100;
  if (dollars >= 1_000_000) return `$${short(dollars / 1_000_000)}M`;
  if (dollars >= 10_000) return `$${short(dollars / 1000)}k`;
  if (Number.isInteger(dollars)) return `$${dollars.toLocaleString("en-US")}`;
  return `$${dollars.toFixed(2)}`;
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
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
