import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { t } from "#messages/translate.ts";
import { kindOf } from "../catalog/goods.ts";
import type { CoinPackage } from "../catalog/package.ts";
import {
  type CouponRefusal,
  couponCents,
  normalizeCode,
  refusalText,
  refuseCoupon,
} from "../promotions/coupon.ts";
import { findCoupon } from "../promotions/coupons.server.ts";
import { orders } from "./tables.ts";

/** Why a code is refused, and the sentence that tells the buyer. */
export interface CodeProblem {
  reason: CouponRefusal | "unknown" | "other-kind";
  text: string;
}

/** A code that applies, and what it takes off the price. */
export interface AppliedCode {
  couponCode: string;
  couponCents: number;
}

/** Orders that use a coupon: those rejected or deleted have given it back. */
const isUse = and(ne(orders.status, "rejected"), isNull(orders.deletedAt));

/**
 * Returns what a code takes off the price of a package for this customer, or why it is refused. With `lock`, in the
 * transaction that places the order, of several orders at once only as many get the coupon as it has uses left.
 */
export async function checkCode(
  db: Db,
  wanted: { code: string; package: CoinPackage; email: string; lock?: boolean; now: Date },
): Promise<Result<AppliedCode, CodeProblem>> {
  const { code, package: pkg, lock = false, now } = wanted;
  if (kindOf(pkg) !== "coins") return err({ reason: "other-kind", text: t("order.codeOtherKind") });
  const found = await findCoupon(db, code, { now, lock });
  if (!found) return err({ reason: "unknown", text: unknownText(code) });
  const { coupon, today } = found;
  // Read after the lock: what other orders took before is committed.
  const used = await countUses(db, coupon.code, normalizeEmail(wanted.email));
  const refusal = refuseCoupon(coupon, { package: pkg, today, ...used });
  if (refusal) return err({ reason: refusal, text: refusalText(refusal, coupon) });
  return ok({ couponCode: coupon.code, couponCents: couponCents(coupon, pkg.priceCents) });
}

function unknownText(code: string): string {
  return normalizeCode(code) === "" ? t("order.codeMissing") : t("order.codeUnknown");
}

async function countUses(db: Db, code: string, email: string) {
  const ofCode = eq(orders.couponCode, code);
  const ofCustomer = sql`lower(${orders.email}) = ${email}`;
  const [row] = await db
    .select({
      uses: sql<number>`count(*) filter (where ${ofCode})::int`,
      customerUses: sql<number>`count(*) filter (where ${ofCode} and ${ofCustomer})::int`,
      customerOrders: sql<number>`count(*) filter (where ${ofCustomer})::int`,
    })
    .from(orders)
    .where(and(or(ofCode, ofCustomer), isUse));
  return row ?? { uses: 0, customerUses: 0, customerOrders: 0 };
}

/** What the orders with a coupon come to, in cents. */
export interface CouponSums {
  uses: number;
  /** What it took off the price of orders that count as sales, and what the shop has kept of their totals. */
  paidOrders: number;
  discountCents: number;
  revenueCents: number;
}

/** Returns the sums of all coupons that were used, by code. */
export async function couponSums(db: Db): Promise<Map<string, CouponSums>> {
  const isPaid = orders.isSale;
  const rows = await db
    .select({
      code: orders.couponCode,
      uses: sql<number>`count(*)::int`,
      paidOrders: sql<number>`count(*) filter (where ${isPaid})::int`,
      discountCents: sql<number>`coalesce(sum(${orders.couponCents}) filter (where ${isPaid}), 0)::float8`,
      revenueCents: sql<number>`coalesce(sum(${orders.keptCents}), 0)::float8`,
    })
    .from(orders)
    .where(and(isNotNull(orders.couponCode), isUse))
    .groupBy(orders.couponCode);
  return new Map(rows.map(({ code, ...sums }) => [code ?? "", sums]));
}
