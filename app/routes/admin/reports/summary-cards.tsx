import { Explained } from "#app/ui/explained.tsx";
import { StatCards } from "#app/ui/stat-cards.tsx";
import { Trend } from "#app/ui/trend.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import { salesMeaning } from "#shop/reports/dashboard.ts";
import type { SalesSummary } from "#shop/reports/report.ts";

export interface SummaryCardsProps {
  summary: SalesSummary;
  against: string;
}

/** The Sales Summary: four figures, each beside its change. */
export function SummaryCards({ summary, against }: SummaryCardsProps) {
  const { revenue, orders, average, conversion } = summary;
  return (
    <StatCards
      label="Sales Summary"
      stats={[
        {
          label: "Total Revenue",
          explained: <Explained label="What counts as revenue">{salesMeaning}</Explained>,
          value: formatUsd(revenue.value),
          note: <Trend change={revenue.change} against={against} />,
        },
        {
          label: "Total Orders",
          value: formatCount(orders.value),
          note: <Trend change={orders.change} against={against} />,
        },
        {
          label: "Average Order Value",
          explained: (
            <Explained label="How the average is reckoned">
              Total revenue divided by total orders, which include those not paid yet.
            </Explained>
          ),
          value: formatUsd(average.value),
          note: <Trend change={average.change} against={against} />,
        },
        {
          label: "Conversion Rate",
          explained: (
            <Explained label="How the rate is reckoned">
              Orders placed for every 100 visits. A visit is a page of the shop opened from outside
              it.
            </Explained>
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
