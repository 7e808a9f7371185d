import { addDays, localDate } from "#lib/days.ts";
import type { OrderStatus } from "./order.ts";

/** `open`: the owner has not decided yet what to do. */
export type WithdrawalState = "open" | "accepted" | "declined";

/** How long buyers can withdraw from a contract: Article 9 of Directive 2011/83/EU. */
const WITHDRAWAL_DAYS = 14;

/** The maximum length of the reason why a withdrawal is declined, in characters. */
export const DECLINE_REASON_MAX = 1000;

/** What the right of withdrawal depends on. */
interface Withdrawable {
  status: OrderStatus;
  settledAt: Date | null;
  consentedAt: Date | null;
  withdrawal: WithdrawalState | null;
  createdAt: Date;
}

/**
 * Returns the last day of the right of withdrawal (`YYYY-MM-DD` in this time zone): 14 days after that of the order, and
 * Monday instead of a Saturday or Sunday (Article 3 of Regulation 1182/71).
 */
export function lastDayToWithdraw(createdAt: Date, timeZone: string): string {
  const day = addDays(localDate(createdAt, timeZone), WITHDRAWAL_DAYS);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 6) return addDays(day, 2);
  return weekday === 0 ? addDays(day, 1) : day;
}

/**
 * True while the buyer of an order can withdraw from it. With consent, the right ends once the coins are delivered. An
 * order that waits for its payment binds nobody: it is left, and ends by itself.
 */
export function canWithdraw(
  { status, settledAt, consentedAt, withdrawal, createdAt }: Withdrawable,
  { timeZone, now }: { timeZone: string; now: Date },
): boolean {
  if (withdrawal !== null || status === "rejected") return false;
  if (status === "pending" && settledAt === null) return false;
  if (status === "completed" && consentedAt !== null) return false;
  return localDate(now, timeZone) <= lastDayToWithdraw(createdAt, timeZone);
}
