import { href } from "react-router";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import type { Period } from "#shop/reports/period.ts";

const kinds = [
  { kind: "week", label: "Week" },
  { kind: "month", label: "Month" },
  { kind: "year", label: "Year" },
  { kind: "custom", label: "Custom" },
] as const satisfies { kind: Period["kind"]; label: string }[];

export interface PeriodSwitchProps {
  current: Period["kind"];
  /** What a custom period begins with: the days that are shown now. */
  days: { from: string; to: string };
}

export function PeriodSwitch({ current, days }: PeriodSwitchProps) {
  const items = kinds.map(({ kind, label }) => {
    const search = new URLSearchParams({ period: kind, ...(kind === "custom" && days) });
    return { label, current: kind === current, to: `${href("/admin/reports")}?${search}` };
  });
  return <SegmentedLinks label="Period" items={items} />;
}
