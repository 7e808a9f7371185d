import type { Db } from "#db/client.server.ts";
import type { Role } from "../accounts/account.ts";
import { sessions, users } from "../accounts/tables.ts";
import type { ActingAccount } from "../checkouts/checkout.ts";
import { checkouts } from "../checkouts/tables.ts";
import { orders } from "../orders/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { seedPackages } from "../catalog/package.ts";

/** The administrator who changes orders, once inserted. */
export const boss: Actor = { id: "boss", email: "boss@example.com", ip: "203.0.113.7" };

/** Makes `boss` an administrator. */
export async function insertBoss(db: Db): Promise<void> {
  await insertUser(db, { id: "boss", role: "admin" });
}

/** Inserts a user; by default verified and without a referrer. */
export async function insertUser(
  db: Db,
  user: Partial<typeof users.$inferInsert> & { id: string },
): Promise<void> {
  await db.insert(users).values({
    name: user.id,
    email: `${user.id}@example.com`,
    emailVerified: true,
    referralCode: `CODE-${user.id}`,
    createdAt: new Date("2026-01-05T00:00:00Z"),
    ...user,
  });
}

/** The only session of an inserted user, as it acts at a checkout. */
export function actingAs(id: string): ActingAccount {
  return { id, sessionId: `session-${id}`, email: `${id}@example.com`, emailVerified: true };
}

/** Signs an inserted user in, as `actingAs`. */
export async function insertSession(db: Db, userId: string): Promise<void> {
  const at = new Date("2026-11-20T08:00:00Z");
  await db.insert(sessions).values({
    ...{ id: actingAs(userId).sessionId, userId, token: `token-${userId}` },
    ...{ createdAt: at, updatedAt: at, expiresAt: new Date("2030-01-01T00:00:00Z") },
  });
}

/** Inserts a user with this role, and returns the actor that changes something in their name. */
export async function insertActor(db: Db, email: string, role: Role): Promise<Actor> {
  await insertUser(db, { id: email, email, role });
  return { id: email, email, ip: "127.0.0.1" };
}

/** Inserts an order of `<buyer>@example.com`; completed by default. */
export async function insertOrder(
  db: Db,
  order: Partial<typeof orders.$inferInsert> & { id: string; buyer: string },
): Promise<void> {
  const { buyer, ...values } = order;
  const [chosen] = seedPackages;
  if (!chosen) throw new Error("there is no package");
  const times = { createdAt: wednesday, updatedAt: wednesday };
  const [checkout] = await db
    .insert(checkouts)
    .values({ visitorHash: order.id, state: "done", package: chosen, ...times })
    .returning();
  if (!checkout) throw new Error("the checkout was not stored");
  await db.insert(orders).values({
    checkoutId: checkout.id,
    package: chosen,
    tiktokUsername: buyer,
    email: `${buyer}@example.com`,
    status: "completed",
    paymentMethod: "bitcoin",
    bitcoinWallet: "bc1qexample",
    totalCents: 1499,
    ...times,
    ...values,
  });
}

/** When orders are placed by default: on a weekday in every time zone. */
const wednesday = new Date("2026-03-11T12:00:00Z");
