import type { PageOutcome } from "./provider.ts";
import { addMs } from "#lib/time.ts";

const SECOND_MS = 1000;
const MINUTE = 60 * SECOND_MS;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a paid page is polled, in case a refund or dispute webhook was lost. */
const FOLLOW_DAYS = 120;

/**
 * Returns when to poll a page next if no webhook arrives before; null once it is final. Often while the buyer is on
 * it, then rarely.
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
    case "open":
    case "processing":
      if (age < 10 * MINUTE) return after(15 * SECOND_MS);
      // A payment that is still processing long after the page has expired takes days.
      return after(now < addMs(page.expiresAt, HOUR) ? 2 * MINUTE : HOUR);
  }
}
