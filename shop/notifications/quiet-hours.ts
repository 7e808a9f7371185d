import { localTime } from "#lib/days.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import type { Settings } from "../settings/settings.ts";

const DAY_MINUTES = 24 * 60;

/**
 * Returns when the quiet hours end, or null outside of them. They are clock times (`22:00`) in the shop's time zone, and
 * may go over midnight. On the day that the clocks change, the end is found again with each call until it has come.
 */
export function quietUntil(
  { quietHours, quietFrom, quietTo, timeZone }: QuietSettings,
  now: Date,
): Date | null {
  if (!quietHours || quietFrom === quietTo) return null;
  const [from, to, clock] = [quietFrom, quietTo, localTime(now, timeZone)].map(minutesOf) as [
    number,
    number,
    number,
  ];
  const passed = minutesFrom(from, clock);
  if (passed >= minutesFrom(from, to)) return null;
  const end = addMs(now, minutesFrom(clock, to) * MINUTE_MS);
  return addMs(end, -(end.getTime() % MINUTE_MS));
}

type QuietSettings = Pick<Settings, "quietHours" | "quietFrom" | "quietTo" | "timeZone">;

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Returns the minutes from one clock time to the next occurrence of another. */
function minutesFrom(from: number, to: number): number {
  return (to - from + DAY_MINUTES) % DAY_MINUTES;
}
