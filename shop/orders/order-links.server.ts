import { randomUUID } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { trackingKey } from "./order-access.server.ts";
import { ordersOfEmail } from "./orders-of-email.server.ts";

/** Orders named in one mail; a buyer with more finds the older ones in an account. */
const LINKS_MAX = 50;

/** Enqueues a mail with signed links to the orders of an email address, newest first. Does nothing without orders. */
export async function mailOrderLinks(
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  const { orders } = await ordersOfEmail(db, email, { search: "", page: 1, perPage: LINKS_MAX });
  const [newest] = orders;
  if (!newest) return;
  const links = await Promise.all(
    orders.map(async ({ id, package: { coins }, totalCents, createdAt }) => ({
      orderId: id,
      coins,
      totalCents,
      placedAt: createdAt.toISOString(),
      trackingKey: await trackingKey(db, id),
    })),
  );
  await enqueueMail(db, {
    key: `order-links:${randomUUID()}`,
    // As the buyer entered it at checkout, not as somebody typed it now.
    to: newest.email,
    message: { template: "order-links", orders: links },
    now,
  });
}
