import { and, count, desc, eq, inArray, isNull, max, sql, sum } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { identities, sessions, users } from "#db/schema/accounts.server.ts";
import { ledger } from "#db/schema/loyalty.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { customers } from "#db/schema/reports.server.ts";
import { pageAt } from "#lib/paging.ts";
import { standingOf } from "#shop/accounts/account.ts";
import { tierOf } from "#shop/loyalty/loyalty.ts";
import type {
  CustomerAccount,
  CustomerDetail,
  CustomerOrder,
  CustomerPage,
  CustomerQuery,
  ListedCustomer,
} from "./customer.ts";
import { takeEmails } from "./customer-search.server.ts";

const LATEST_ORDERS = 5;

type User = typeof users.$inferSelect;

/** A page of everybody who ever ordered or registered. Never by offset: how deep one is makes no difference. */
export async function listCustomers(
  db: Db,
  query: CustomerQuery & { perPage: number; signal?: AbortSignal | undefined },
): Promise<CustomerPage> {
  const { keys, previous, next } = await pageAt(
    (taking) => takeEmails(db, query, { ...taking, signal: query.signal }),
    query.cursor,
    query.perPage,
  );
  return { customers: await listed(db, keys), previous, next };
}

async function listed(db: Db, emails: readonly string[]): Promise<ListedCustomer[]> {
  const rows = await db
    .select({ customer: customers, user: users })
    .from(customers)
    .leftJoin(users, eq(users.id, customers.userId))
    .where(inArray(customers.email, [...emails]));
  const points = await pointsOf(
    db,
    rows.flatMap(({ user }) => (user ? [user.id] : [])),
  );
  const byEmail = new Map(rows.map((row) => [row.customer.email, row]));
  return emails.flatMap((email) => {
    const row = byEmail.get(email);
    if (!row) return [];
    const { customer, user } = row;
    return [
      {
        email,
        name: customer.name,
        standing: user && standingOf(user),
        verified: user?.emailVerified ?? false,
        tier: user && tierOf(points.get(user.id) ?? 0),
        orders: customer.orders,
        spentCents: customer.spentCents,
        since: customer.since,
      },
    ];
  });
}

/** Of those who have any. */
async function pointsOf(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: ledger.userId, points: sum(ledger.points).mapWith(Number) })
    .from(ledger)
    .where(inArray(ledger.userId, [...userIds]))
    .groupBy(ledger.userId);
  return new Map(rows.map(({ userId, points }) => [userId, points]));
}

/** One customer by email, or null. */
export async function readCustomer(db: Db, email: string): Promise<CustomerDetail | null> {
  // No text in PostgreSQL holds it, and a query that asks for it fails.
  if (email.includes("\u0000")) return null;
  const [row] = await db
    .select({ customer: customers, user: users })
    .from(customers)
    .leftJoin(users, eq(users.id, customers.userId))
    .where(eq(customers.email, email.toLowerCase()));
  if (!row) return null;
  const { customer, user } = row;
  return {
    email: customer.email,
    orders: customer.orders,
    spentCents: customer.spentCents,
    since: customer.since,
    lastOrderAt: customer.lastOrderAt,
    account: user && (await accountOf(db, user)),
    latest: await latestOrders(db, customer.email),
  };
}

async function accountOf(db: Db, user: User): Promise<CustomerAccount> {
  const signInWith = await db
    .select({ provider: identities.providerId })
    .from(identities)
    .where(eq(identities.userId, user.id))
    .orderBy(identities.createdAt);
  const [open] = await db
    .select({ count: count(), lastActiveAt: max(sessions.updatedAt) })
    .from(sessions)
    .where(eq(sessions.userId, user.id));
  const [earned] = await db
    .select({
      points: sum(ledger.points).mapWith(Number),
      cents: sum(ledger.cents).mapWith(Number),
    })
    .from(ledger)
    .where(eq(ledger.userId, user.id));
  const points = earned?.points ?? 0;
  return {
    userId: user.id,
    name: user.name,
    role: user.role,
    standing: standingOf(user),
    blockedAt: user.blockedAt,
    verified: user.emailVerified,
    twoFactor: user.twoFactorEnabled ?? false,
    signInWith: signInWith.map(({ provider }) => provider),
    createdAt: user.createdAt,
    points,
    tier: tierOf(points),
    referrals: await db.$count(users, eq(users.referredBy, user.id)),
    earnedCents: earned?.cents ?? 0,
    sessions: open?.count ?? 0,
    lastActiveAt: open?.lastActiveAt ?? null,
  };
}

async function latestOrders(db: Db, email: string): Promise<CustomerOrder[]> {
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      package: orders.package,
      totalCents: orders.totalCents,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(eq(sql`lower(${orders.email})`, email), isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(LATEST_ORDERS);
  return rows.map(({ package: bought, ...order }) => ({ ...order, coins: bought.coins }));
}
