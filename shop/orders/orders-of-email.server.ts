import { and, count, desc, eq, ilike, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { escapeLike } from "#db/keyset-search.server.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { languages } from "#messages/languages.ts";
import { orderStatusNames, t } from "#messages/translate.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type OrderStatus, orderStatuses } from "./order.ts";
import { orders } from "./tables.ts";
import type { StoredOrder } from "./orders.server.ts";

/** Returns a page of the orders of this email that match the search by id or the name of the status, newest first. */
export async function ordersOfEmail(
  db: Db,
  email: string,
  options: { search: string; page: number; perPage: number },
): Promise<{ orders: StoredOrder[]; total: number }> {
  const { search, page, perPage } = options;
  // An empty search becomes `%%`, which matches everything.
  const text = `%${escapeLike(search.trim())}%`;
  const matching = and(
    eq(sql`lower(${orders.email})`, normalizeEmail(email)),
    isNull(orders.deletedAt),
    or(ilike(orders.id, text), inArray(orders.status, statusesNamed(search.trim()))),
  );
  const [counted, rows] = await Promise.all([
    db.select({ total: count() }).from(orders).where(matching),
    db
      .select()
      .from(orders)
      .where(matching)
      .orderBy(desc(orders.createdAt))
      .limit(perPage)
      .offset((page - 1) * perPage),
  ]);
  return { orders: rows, total: counted[0]?.total ?? 0 };
}

/** Returns the statuses whose names contain this text, in the language of the page: Turkish has two letters i. */
function statusesNamed(text: string): OrderStatus[] {
  const { tag } = languages[currentLanguage()];
  const lower = (name: string) => name.toLocaleLowerCase(tag);
  return orderStatuses.filter((status) => lower(t(orderStatusNames[status])).includes(lower(text)));
}
