import { useSyncExternalStore } from "react";
import { addMs, MINUTE_MS } from "#lib/time.ts";

/** `short` omits the year, for places where the page shows it elsewhere. */
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

/** Formats a date in UTC. Does not use `Intl`, whose output may differ between server and browser. */
export function timeText(value: Date, format: TimeFormat): string {
  const iso = value.toISOString();
  const clock = iso.slice(11, 16);
  const day = `${value.getUTCDate()} ${months[value.getUTCMonth()]}`;
  const date = `${day} ${iso.slice(0, 4)}`;
  if (format === "time") return clock;
  if (format === "date") return date;
  return `${format === "short" ? day : date}, ${clock}`;
}

/** Shifts a date so that its UTC fields show the visitor's local time. */
function onLocalClock(value: Date): Date {
  return addMs(value, -value.getTimezoneOffset() * MINUTE_MS);
}

const subscribeToNothing = () => () => undefined;

/** A date and time. Rendered in UTC and marked as such, then in the visitor's time zone (see base.css). */
export function Time({ value, format = "datetime" }: { value: Date; format?: TimeFormat }) {
  const local = useSyncExternalStore(
    subscribeToNothing,
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
