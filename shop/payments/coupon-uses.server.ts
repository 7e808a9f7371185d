import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
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
import { coupons } from "../promotions/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { orders } from "../orders/tables.ts";
import { defaultPaymentPolicy } from "./model/payment.ts";
import { chainOutputs, quotes } from "./tables.ts";

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

/** What a code is checked for. */
export interface CodeRequest {
  code: string;
  package: CoinPackage;
  email: string;
  /** The checkout that asks: what it holds itself counts for nothing against it. */
  checkoutId: string | null;
  lock?: boolean;
  now: Date;
}

/**
 * Returns what a code takes off the price of a package for this customer, or why it is refused. With `lock`, in the
 * transaction that places the order or holds an amount, of several at once only as many get the coupon as it has uses left.
 */
export async function checkCode(
  db: Db,
  wanted: CodeRequest,
): Promise<Result<AppliedCode, CodeProblem>> {
  const { code, package: pkg, lock = false, now } = wanted;
  if (kindOf(pkg) !== "coins") return err({ reason: "other-kind", text: t("order.codeOtherKind") });
  const found = await findCoupon(db, code, { now, lock });
  if (!found) return err({ reason: "unknown", text: unknownText(code) });
  const { coupon, today } = found;
  // Read after the lock: what other orders took before is committed.
  const used = await countUses(db, coupon.code, wanted);
  const refusal = refuseCoupon(coupon, { package: pkg, today, ...used });
  if (refusal) return err({ reason: refusal, text: refusalText(refusal, coupon) });
  return ok({ couponCode: coupon.code, couponCents: couponCents(coupon, pkg.priceCents) });
}

function unknownText(code: string): string {
  return normalizeCode(code) === "" ? t("order.codeMissing") : t("order.codeUnknown");
}

/** Counts orders and, as they become orders once they are paid, the amounts that are held with a coupon. */
async function countUses(db: Db, code: string, { email, checkoutId, now }: CodeRequest) {
  const customer = normalizeEmail(email);
  const ofCode = eq(orders.couponCode, code);
  const ofCustomer = sql`lower(${orders.email}) = ${customer}`;
  const [placed] = await db
    .select({
      uses: sql<number>`count(*) filter (where ${ofCode})::int`,
      customerUses: sql<number>`count(*) filter (where ${ofCode} and ${ofCustomer})::int`,
      customerOrders: sql<number>`count(*) filter (where ${ofCustomer})::int`,
    })
    .from(orders)
    .where(and(or(ofCode, ofCustomer), isUse));
  const heldOfCode = eq(checkouts.couponCode, code);
  const heldOfCustomer = sql`lower(${checkouts.email}) = ${customer}`;
  const [held] = await db
    .select({
      uses: sql<number>`count(*) filter (where ${heldOfCode})::int`,
      customerUses: sql<number>`count(*) filter (where ${heldOfCode} and ${heldOfCustomer})::int`,
      customerOrders: sql<number>`count(*) filter (where ${heldOfCustomer})::int`,
    })
    .from(checkouts)
    .where(
      and(
        or(heldOfCode, heldOfCustomer),
        isHeldWithCoupon(db, now),
        checkoutId === null ? undefined : ne(checkouts.id, checkoutId),
      ),
    );
  const sum = (name: "uses" | "customerUses" | "customerOrders") =>
    (placed?.[name] ?? 0) + (held?.[name] ?? 0);
  return {
    uses: sum("uses"),
    customerUses: sum("customerUses"),
    customerOrders: sum("customerOrders"),
  };
}

/** The SQL counterpart of `heldQuote`, for checkouts without an order whose price has a coupon. */
function isHeldWithCoupon(db: Db, now: Date) {
  const { lateGraceSeconds } = defaultPaymentPolicy;
  const grace = sql`coalesce((${quotes.policy} ->> 'lateGraceSeconds')::int, ${lateGraceSeconds}::int)`;
  const runs = db
    .select({ one: sql`1` })
    .from(quotes)
    .where(
      and(
        eq(quotes.checkoutId, checkouts.id),
        isNull(quotes.withdrawnAt),
        gt(sql`${quotes.expiresAt} + ${grace} * interval '1 second'`, now),
      ),
    );
  const received = db
    .select({ one: sql`1` })
    .from(chainOutputs)
    .where(
      and(
        eq(chainOutputs.checkoutId, checkouts.id),
        inArray(chainOutputs.state, ["mempool", "confirmed"]),
      ),
    );
  return and(
    gt(checkouts.couponCents, 0),
    inArray(checkouts.state, ["open", "left"]),
    or(exists(runs), exists(received)),
  );
}

/** What the orders with a coupon come to, in cents. */
export interface CouponSums {
  uses: number;
  /** Amounts that are held with it, and count as uses until they end. */
  held: number;
  /** What it took off the price of orders that count as sales, and what the shop has kept of their totals. */
  paidOrders: number;
  discountCents: number;
  revenueCents: number;
}

/** Returns the sums of all coupons that were used or that amounts are held with, by code. */
export async function couponSums(db: Db, now: Date): Promise<Map<string, CouponSums>> {
  const isPaid = orders.isSale;
  const placed = await db
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
  const heldRows = await db
    .select({ code: checkouts.couponCode, held: sql<number>`count(*)::int` })
    .from(checkouts)
    .where(isHeldWithCoupon(db, now))
    .groupBy(checkouts.couponCode);
  const none = { uses: 0, held: 0, paidOrders: 0, discountCents: 0, revenueCents: 0 };
  const sums = new Map<string, CouponSums>();
  for (const { code, ...sum } of placed) sums.set(code ?? "", { ...none, ...sum });
  for (const { code, held } of heldRows)
    sums.set(code ?? "", { ...(sums.get(code ?? "") ?? none), held });
  return sums;
}

/** A use of a coupon beyond one of its limits: by all customers, or by one. */
export interface UseBeyondLimit {
  /** Which use it is, by the time of the orders. */
  use: number;
  limit: number;
  ofCustomer: boolean;
}

/** Returns which use of its coupon an order is if that is beyond a limit, such as the second of one; null otherwise. */
export async function useBeyondLimit(
  db: Db,
  { id, couponCode, email, status, createdAt }: typeof orders.$inferSelect,
): Promise<UseBeyondLimit | null> {
  if (couponCode === null || status === "rejected") return null;
  const ofCustomer = sql`lower(${orders.email}) = ${normalizeEmail(email)}`;
  const isEarlier = or(
    lt(orders.createdAt, createdAt),
    and(eq(orders.createdAt, createdAt), lte(orders.id, id)),
  );
  const [found] = await db
    .select({
      totalLimit: coupons.totalLimit,
      customerLimit: coupons.customerLimit,
      uses: sql<number>`count(*)::int`,
      customerUses: sql<number>`count(*) filter (where ${ofCustomer})::int`,
    })
    .from(coupons)
    .innerJoin(orders, eq(orders.couponCode, coupons.code))
    .where(and(eq(coupons.code, couponCode), isUse, isEarlier))
    .groupBy(coupons.code);
  if (!found) return null;
  const { totalLimit, customerLimit, uses, customerUses } = found;
  if (totalLimit !== null && uses > totalLimit)
    return { use: uses, limit: totalLimit, ofCustomer: false };
  if (customerLimit !== null && customerUses > customerLimit)
    return { use: customerUses, limit: customerLimit, ofCustomer: true };
  return null;
}
