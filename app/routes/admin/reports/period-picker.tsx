import { Form, href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import type { FieldErrors } from "#lib/form.ts";
import type { Period } from "#shop/reports/period.ts";

const kinds = [
  { kind: "week", label: "Week" },
  { kind: "month", label: "Month" },
  { kind: "year", label: "Year" },
  { kind: "calendar", label: "Calendar" },
  { kind: "custom", label: "Custom" },
] as const satisfies { kind: Period["kind"]; label: string }[];

export interface PeriodSwitchProps {
  current: Period["kind"];
  /** Initial days of a custom period: the ones shown now. */
  days: { from: string; to: string };
}

export function PeriodSwitch({ current, days }: PeriodSwitchProps) {
  const items = kinds.map(({ kind, label }) => {
    const search = new URLSearchParams({ period: kind, ...(kind === "custom" && days) });
    return { label, current: kind === current, to: `${href("/admin/reports")}?${search}` };
  });
  return <SegmentedLinks label="Period" items={items} />;
}

export interface PeriodFormProps {
  days: { from: string; to: string };
  errors?: FieldErrors<"from" | "to">;
}

/** Chooses the days of a custom period. */
export function PeriodForm({ days, errors }: PeriodFormProps) {
  return (
    <Form className="period-form" method="get" preventScrollReset noValidate>
      <input type="hidden" name="period" value="custom" />
      <Field
        label="First day"
        name="from"
        type="date"
        required
        defaultValue={days.from}
        error={errors?.from}
      />
      <Field
        label="Last day"
        name="to"
        type="date"
        required
        defaultValue={days.to}
        error={errors?.to}
      />
      <Button type="submit">Show</Button>
    </Form>
  );
}
