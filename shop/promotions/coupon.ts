import { formatUsd } from "#lib/money.ts";
import { day, money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";

/** What a coupon takes off the price: a percentage, or a fixed amount. */
export const couponKinds = ["percent", "fixed"] as const;
export type CouponKind = (typeof couponKinds)[number];

export const CODE_MIN = 3;
export const CODE_MAX = 32;

/** A coupon's values. Days are `YYYY-MM-DD` in the shop's time zone, the first and the last one. */
export interface Coupon {
  code: string;
  kind: CouponKind;
  /** With kind `percent`: whole percent of the price. */
  percent: number | null;
  /** With kind `fixed`: the amount; with `percent`, the most that it takes off, null for no cap. */
  cents: number | null;
  startsOn: string | null;
  endsOn: string | null;
  /** The lowest price that it applies to. */
  minimumCents: number;
  /** The packages that it applies to; null for all. */
  packageIds: readonly string[] | null;
  totalLimit: number | null;
  customerLimit: number | null;
  firstOrderOnly: boolean;
  /** False once an administrator has ended it. */
  active: boolean;
  /** Rises with each change (decision 015). */
  version: number;
}

/** What a coupon is checked against. Orders that were rejected or deleted count nowhere. */
export interface CouponUse {
  package: { id: string; priceCents: number };
  /** Today in the shop's time zone. */
  today: string;
  /** Orders with this code: of all customers, and of this one. */
  uses: number;
  customerUses: number;
  /** Orders of this customer, with any code or none. */
  customerOrders: number;
}

/** Why a coupon is refused. */
export type CouponRefusal =
  | "ended"
  | "not-started"
  | "other-package"
  | "minimum"
  | "not-first-order"
  | "customer-limit"
  | "used-up";

/** Returns a code in the form that is stored: upper case, without spaces. */
export function normalizeCode(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase();
}

/** True for text in the form of a code: 3 to 32 of A–Z, 0–9 and the hyphen. */
export function isCode(text: string): boolean {
  return text.length >= CODE_MIN && text.length <= CODE_MAX && /^[A-Z0-9-]+$/.test(text);
}

/** Returns why a coupon does not apply to an order; null if it does. */
export function refuseCoupon(coupon: Coupon, use: CouponUse): CouponRefusal | null {
  const { startsOn, endsOn, packageIds, totalLimit, customerLimit } = coupon;
  const { package: pkg, today } = use;
  if (!coupon.active || (endsOn !== null && today > endsOn)) return "ended";
  if (startsOn !== null && today < startsOn) return "not-started";
  if (packageIds && !packageIds.includes(pkg.id)) return "other-package";
  if (pkg.priceCents < coupon.minimumCents || couponCents(coupon, pkg.priceCents) === 0)
    return "minimum";
  if (coupon.firstOrderOnly && use.customerOrders > 0) return "not-first-order";
  if (customerLimit !== null && use.customerUses >= customerLimit) return "customer-limit";
  if (totalLimit !== null && use.uses >= totalLimit) return "used-up";
  return null;
}

/**
 * Returns what a coupon takes off a price, in cents: a percentage is rounded half up and at most its cap; never more than
 * the price.
 */
export function couponCents({ kind, percent, cents }: Coupon, priceCents: number): number {
  const fixed = cents ?? 0;
  if (kind === "fixed") return Math.min(fixed, priceCents);
  const part = Math.floor((priceCents * (percent ?? 0) + 50) / 100);
  return Math.min(part, cents ?? part, priceCents);
}

/** Returns what a coupon gives: `15%`, `15%, at most $5.00`, `$5.00`. */
export function couponText({ kind, percent, cents }: Coupon): string {
  if (kind === "fixed") return formatUsd(cents ?? 0);
  return cents === null ? `${percent}%` : `${percent}%, at most ${formatUsd(cents)}`;
}

/** Returns the reason of a refusal as a sentence for the buyer. */
export function refusalText(refusal: CouponRefusal, coupon: Coupon): string {
  const { code, startsOn, endsOn, minimumCents, customerLimit } = coupon;
  switch (refusal) {
    case "ended":
      return endsOn && coupon.active
        ? t("rules.couponEndedOn", { code, date: day(endsOn) })
        : t("rules.couponEnded", { code });
    case "not-started":
      return t("rules.couponNotStarted", { code, date: day(startsOn ?? "") });
    case "other-package":
      return t("rules.couponOtherPackage", { code });
    case "minimum":
      return minimumCents > 0
        ? t("rules.couponMinimum", { code, amount: money(minimumCents) })
        : t("rules.couponNothing", { code });
    case "not-first-order":
      return t("rules.couponFirstOrder", { code });
    case "customer-limit":
      return customerLimit === 1
        ? t("rules.couponUsed", { code })
        : t("rules.couponUsedOften", { code, times: customerLimit ?? 0 });
    case "used-up":
      return t("rules.couponUsedUp", { code });
  }
}
