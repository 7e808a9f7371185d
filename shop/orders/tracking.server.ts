import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { trackingLimit } from "../limits/limits.server.ts";
import { giveBack, takeOnce } from "../limits/attempts.server.ts";
import { readSecret } from "../settings/settings.server.ts";
import { type Access, mayAct } from "./acts.ts";
import { consentOf, maskEmail, maskName, type TrackedOrder } from "./order.ts";
import { findAccess, TRACKING_SECRET } from "./order-access.server.ts";
import { findOrder, type StoredOrder } from "./orders.server.ts";

/** The viewer of an order: a browser, and its signed-in account, if the address is verified. */
export interface Viewer {
  visitorHash: string | null;
  verifiedEmail: string | null;
}

/** Returns how far a viewer is let in to an order; `acts.ts` has what that allows. */
export async function accessOf(
  db: Db,
  order: Pick<StoredOrder, "id" | "email">,
  { visitorHash, verifiedEmail }: Viewer,
): Promise<Access> {
  if (verifiedEmail !== null && normalizeEmail(order.email) === normalizeEmail(verifiedEmail))
    return "proven";
  const granted = visitorHash === null ? null : await findAccess(db, order.id, visitorHash);
  if (!granted) return "none";
  return granted.proven ? "proven" : "seen";
}

/**
 * Finds the order with this id for a viewer; returns the seconds to wait at the limit for guessed ids, counted by the
 * network address `from`. The limit does not apply to viewers who may see all of the order.
 */
export async function findTrackedOrder(
  db: Db,
  id: string,
  { viewer, from, now }: { viewer: Viewer; from: string; now: Date },
): Promise<Result<StoredOrder, "not-found" | { seconds: number }>> {
  if (viewer.visitorHash !== null || viewer.verifiedEmail !== null) {
    const order = await findOrder(db, id);
    if (order && mayAct(await accessOf(db, order, viewer), "look")) return ok(order);
  }
  const seconds = await takeOnce(db, trackingLimit, from, now);
  if (seconds > 0) return err({ seconds });
  const order = await findOrder(db, id);
  if (!order) return err("not-found");
  await giveBack(db, trackingLimit, from, now);
  return ok(order);
}

/** Returns the order as it is shown with this access: without any, its personal data is masked. */
export function toOrderView(order: StoredOrder, access: Access): TrackedOrder {
  const masked = !mayAct(access, "look");
  const { tiktokUsername: name, tiktokUid: uid, giftEmail } = order;
  return {
    id: order.id,
    masked,
    status: order.status,
    statusReason: masked ? null : order.statusReason,
    package: order.package,
    tiktokUsername: masked && name ? maskName(name) : name,
    tiktokUid: masked && uid ? maskName(uid) : uid,
    email: masked ? maskEmail(order.email) : order.email,
    giftEmail: masked && giftEmail ? maskEmail(giftEmail) : giftEmail,
    giftMessage: masked ? "" : order.giftMessage,
    paymentMethod: order.paymentMethod,
    byLightning: order.byLightning,
    totalCents: order.totalCents,
    couponCode: masked ? null : order.couponCode,
    couponCents: order.couponCents,
    creditCents: order.creditCents,
    shownIn: order.shownIn,
    vatBasisPoints: order.vatBasisPoints,
    vatCents: order.vatCents,
    sentBackCents: masked ? 0 : order.sentBackCents,
    creditedCents: masked ? 0 : order.creditedCents,
    creditNotes: [],
    consent: masked ? null : consentOf(order),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    settledAt: order.settledAt,
  };
}

/**
 * Finds the order with this id and email. An unknown id and a wrong email give the same error in the same time, so that
 * an attacker cannot find out which ids exist.
 */
export async function findOrderByEmail(
  db: Db,
  id: string,
  email: string,
): Promise<Result<StoredOrder, "not-found">> {
  const order = await findOrder(db, id);
  const secret = await readSecret(db, TRACKING_SECRET);
  const digest = (text: string) =>
    createHmac("sha256", secret).update(normalizeEmail(text)).digest();
  const matches = timingSafeEqual(digest(order?.email ?? ""), digest(email));
  return order && matches ? ok(order) : err("not-found");
}
