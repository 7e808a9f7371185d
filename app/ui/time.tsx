import { useSyncExternalStore } from "react";
import { addMs, MINUTE_MS, type TimeFormat, timeText } from "#lib/time.ts";

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
