import { Form, href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import { missingFiguresText } from "#shop/reports/calendar.ts";
import { type CalendarPeriod, months } from "#shop/reports/period.ts";
import type { Report } from "#shop/reports/report.ts";

/** Chooses a month or a year, and what it is compared with. */
export function CalendarPicker({ report }: { report: Report }) {
  const { calendar, today, firstDay, before } = report;
  if (!calendar) return null;
  const { year, month, against } = calendar;
  const thisYear = Number(today.slice(0, 4));
  const thisMonth = Number(today.slice(5, 7));
  const lastMonth =
    thisMonth === 1 ? { year: thisYear - 1, month: 12 } : { year: thisYear, month: thisMonth - 1 };
  const shortcuts = [
    { label: "This month", year: thisYear, month: thisMonth },
    { label: "Last month", ...lastMonth },
    { label: "This year", year: thisYear, month: null },
    { label: "Last year", year: thisYear - 1, month: null },
  ];
  const firstYear = Math.min(year, Number((firstDay ?? today).slice(0, 4)), thisYear - 1);
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, index) => thisYear - index);
  const missing = missingFiguresText(before, firstDay);
  return (
    <div className="calendar">
      <div className="calendar__row">
        <SegmentedLinks
          label="Month or year"
          items={shortcuts.map(({ label, ...chosen }) => ({
            label,
            current: chosen.year === year && chosen.month === month,
            to: addressOf({ ...chosen, against }),
          }))}
        />
        <Form className="calendar__form" method="get" preventScrollReset>
          <input type="hidden" name="period" value="calendar" />
          <input type="hidden" name="against" value={against} />
          <Select
            key={`${month}`}
            label="Month"
            labelHidden
            name="month"
            size="sm"
            defaultValue={month ?? ""}
          >
            <option value="">Whole year</option>
            {months.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </Select>
          <Select key={year} label="Year" labelHidden name="year" size="sm" defaultValue={year}>
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
          <Button type="submit" size="sm">
            Show
          </Button>
        </Form>
        {month !== null && (
          <SegmentedLinks
            label="Compared with"
            items={(
              [
                ["before", "Month before"],
                ["year", "Year before"],
              ] as const
            ).map(([other, label]) => ({
              label,
              current: other === against,
              to: addressOf({ year, month, against: other }),
            }))}
          />
        )}
      </div>
      <p className="calendar__note">
        {calendar.note} {missing}
      </p>
    </div>
  );
}

function addressOf({ year, month, against }: Omit<CalendarPeriod, "kind">): string {
  const search = { period: "calendar", year: String(year), month: String(month ?? ""), against };
  return `${href("/admin/reports")}?${new URLSearchParams(search)}`;
}
