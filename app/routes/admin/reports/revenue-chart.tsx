import { BarChart, UnfinishedNote } from "#app/ui/bar-chart.tsx";
import { Card } from "#app/ui/card.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import { chartScale, type Report } from "#shop/reports/report.ts";
import { axisText } from "./axis-text.ts";

export function RevenueChart({ bars, unit }: Pick<Report, "bars" | "unit">) {
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
