export interface TrendProps {
  /** In percent, or in percentage points with `points`; null without earlier data. */
  change: number | null;
  /** The period compared with: "from last week". */
  against: string;
  points?: boolean;
}

/** The change of a metric. The sign carries the meaning; the colour only repeats it. */
export function Trend({ change, against, points }: TrendProps) {
  if (change === null) return <>No earlier data</>;
  const rounded = Math.round(change * 10) / 10;
  if (rounded === 0) return <>Same {against.replace(/^from /, "as ")}</>;
  const unit = points ? " points" : "%";
  return (
    <>
      <span className={rounded > 0 ? "trend trend--up" : "trend trend--down"}>
        {rounded > 0 ? "+" : "−"}
        {Math.abs(rounded)}
        {unit}
      </span>{" "}
      {against}
    </>
  );
}
