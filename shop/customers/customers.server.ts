import { and, count, desc, eq, inArray, isNotNull, isNull, max, sql, sum } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { identities, sessions, twoFactorRemovals, users } from "../accounts/tables.ts";
import { goodsOf } from "../catalog/goods.ts";
import { creditOf } from "../credit/credit.server.ts";
import { ledger } from "../loyalty/tables.ts";
import { orders } from "../orders/tables.ts";
import { customers } from "./tables.ts";
import { pageAt } from "#lib/paging.ts";
import { accountState } from "../accounts/account.ts";
import { tierOf } from "../loyalty/loyalty.ts";
import type {
  CustomerAccount,
  CustomerDetail,
  CustomerPage,
  CustomerQuery,
  ListedCustomer,
} from "./customer.ts";
import { findEmails } from "./customer-search.server.ts";

const LATEST_ORDERS = 5;

type User = typeof users.$inferSelect;

/** Lists a page of customers, by keyset pagination. */
export async function listCustomers(
  db: Db,
  query: CustomerQuery & { perPage: number; signal?: AbortSignal | undefined },
): Promise<CustomerPage> {
  const { keys, previous, next } = await pageAt(
    (page) => findEmails(db, query, { ...page, signal: query.signal }),
    query.cursor,
    query.perPage,
  );
  return { customers: await readListed(db, keys), previous, next };
}

/** Returns the rows of these customers, in this order. */
export async function readListed(db: Db, emails: readonly string[]): Promise<ListedCustomer[]> {
  const rows = await db
    .select({ customer: customers, user: users })
    .from(customers)
    .leftJoin(users, eq(users.id, customers.userId))
    .where(inArray(customers.email, [...emails]));
  const userIds = rows.flatMap(({ user }) => user?.id ?? []);
  const [points, usernames] = await Promise.all([pointsOf(db, userIds), lastUsernames(db, emails)]);
  const byEmail = new Map(rows.map((row) => [row.customer.email, row]));
  return emails.flatMap((email) => {
    const row = byEmail.get(email);
    if (!row) return [];
    const { customer, user } = row;
    return [
      {
        email,
        name: customer.name,
        accountState: user && accountState(user),
        verified: user?.emailVerified ?? false,
        tier: user && tierOf(points.get(user.id) ?? 0),
        orders: customer.orders,
        spentCents: customer.spentCents,
        since: customer.since,
        lastOrderAt: customer.lastOrderAt,
        lastUsername: usernames.get(email) ?? null,
      },
    ];
  });
}

/** Returns the usernames of the last orders of customers. */
async function lastUsernames(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const email = sql<string>`lower(${orders.email})`;
  const rows = await db
    .selectDistinctOn([email], { email, username: sql<string>`${orders.tiktokUsername}` })
    .from(orders)
    .where(
      and(inArray(email, [...emails]), isNull(orders.deletedAt), isNotNull(orders.tiktokUsername)),
    )
    .orderBy(email, desc(orders.createdAt), desc(orders.id));
  return new Map(rows.map((row) => [row.email, row.username]));
}

/** Returns the points of users by id; users without ledger rows are missing. */
async function pointsOf(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: ledger.userId, points: sum(ledger.points).mapWith(Number) })
    .from(ledger)
    .where(inArray(ledger.userId, [...userIds]))
    .groupBy(ledger.userId);
  return new Map(rows.map(({ userId, points }) => [userId, points]));
}

/** Returns a customer by email, or null. */
export async function readCustomer(db: Db, email: string): Promise<CustomerDetail | null> {
  // PostgreSQL rejects parameters with NUL characters.
  if (email.includes("\u0000")) return null;
  const [row] = await db
    .select({ customer: customers, user: users })
    .from(customers)
    .leftJoin(users, eq(users.id, customers.userId))
    .where(eq(customers.email, email.toLowerCase()));
  if (!row) return null;
  const { customer, user } = row;
  const [account, latest] = await Promise.all([
    user && accountOf(db, user),
    db
      .select({
        id: orders.id,
        status: orders.status,
        package: orders.package,
        totalCents: orders.totalCents,
        createdAt: orders.createdAt,
      })
      .from(orders)
      .where(and(eq(sql`lower(${orders.email})`, customer.email), isNull(orders.deletedAt)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(LATEST_ORDERS),
  ]);
  return {
    email: customer.email,
    orders: customer.orders,
    spentCents: customer.spentCents,
    since: customer.since,
    lastOrderAt: customer.lastOrderAt,
    account,
    latest: latest.map(({ package: pkg, ...order }) => ({ ...order, ...goodsOf(pkg) })),
  };
}

function selectSums(db: Db, userId: string) {
  const open = db
    .select({ count: count().as("sessions"), lastActiveAt: max(sessions.updatedAt).as("last") })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .as("open");
  const earned = db
    .select({
      points: sum(ledger.points).mapWith(Number).as("points"),
      cents: sum(ledger.cents).mapWith(Number).as("cents"),
    })
    .from(ledger)
    .where(eq(ledger.userId, userId))
    .as("earned");
  const referred = db
    .select({ count: count().as("referrals") })
    .from(users)
    .where(eq(users.referredBy, userId))
    .as("referred");
  return db
    .select({
      sessions: open.count,
      lastActiveAt: open.lastActiveAt,
      points: earned.points,
      earnedCents: earned.cents,
      referrals: referred.count,
    })
    .from(open)
    .innerJoin(earned, sql`true`)
    .innerJoin(referred, sql`true`);
}

async function accountOf(db: Db, user: User): Promise<CustomerAccount> {
  const userId = user.id;
  const { askedBy, askedAt, takesEffectAt } = twoFactorRemovals;
  const [signInWith, [sums], credit, [removal]] = await Promise.all([
    db
      .select({ provider: identities.providerId })
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(identities.createdAt),
    selectSums(db, userId),
    creditOf(db, userId),
    db
      .select({ askedBy, askedAt, takesEffectAt })
      .from(twoFactorRemovals)
      .where(eq(twoFactorRemovals.userId, userId)),
  ]);
  if (!sums) throw new Error("the sums of the account returned no row");
  const points = sums.points ?? 0;
  return {
    userId,
    name: user.name,
    role: user.role,
    accountState: accountState(user),
    blockedAt: user.blockedAt,
    verified: user.emailVerified,
    twoFactor: user.twoFactorEnabled ?? false,
    twoFactorRemoval: removal ?? null,
    signInWith: signInWith.map(({ provider }) => provider),
    createdAt: user.createdAt,
    points,
    tier: tierOf(points),
    referrals: sums.referrals,
    earnedCents: sums.earnedCents ?? 0,
    credit,
    sessions: sums.sessions,
    lastActiveAt: sums.lastActiveAt,
  };
}
