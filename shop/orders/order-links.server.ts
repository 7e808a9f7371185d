import { goodsOf } from "../catalog/goods.ts";
import { randomUUID } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import { mailByAccount, mailByAddress } from "../limits/limits.server.ts";
import {
  type OrderAddress,
  orderAddress,
  type TypedAddress,
  typedAddress,
} from "../mail/addresses.ts";
import type { OrderLinksMail } from "../mail/mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { trackingKey } from "./order-access.server.ts";
import type { StoredOrder } from "./orders.server.ts";
import { ordersOfEmail } from "./orders-of-email.server.ts";

/** Orders named in one mail; a buyer with more finds the older ones in an account. */
const LINKS_MAX = 50;

/**
 * Requests a mail with signed links to the orders of an email address. Whether there are any is found out when the mail is
 * sent, so that the response takes as long for any address.
 */
export async function requestOrderLinks(
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await enqueueLinks(db, typedAddress(email, [mailByAccount, mailByAddress]), now);
}

/** Mails the links of an order's address there, for a buyer who has found the order by its id and email. */
export async function mailOrderLink(db: Db, order: StoredOrder, now: Date): Promise<void> {
  await enqueueLinks(db, orderAddress(order), now);
}

async function enqueueLinks(db: Db, to: OrderAddress | TypedAddress, now: Date): Promise<void> {
  const key = `order-links:${randomUUID()}`;
  await enqueueMail(db, { key, to, message: { template: "order-links" }, now });
}

/**
 * Returns the links to the orders of an email address, newest first, and the address as the buyer entered it at checkout;
 * null without orders.
 */
export async function readOrderLinks(
  db: Db,
  typed: string,
): Promise<{ email: string; orders: OrderLinksMail["orders"] } | null> {
  const { orders } = await ordersOfEmail(db, typed, { search: "", page: 1, perPage: LINKS_MAX });
  const [newest] = orders;
  if (!newest) return null;
  const links = await Promise.all(
    orders.map(async ({ id, package: pkg, totalCents, createdAt }) => ({
      orderId: id,
      ...goodsOf(pkg),
      totalCents,
      placedAt: createdAt.toISOString(),
      trackingKey: await trackingKey(db, id),
    })),
  );
  return { email: newest.email, orders: links };
}
