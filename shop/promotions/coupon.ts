/** What a coupon takes off the price: a percentage, or a fixed amount. */
export const couponKinds = ["percent", "fixed"] as const;
export type CouponKind = (typeof couponKinds)[number];
