import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { seedPackages } from "../catalog/package.ts";

/**
 * Inserts `count` orders, a minute apart and the newest last, with ten amounts and four statuses; `email` is the SQL of
 * their addresses by their number `n`. The triggers are off, so the metrics do not count them.
 */
export async function insertManyOrders(
  db: Db,
  count: number,
  email = "'buyer' || n || '@example.com'",
): Promise<void> {
  const chosen = sql`${JSON.stringify(seedPackages[0])}::jsonb`;
  await db.execute(sql`alter table orders disable trigger user`);
  await db.execute(sql`
    with made as (
      insert into checkouts (visitor_hash, state, package, created_at, updated_at)
      select 'many' || n, 'done', ${chosen}, now(), now()
      from generate_series(1, ${count}::int) n returning id, visitor_hash
    )
    insert into orders (id, checkout_id, package, tiktok_username, email, status, payment_method,
      bitcoin_wallet, total_cents, created_at, updated_at)
    select 'N' || lpad(n::text, 6, '0'), id, ${chosen}, 'buyer.' || n, ${sql.raw(email)},
      (array['pending', 'processing', 'completed', 'rejected'])[1 + n % 4], 'bitcoin', 'bc1q',
      100 * (1 + n % 10), timestamptz '2026-11-01T00:00:00Z' + n * interval '1 minute', now()
    from (select id, substr(visitor_hash, 5)::int as n from made) made`);
  await db.execute(sql`alter table orders enable trigger user`);
}
