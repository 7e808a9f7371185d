import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { users } from "../accounts/tables.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { anotherDay } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { grantAccess, revokeOtherAccess, trackingKey } from "./order-access.server.ts";
import { updateOrder } from "./order-changes.server.ts";
import { addEvent, notifyOrder, orderOfCheckout, type StoredOrder } from "./orders.server.ts";
import { type Permit, stillPermits } from "./permits.server.ts";
import type { Viewer } from "./tracking.server.ts";

/** The address of an order that its mail server has refused for good. */
export interface RefusedEmail {
  address: string;
  /** Who may correct it: this viewer by the order's link, this viewer as its account, or the account once signed in. */
  by: "link" | "account" | "account-only";
}

/**
 * Returns the refused address of an order for its page; null if no mail was refused. A link does not take an order from the
 * account that has confirmed the address.
 */
export async function readRefusedEmail(
  db: Db,
  order: StoredOrder,
  viewer: Viewer,
): Promise<RefusedEmail | null> {
  if ((await db.$count(mails, isRefused(order))) === 0) return null;
  const address = order.email;
  const email = normalizeEmail(address);
  if (viewer.verifiedEmail !== null && normalizeEmail(viewer.verifiedEmail) === email)
    return { address, by: "account" };
  const owners = await db.$count(users, and(eq(users.email, email), users.emailVerified));
  return { address, by: owners > 0 ? "account-only" : "link" };
}

/**
 * Corrects the email of an order on behalf of its buyer, and sends its refused mails again; the same address only has them
 * sent again. "closed" if none was refused, if it was corrected meanwhile, or if the viewer may not. From then on only
 * the links in mails to the new address work, and only the browser of the buyer and the one that placed the order see all of it.
 */
export async function correctEmail(
  db: Db,
  input: {
    permit: Permit<"email">;
    order: Pick<StoredOrder, "checkoutId">;
    email: string;
    /** The refused address that the buyer saw. */
    seen: string;
    /** The buyer's browser, which goes on seeing all of the order. */
    visitorHash: string;
    /** The network address of the request, for the audit log. */
    ip: string | null;
    now: Date;
  },
): Promise<Result<void, "closed">> {
  const { permit, email, seen, visitorHash, ip, now } = input;
  const { checkoutId } = input.order;
  return db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    const order = await orderOfCheckout(tx, checkoutId, { lock: true });
    if (!checkout || !order || order.deletedAt || order.email !== seen) return err("closed");
    if (!(await stillPermits(tx, permit, order))) return err("closed");
    const refused = await readRefusedEmail(tx, order, permit.viewer);
    if (!refused || refused.by === "account-only") return err("closed");
    if (order.email !== email) {
      await updateOrder(tx, order, { email }, now);
      // Another package is bought with the email of the checkout.
      await tx.update(checkouts).set({ email, updatedAt: now }).where(eq(checkouts.id, checkoutId));
      const [from, to] = [order.email, email];
      await addEvent(tx, order.id, "email", { from, to, by: "customer" }, now);
      await recordAudit(tx, {
        actor: { id: null, email: order.email, ip },
        action: "order.email",
        subject: "order",
        subjectId: order.id,
        data: { before: { email: from }, after: { email: to } },
        now,
      });
      await grantAccess(tx, order.id, visitorHash, { proven: true, now });
      await revokeOtherAccess(tx, order.id, [visitorHash, checkout.visitorHash]);
      await renewWaitingLinks(tx, order, email);
    }
    await tx
      .update(mails)
      .set(anotherDay(now))
      .where(isRefused({ ...order, email }));
    await notifyOrder(tx, order);
    return ok(undefined);
  });
}

/** Sends the waiting and failed mails of an order to this address, with a link that works. */
export async function renewWaitingLinks(tx: Db, order: StoredOrder, to: string): Promise<void> {
  const key = await trackingKey(tx, order.id);
  const message = sql`jsonb_set(${mails.message}, '{trackingKey}', to_jsonb(${key}::text))`;
  await tx
    .update(mails)
    .set({ to, message })
    .where(and(isNull(mails.sentAt), isNull(mails.newsletterId), isToBuyer(order)));
}

function isRefused(order: Pick<StoredOrder, "id" | "email">) {
  return and(mails.refused, isNotNull(mails.failedAt), isToBuyer(order));
}

/** Mails to administrators have no link to the order's page. */
function isToBuyer({ id, email }: Pick<StoredOrder, "id" | "email">) {
  const isOfOrder = sql`${mails.message} ->> 'orderId' = ${id}`;
  return and(isOfOrder, sql`${mails.message} ->> 'trackingKey' is not null`, eq(mails.to, email));
}
