import { and, count, desc, eq, ilike, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { orders } from "./tables.ts";
import { normalizeEmail } from "#lib/email.ts";
import type { StoredOrder } from "./orders.server.ts";

const ofEmail = and(
  eq(sql`lower(${orders.email})`, sql.placeholder("email")),
  isNull(orders.deletedAt),
  or(ilike(orders.id, sql.placeholder("text")), ilike(orders.status, sql.placeholder("text"))),
);
const countOfEmail = prepared((db, name) =>
  db.select({ total: count() }).from(orders).where(ofEmail).prepare(name),
);
const pageOfEmail = prepared((db, name) =>
  db
    .select()
    .from(orders)
    .where(ofEmail)
    .orderBy(desc(orders.createdAt))
    .limit(sql.placeholder("perPage"))
    .offset(sql.placeholder("offset"))
    .prepare(name),
);

/** A page of the orders placed with this email, newest first, that match the search by id or status. */
export async function ordersOfEmail(
  db: Db,
  email: string,
  options: { search: string; page: number; perPage: number },
): Promise<{ orders: StoredOrder[]; total: number }> {
  const { search, page, perPage } = options;
  // Without a search it is `%%`, which everything matches.
  const text = `%${search.trim().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const mine = { email: normalizeEmail(email), text };
  const [counted, rows] = await Promise.all([
    countOfEmail(db).execute(mine),
    pageOfEmail(db).execute({ ...mine, perPage, offset: (page - 1) * perPage }),
  ]);
  return { orders: rows, total: counted[0]?.total ?? 0 };
}
