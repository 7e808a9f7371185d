import { localDate } from "#lib/days.ts";

/** A moment for money of which only the day is known: the middle of it, and of today or later this moment. */
export function bookedAt(day: string, now: Date): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  return day >= localDate(now, "UTC") || noon > now ? now : noon;
}
