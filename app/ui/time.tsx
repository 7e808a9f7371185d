import { useSyncExternalStore } from "react";

export type TimeFormat = "time" | "date" | "datetime";

const months = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** Written by hand: two engines may disagree about what a locale writes, and a page must not. */
function timeText(value: Date, format: TimeFormat): string {
  const iso = value.toISOString();
  const clock = iso.slice(11, 16);
  const date = `${value.getUTCDate()} ${months[value.getUTCMonth()]} ${iso.slice(0, 4)}`;
  if (format === "time") return clock;
  return format === "date" ? date : `${date}, ${clock}`;
}

/** The moment whose UTC reading is what a clock on the visitor's wall showed at `value`. */
function onLocalClock(value: Date): Date {
  return new Date(value.getTime() - value.getTimezoneOffset() * 60_000);
}

const never = () => () => undefined;

/** A moment: in UTC, and said so, until the browser can tell its own time zone. */
export function Time({ value, format = "datetime" }: { value: Date; format?: TimeFormat }) {
  const local = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <time dateTime={value.toISOString()}>
      {local ? timeText(onLocalClock(value), format) : `${timeText(value, format)} UTC`}
    </time>
  );
}
