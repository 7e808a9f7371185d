import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { t } from "#messages/translate.ts";

/** How long completed orders had waited, from the payment to the completion, in minutes. */
export interface WaitTimes {
  /** The number of these orders. */
  orders: number;
  medianMinutes: number;
  /** The 95th percentile. */
  p95Minutes: number;
}

/** Of how many days deliveries count, and how many there have to be. */
export const DELIVERY_TIME_DAYS = 30;
const ENOUGH_ORDERS = 10;

/** The time from a payment to its coins as buyers read it: measured, or in the owner's words. */
export type DeliveryTime =
  | {
      kind: "measured";
      /** Half of the orders were delivered within this time, in minutes, rounded up. */
      half: number;
      /** 95 of 100 orders were. */
      most: number;
    }
  | { kind: "stated"; text: string };

/** Returns the shop's own figures if there are enough, else the owner's sentence, else null. */
export function deliveryTimeOf(waits: WaitTimes | null, stated: string): DeliveryTime | null {
  if (waits && waits.orders >= ENOUGH_ORDERS)
    return {
      kind: "measured",
      half: roundedUp(waits.medianMinutes),
      most: roundedUp(waits.p95Minutes),
    };
  return stated ? { kind: "stated", text: stated } : null;
}

/** Returns a sentence for who has not paid yet. */
export function deliveryTimeText(time: DeliveryTime): string {
  if (time.kind === "stated") return time.text;
  const { half, most } = time;
  if (half === most) return t("order.nearlyAllWithin", { most: timeSpan(most) });
  return t("order.halfWithin", { half: timeSpan(half), most: timeSpan(most) });
}

/** Returns a sentence for who has paid. */
export function arrivalText(time: DeliveryTime): string {
  return time.kind === "stated"
    ? time.text
    : t("order.usuallyArrive", { most: timeSpan(time.most) });
}

/** Returns both sentences, for mails; null where nothing is known. */
export function deliveryTexts(time: DeliveryTime | null): { unpaid: string; paid: string } | null {
  return time && { unpaid: deliveryTimeText(time), paid: arrivalText(time) };
}

/** True for an order that has waited longer than 95 of 100 do. */
export function isLate(time: DeliveryTime | null, settledAt: Date, now: Date): boolean {
  return time?.kind === "measured" && now.getTime() - settledAt.getTime() > time.most * MINUTE_MS;
}

/** Says which place an order has in the queue of those that wait for their coins: "You are 4th in line." */
export function placeText(place: number): string {
  return place === 1 ? t("order.nextInLine") : t("order.placeInLine", { place });
}

const HOUR = HOUR_MS / MINUTE_MS;
const DAY = 24 * HOUR;

/** Rounds up to 5 minutes, to hours from one hour on, and to days from one day on. */
function roundedUp(minutes: number): number {
  const step = minutes <= HOUR ? 5 : minutes <= DAY ? HOUR : DAY;
  return Math.max(step, Math.ceil(minutes / step) * step);
}

function timeSpan(minutes: number): string {
  if (minutes < HOUR) return t("order.minutes", { count: minutes });
  if (minutes < DAY) return t("order.hours", { count: minutes / HOUR });
  return t("order.days", { count: minutes / DAY });
}
