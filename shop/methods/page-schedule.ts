import type { PageOutcome } from "./provider.ts";
import { addMs } from "#lib/time.ts";

const SECOND_MS = 1000;
const MINUTE = 60 * SECOND_MS;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long after it was paid a page is asked about, in case a message about a refund or a dispute was lost. */
const FOLLOW_DAYS = 120;

/**
 * When a service is asked about a page the next time, unless it sends a message before; null once nothing more is
 * expected. While the buyer is on it often, then at leisure.
 */
export function nextCheckTime(
  page: { outcome: PageOutcome; openedAt: Date; expiresAt: Date },
  now: Date,
): Date | null {
  const age = now.getTime() - page.openedAt.getTime();
  const after = (ms: number) => addMs(now, ms);
  switch (page.outcome) {
    case "closed":
      return null;
    case "paid":
      return age < FOLLOW_DAYS * DAY ? after(DAY) : null;
    case "processing":
      return after(age < 10 * MINUTE ? 15 * SECOND_MS : HOUR);
    case "open":
      return after(age < 10 * MINUTE ? 15 * SECOND_MS : 2 * MINUTE);
  }
}
