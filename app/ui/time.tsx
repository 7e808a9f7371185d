import { useSyncExternalStore } from "react";
import type { TimeFormat } from "#lib/time.ts";
import { time } from "#messages/format.ts";

const subscribeToNothing = () => () => undefined;

/**
 * A date and time. Rendered in UTC and marked as such, then in the visitor's time zone (see base.css). The text may differ
 * when it is hydrated, as browsers and the server may have other versions of Unicode's formats.
 */
export function Time({ value, format = "datetime" }: { value: Date; format?: TimeFormat }) {
  const local = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <time
      dateTime={value.toISOString()}
      className={local ? undefined : "utc"}
      suppressHydrationWarning
    >
      {time(value, format, local ? "local" : "UTC")}
      {!local && <span className="utc__zone"> UTC</span>}
    </time>
  );
}
