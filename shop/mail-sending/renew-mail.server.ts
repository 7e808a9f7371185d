import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { renewEmailLink } from "../accounts/confirm-email.server.ts";
import { users } from "../accounts/tables.ts";
import { isRemovalOpen } from "../accounts/two-factor-removal.server.ts";
import type { OrderPlacedMail } from "../mail/mail.ts";
import type { MailMessage } from "../mail/mail-message.ts";
import type { StoredMail } from "../mail/mails.server.ts";
import { trackingKey } from "../orders/order-access.server.ts";
import { orders } from "../orders/tables.ts";
import { isInvitationOpen } from "../team/invitations.server.ts";

/**
 * Why a mail is not sent again: its account or order was deleted, or has nothing to confirm any more, or it says what has
 * changed since; or its invitation has ended or was mailed again.
 */
export type RenewError = "no-account" | "no-order" | "no-invitation" | "outdated";

type Renewed = Result<Pick<StoredMail, "to" | "message">, RenewError>;
type OrderMessage = Extract<MailMessage, { trackingKey: string }>;
type StoredOrder = typeof orders.$inferSelect;

/** Returns a mail that can be sent again, with new links. */
export async function renewMail(
  tx: Db,
  { to, message }: Pick<StoredMail, "to" | "message">,
  { appUrl, now }: { appUrl: string; now: Date },
): Promise<Renewed> {
  if (to === "") return err("no-account");
  if ("trackingKey" in message) return renewOrderMail(tx, message, now);
  const email = normalizeEmail(to);
  switch (message.template) {
    case "verify-email": {
      const link = await renewEmailLink(tx, { email, appUrl, now });
      return link === null ? err("no-account") : ok({ to, message: { ...message, link } });
    }
    // The links of these are made when they are sent.
    case "reset-password":
      return (await tx.$count(users, eq(users.email, email))) > 0
        ? ok({ to, message })
        : err("no-account");
    case "order-links": {
      const theirs = and(eq(sql`lower(${orders.email})`, email), isNull(orders.deletedAt));
      return (await tx.$count(orders, theirs)) > 0 ? ok({ to, message }) : err("no-order");
    }
    case "invitation":
      return (await isInvitationOpen(tx, { ...message, now }))
        ? ok({ to, message })
        : err("no-invitation");
    case "two-factor-asked":
      return (await isRemovalOpen(tx, message)) ? ok({ to, message }) : err("outdated");
    default:
      return ok({ to, message });
  }
}

async function renewOrderMail(tx: Db, message: OrderMessage, now: Date): Promise<Renewed> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, message.orderId));
  if (!order || order.deletedAt) return err("no-order");
  const current = renewContent(message, order, now);
  if (!current) return err("outdated");
  const { email: to, tiktokUsername, giftEmail } = order;
  const who = { tiktokUsername, ...(giftEmail !== null && { giftEmail }) };
  const link = { ...who, trackingKey: await trackingKey(tx, order.id) };
  return ok({ to, message: { ...current, ...link } });
}

/** Returns what a mail says of an order today; null if that is no longer true. */
function renewContent(message: OrderMessage, order: StoredOrder, now: Date): OrderMessage | null {
  const { status, paymentStatus } = order;
  const isTrue = (claim: boolean) => (claim ? message : null);
  switch (message.template) {
    case "order-placed":
      return renewOrderPlaced(message, order, now);
    case "order-payment":
      return isTrue(paymentStatus === message.status);
    case "rest-to-pay":
      return isTrue(paymentStatus === "partial" && new Date(message.payment.expiresAt) > now);
    case "order-completed":
      return isTrue(status === "completed");
    case "order-failed":
      return isTrue(status === "rejected");
    case "order-message":
      return isTrue(!message.asks || order.awaitedFrom === "buyer");
    case "refund":
    case "order-act":
    case "order-consent":
    case "order-withdrawal":
      return message;
  }
}

function renewOrderPlaced(
  message: OrderPlacedMail,
  { status, paymentStatus, totalCents }: StoredOrder,
  now: Date,
): OrderPlacedMail | null {
  const { payment, seen } = message;
  if (status === "rejected") return null;
  if (!payment) return !seen || seen.status === paymentStatus ? message : null;
  if (status !== "pending") return null;
  const expired = "expiresAt" in payment && new Date(payment.expiresAt) <= now;
  if (seen) return paymentStatus === seen.status && !expired ? message : null;
  if (paymentStatus !== "pending" && paymentStatus !== "expired") return null;
  // The order's page offers a new quote.
  const due = { method: "bitcoin", cents: totalCents, instructions: [] } as const;
  return expired ? { ...message, payment: due } : message;
}
