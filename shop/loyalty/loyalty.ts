import { localDate } from "#lib/days.ts";
import type { OrderStatus } from "../orders/order.ts";

/** Why a balance changed. `refund` and `referral-refund` take back the part of an order that was refunded. */
export type LedgerKind = "order" | "refund" | "birthday" | "referral" | "referral-refund";

export const tiers = ["bronze", "silver", "gold", "platinum"] as const;
export type Tier = (typeof tiers)[number];

/** Points at which each tier begins. */
const tierStartsAt: Record<Tier, number> = { bronze: 0, silver: 1000, gold: 2500, platinum: 5000 };

const POINTS_PER_DOLLAR = 10;
const WEEKEND_FACTOR = 2;
const REFERRAL_PERCENT = 5;
const BIRTHDAY_POINTS = 100;

/** Returns the highest tier that this many points reach. */
export function tierOf(points: number): Tier {
  return tiers.findLast((tier) => points >= tierStartsAt[tier]) ?? "bronze";
}

/** Returns the points at which the next tier begins; null at the top. */
export function nextTierAt(points: number): number | null {
  const next = tiers[tiers.indexOf(tierOf(points)) + 1];
  return next ? tierStartsAt[next] : null;
}

/** Returns whether it is Saturday or Sunday in the time zone (IANA name). */
export function isWeekend(moment: Date, timeZone: string): boolean {
  const weekday = new Date(`${localDate(moment, timeZone)}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** Returns the points for a completed order: 10 for each whole dollar, doubled if it was placed on a weekend. */
export function pointsForOrder(
  order: { totalCents: number; createdAt: Date },
  timeZone: string,
): number {
  const points = Math.floor(order.totalCents / 100) * POINTS_PER_DOLLAR;
  return isWeekend(order.createdAt, timeZone) ? points * WEEKEND_FACTOR : points;
}

/** Returns the reward for the first order of a referred user: 5% of its total, in cents, rounded half up. */
export function referralReward(totalCents: number): number {
  return Math.floor((totalCents * REFERRAL_PERCENT + 50) / 100);
}

/** Returns the birthdays (`MM-DD`) celebrated on a day (`YYYY-MM-DD`); 29 February moves to 1 March in other years. */
export function birthdaysOn(day: string): string[] {
  const monthAndDay = day.slice(5);
  const leapDayMoved = monthAndDay === "03-01" && !isLeapYear(Number(day.slice(0, 4)));
  return leapDayMoved ? [monthAndDay, "02-29"] : [monthAndDay];
}

/** Returns the points for a birthday (`YYYY-MM-DD`) today; 0 on the day of registration. */
export function birthdayPoints(
  user: { birthday: string | null; createdAt: Date },
  now: Date,
  timeZone: string,
): number {
  const today = localDate(now, timeZone);
  if (!user.birthday || localDate(user.createdAt, timeZone) >= today) return 0;
  return birthdaysOn(today).includes(user.birthday.slice(5)) ? BIRTHDAY_POINTS : 0;
}

/** The facts of an order that points and rewards depend on. */
export interface CountedOrder {
  id: string;
  status: OrderStatus;
  totalCents: number;
  /** Whether it counts as a sale, and what of its total the shop has kept. */
  isSale: boolean;
  keptCents: number;
  createdAt: Date;
  deletedAt: Date | null;
}

/** Who brought the person whose orders these are, and when that person registered. */
export interface Referral {
  referrerId: string | null;
  registeredAt: Date;
}

/** What the ledger holds, or should hold, for a user because of an order; several rows are summed into one. */
export interface OrderEntry {
  userId: string;
  kind: LedgerKind;
  orderId: string;
  points: number;
  cents: number;
}

/**
 * Returns the ledger entries for all orders of one email: points for the verified user who has it, and for the referrer the
 * reward for the earliest completed order since the registration. Both follow what the shop has kept of an order; what a
 * refund takes away is an entry of its own.
 */
export function entriesFor(
  orders: readonly CountedOrder[],
  { buyerId, referral }: { buyerId: string | null; referral: Referral | null },
  timeZone: string,
): OrderEntry[] {
  const counted = orders
    .filter((order) => order.status === "completed" && order.isSale && !order.deletedAt)
    .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
  const entries: OrderEntry[] = [];
  if (buyerId !== null)
    for (const order of counted) {
      const of = { userId: buyerId, orderId: order.id, cents: 0 };
      const points = pointsForOrder(order, timeZone);
      const kept = pointsForOrder({ ...order, totalCents: order.keptCents }, timeZone);
      entries.push({ ...of, kind: "order", points });
      if (kept !== points) entries.push({ ...of, kind: "refund", points: kept - points });
    }
  const referrerId = referral?.referrerId ?? null;
  const first = counted.find(({ createdAt }) => referral && createdAt >= referral.registeredAt);
  if (first && referrerId !== null && referrerId !== buyerId) {
    const of = { userId: referrerId, orderId: first.id, points: 0 };
    const cents = referralReward(first.totalCents);
    const kept = referralReward(first.keptCents);
    entries.push({ ...of, kind: "referral", cents });
    if (kept !== cents) entries.push({ ...of, kind: "referral-refund", cents: kept - cents });
  }
  return entries;
}

/** Returns the entries that bring the ledger from `held` to `wanted`, deductions first. */
export function corrections(
  wanted: readonly OrderEntry[],
  held: readonly OrderEntry[],
): OrderEntry[] {
  const sums = new Map<string, OrderEntry>();
  const add = (entry: OrderEntry, sign: 1 | -1) => {
    const key = JSON.stringify([entry.userId, entry.kind, entry.orderId]);
    const sum = sums.get(key) ?? { ...entry, points: 0, cents: 0 };
    sums.set(key, {
      ...sum,
      points: sum.points + sign * entry.points,
      cents: sum.cents + sign * entry.cents,
    });
  };
  for (const entry of wanted) add(entry, 1);
  for (const entry of held) add(entry, -1);
  return [...sums.values()]
    .filter(({ points, cents }) => points !== 0 || cents !== 0)
    .toSorted((a, b) => a.points + a.cents - (b.points + b.cents));
}

/** Points that become credit, and how much. */
export interface ConvertiblePoints {
  /** Points that became no credit yet; below 0 after points that did were taken back. */
  available: number;
  /** Of those, the points of whole dollars. */
  points: number;
  /** Their credit, in cents. */
  cents: number;
}

/** Returns what available points become: whole dollars of credit, at so many points for each. */
export function convertiblePoints(available: number, pointsPerDollar: number): ConvertiblePoints {
  const dollars = Math.max(0, Math.floor(available / pointsPerDollar));
  return { available, points: dollars * pointsPerDollar, cents: dollars * 100 };
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The loyalty and referral cards of My Orders, and the ledger that explains them. */
export interface LoyaltyView {
  tier: Tier;
  points: number;
  /** Points at which the next tier begins; null at the top. */
  nextTierAt: number | null;
  referralCode: string;
  referralCount: number;
  referralEarningsCents: number;
  /** Newest first. */
  ledger: { kind: LedgerKind; points: number; cents: number; orderId: string | null; at: Date }[];
}
