import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { localDate } from "#lib/days.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import { settings } from "../settings/tables.ts";
import { type Coupon, isCode, normalizeCode } from "./coupon.ts";
import type { CouponValues } from "./coupon-form.ts";
import { coupons } from "./tables.ts";

interface Change {
  actor: Actor;
  now: Date;
}

/** `stale`: another administrator has changed it since it was shown. */
type CouponError = "forbidden" | "not-found" | "stale";

/** Returns all coupons, the newest first. */
export async function listCoupons(db: Db): Promise<Coupon[]> {
  const rows = await db.select().from(coupons).orderBy(desc(coupons.createdAt), coupons.code);
  return rows.map(toCoupon);
}

/** Creates a coupon; returns its code. `taken`: there is one with this code, ended or not. */
export async function createCoupon(
  db: Db,
  change: Change & { values: CouponValues },
): Promise<Result<string, "forbidden" | "taken">> {
  const { values, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, change.actor))) return err("forbidden");
    const created = await tx
      .insert(coupons)
      .values({ ...stored(values), createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ code: coupons.code });
    if (created.length === 0) return err("taken");
    await audit(tx, change, "promotion.created", values.code, { ...values });
    return ok(values.code);
  });
}

/** Changes a coupon, at the version that the administrator saw. Orders that used it, and held amounts, keep what it took off. */
export async function updateCoupon(
  db: Db,
  change: Change & { values: CouponValues; version: number },
): Promise<Result<void, CouponError>> {
  const { values } = change;
  return changeCoupon(db, change, values.code, async (tx, { active: _, version, ...before }) => {
    await tx
      .update(coupons)
      .set({ ...stored(values), version: version + 1, updatedAt: change.now })
      .where(eq(coupons.code, values.code));
    await audit(tx, change, "promotion.updated", values.code, { before, after: values });
  });
}

/** Ends a coupon, or lets an ended one be used again; one that is so already stays as it is. */
export async function setCouponActive(
  db: Db,
  change: Change & { code: string; active: boolean; version: number },
): Promise<Result<void, CouponError>> {
  const { code, active, now } = change;
  return changeCoupon(db, change, code, async (tx, before) => {
    if (before.active === active) return;
    await tx
      .update(coupons)
      .set({ active, version: before.version + 1, updatedAt: now })
      .where(eq(coupons.code, code));
    await audit(tx, change, active ? "promotion.resumed" : "promotion.ended", code, {});
  });
}

/**
 * Returns the coupon with this code and today's day in the shop's time zone; null for an unknown one. With `lock`, other
 * orders that use it wait until the transaction ends.
 */
export async function findCoupon(
  db: Db,
  code: string,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<{ coupon: Coupon; today: string } | null> {
  const normalized = normalizeCode(code);
  if (!isCode(normalized)) return null;
  const query = db
    .select({
      row: coupons,
      timeZone: sql<string>`coalesce((select ${settings.value} #>> '{}' from ${settings}
        where ${settings.name} = 'timeZone'), ${defaultSettings.timeZone})`,
    })
    .from(coupons)
    .where(eq(coupons.code, normalized));
  // `for update` would wait for the orders that refer to it.
  const [found] = await (lock ? query.for("no key update") : query);
  if (!found) return null;
  return { coupon: toCoupon(found.row), today: localDate(now, found.timeZone) };
}

async function changeCoupon(
  db: Db,
  { actor, version }: Change & { version: number },
  code: string,
  work: (tx: Db, before: Coupon) => Promise<void>,
): Promise<Result<void, CouponError>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [row] = await tx
      .select()
      .from(coupons)
      .where(eq(coupons.code, code))
      .for("no key update");
    if (!row) return err("not-found");
    if (row.version !== version) return err("stale");
    await work(tx, toCoupon(row));
    return ok(undefined);
  });
}

function toCoupon({ createdAt: _, updatedAt: __, ...coupon }: typeof coupons.$inferSelect): Coupon {
  return coupon;
}

function stored({ packageIds, ...values }: CouponValues) {
  return { ...values, packageIds: packageIds && [...packageIds] };
}

async function audit(
  tx: Db,
  { actor, now }: Change,
  action: AuditAction,
  subjectId: string,
  data: object,
): Promise<void> {
  await recordAudit(tx, { actor, action, subject: "promotion", subjectId, data: { ...data }, now });
}
