import { BarChart, UnfinishedNote } from "#app/ui/bar-chart.tsx";
import { Card } from "#app/ui/card.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import { type Bar, chartScale } from "#shop/reports/report.ts";
import { axisText } from "./axis-text.ts";

export function RevenueChart({ bars }: { bars: readonly Bar[] }) {
  return (
    <Card
      title="Revenue Overview"
      action={
        bars.some((bar) => bar.unfinished) && (
          <UnfinishedNote>With today, not finished</UnfinishedNote>
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
        heads={{ label: "Time", value: "Revenue", note: "Orders placed" }}
      />
    </Card>
  );
}
