import { BarChart, ComparedNote, UnfinishedNote } from "#app/ui/bar-chart.tsx";
import { Card } from "#app/ui/card.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import { shortSpanText } from "#shop/reports/period.ts";
import { type Bar, chartScale, type Report } from "#shop/reports/report.ts";

/** Revenue by day, week or month, beside that of the period before if it is one of the calendar. */
export function RevenueChart({ report }: { report: Report }) {
  const { bars, unit, calendar } = report;
  const unfinished = bars.find((bar) => bar.unfinished);
  const before = calendar ? report.before.bars : [];
  return (
    <Card
      title="Revenue Overview"
      action={
        <div className="chart__notes">
          {calendar && <ComparedNote now={calendar.name} before={calendar.nameBefore} />}
          {unfinished && (
            <UnfinishedNote>
              {unfinished.from === unfinished.to ? "Today, not finished" : "Not finished yet"}
            </UnfinishedNote>
          )}
        </div>
      }
    >
      <BarChart
        label="Revenue Overview"
        points={pointsOf(report, before)}
        scale={chartScale([...bars, ...before].map((bar) => bar.salesCents))}
        axis={axisText}
        heads={{
          label: unit,
          value: "Revenue",
          note: "Orders placed",
          ...(calendar && { before: calendar.nameBefore }),
        }}
      />
    </Card>
  );
}

/** Returns a point for each bar, and one for each day that only the period before has, such as 31 January. */
function pointsOf({ bars, unit, calendar }: Report, before: readonly Bar[]) {
  return Array.from({ length: Math.max(bars.length, before.length) }, (_, index) => {
    const [bar, other] = [bars[index], before[index]];
    const shown = bar ?? other;
    return {
      label: shown?.label ?? "",
      short: shown?.short ?? "",
      value: bar?.salesCents ?? 0,
      text: bar ? formatUsd(bar.salesCents) : "—",
      note: bar ? `${formatCount(bar.orders)} ${bar.orders === 1 ? "order" : "orders"}` : "",
      unfinished: bar?.unfinished ?? false,
      ...(unit === "Week" && bar && { under: shortSpanText(bar) }),
      ...(calendar && {
        before: other
          ? {
              label: unit === "Month" ? `${other.label} ${other.from.slice(0, 4)}` : other.label,
              value: other.salesCents,
              text: formatUsd(other.salesCents),
            }
          : null,
      }),
    };
  });
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
