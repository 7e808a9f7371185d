import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { DAY_MS } from "#lib/time.ts";
import { takeAttempts } from "../limits/attempts.server.ts";
import { orderAddress } from "../mail/addresses.ts";
import type { OrderActMail, StopLink } from "../mail/act-mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { readSecret } from "../settings/settings.server.ts";
import type { ToldAct } from "./acts.ts";
import { unpaidMailLimits } from "./guest-mails.server.ts";
import { trackingKey, TRACKING_SECRET } from "./order-access.server.ts";
import type { StoredOrder } from "./orders.server.ts";
import type { Permit } from "./permits.server.ts";

/** How long the link of a mail stops an act. */
export const STOP_MS = 7 * DAY_MS;

/**
 * Tells the order's address of an act at once, with a link that stops it; a message once a day. Mails about an order that
 * is not paid are limited as its other ones: its address may be a stranger's.
 */
export async function tellOfAct(
  tx: Db,
  order: StoredOrder,
  told: {
    permit: Permit<ToldAct>;
    /** The event of the act. */
    eventId: number;
    /** What it changed. */
    change?: { from: string | null; to: string };
    now: Date;
  },
): Promise<void> {
  const { permit, eventId, change, now } = told;
  const { act, viewer, networkAddress } = permit;
  const once = act === "message" ? now.toISOString().slice(0, 10) : String(eventId);
  const key = `order-act:${order.id}:${act}:${once}`;
  if (order.mailsHeld || (await tx.$count(mails, eq(mails.key, key))) > 0) return;
  const isOwner =
    viewer.verifiedEmail !== null &&
    normalizeEmail(viewer.verifiedEmail) === normalizeEmail(order.email);
  const limits = isOwner ? [] : unpaidMailLimits(order, networkAddress);
  if ((await takeAttempts(tx, limits, now)).includes(null)) return;
  const message: OrderActMail = {
    template: "order-act",
    orderId: order.id,
    trackingKey: await trackingKey(tx, order.id),
    act,
    ...change,
    at: now.toISOString(),
    stop: await stopLink(tx, order, eventId),
  };
  await enqueueMail(tx, { key, to: orderAddress(order), message, now });
}

/** Returns what the link to stop an act has. It ends when the order gets another address. */
export async function stopLink(
  tx: Db,
  order: Pick<StoredOrder, "id" | "email">,
  eventId: number,
): Promise<StopLink> {
  const secret = await readSecret(tx, TRACKING_SECRET);
  const signed = `stop ${order.id} ${eventId} ${normalizeEmail(order.email)}`;
  return { eventId, key: createHmac("sha256", secret).update(signed).digest("base64url") };
}

/** Returns whether a link to stop an act is the shop's. */
export async function isStopLink(
  db: Db,
  order: Pick<StoredOrder, "id" | "email">,
  link: StopLink,
): Promise<boolean> {
  const expected = Buffer.from((await stopLink(db, order, link.eventId)).key);
  const given = Buffer.from(link.key);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
