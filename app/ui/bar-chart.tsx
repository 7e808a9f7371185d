import { useState } from "react";
import { BarPlot, type ChartPoint } from "./bar-plot.tsx";

export interface BarChartProps {
  /** The accessible name: "Revenue per day". */
  label: string;
  points: readonly ChartPoint[];
  /** The value at the top of the chart; greater than 0 and than the largest point. */
  scale: number;
  /** Formats an axis label; shorter than a point's `text`. */
  axis: (value: number) => string;
  /** The headers of the table's columns. */
  heads: { label: string; value: string; note?: string; before?: string };
}

/** A bar chart over time, with the same data as a table. */
export function BarChart({ label, points, scale, axis, heads }: BarChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  const plot = { label, points, scale, axis, shown, onShow: setShown };
  return (
    <div className="chart">
      <div className="chart__wide">
        <BarPlot {...plot} width={1080} height={300} labelRoom={56} />
      </div>
      <div className="chart__middle">
        <BarPlot {...plot} width={640} height={280} labelRoom={52} />
      </div>
      <div className="chart__narrow">
        <BarPlot {...plot} width={340} height={260} labelRoom={34} short />
      </div>
      <details className="chart__table">
        <summary>View as table</summary>
        <div
          className="table-wrap"
          role="region"
          aria-label={`${label}, as a table`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
          tabIndex={0}
        >
          <table className="table table--plain">
            <caption className="sr">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{heads.label}</th>
                <th scope="col" className="cell--end">
                  {heads.value}
                </th>
                {heads.note && <th scope="col">{heads.note}</th>}
                {heads.before && (
                  <th scope="col" className="cell--end">
                    {heads.before}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.label}>
                  <th scope="row">
                    {point.label}
                    {point.under && <span className="muted"> {point.under}</span>}
                  </th>
                  <td className="cell--end">{point.text}</td>
                  {heads.note && <td>{point.note}</td>}
                  {heads.before && (
                    <td className="cell--end">
                      {point.before ? `${point.before.label}: ${point.before.text}` : "—"}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}

/** A legend for outlined bars, which show what is compared with. */
export function ComparedNote({ now, before }: { now: string; before: string }) {
  return (
    <>
      <span className="chart__note">
        <svg width="12" height="12" aria-hidden="true">
          <rect className="plot__full" width="12" height="12" rx="3" />
        </svg>
        {now}
      </span>
      <span className="chart__note">
        <svg width="12" height="12" aria-hidden="true">
          <rect x=".5" y=".5" width="11" height="11" rx="3" />
        </svg>
        {before}
      </span>
    </>
  );
}

/** A legend for the hatched bar of an unfinished period. */
export function UnfinishedNote({ children }: { children: string }) {
  return (
    <span className="chart__note">
      <svg width="12" height="12" aria-hidden="true">
        <rect x=".5" y=".5" width="11" height="11" rx="3" />
        <path d="M1 8 8 1M4 11l7-7" />
      </svg>
      {children}
    </span>
  );
}
