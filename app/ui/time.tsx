import { useSyncExternalStore } from "react";

/** `short` leaves the year out, for where another line of the page has it. */
export type TimeFormat = "time" | "date" | "short" | "datetime";

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
export function timeText(value: Date, format: TimeFormat): string {
  const iso = value.toISOString();
  const clock = iso.slice(11, 16);
  const day = `${value.getUTCDate()} ${months[value.getUTCMonth()]}`;
  const date = `${day} ${iso.slice(0, 4)}`;
  if (format === "time") return clock;
  if (format === "date") return date;
  return `${format === "short" ? day : date}, ${clock}`;
}

/** The moment whose UTC reading is what a clock on the visitor's wall showed at `value`. */
function onLocalClock(value: Date): Date {
  return new Date(value.getTime() - value.getTimezoneOffset() * 60_000);
}

const never = () => () => undefined;

/** A moment: in UTC, and said so, until the browser can tell its own time zone (see base.css). */
export function Time({ value, format = "datetime" }: { value: Date; format?: TimeFormat }) {
  const local = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <time dateTime={value.toISOString()} className={local ? undefined : "utc"}>
      {timeText(local ? onLocalClock(value) : value, format)}
      {!local && <span className="utc__zone"> UTC</span>}
    </time>
  );
}
