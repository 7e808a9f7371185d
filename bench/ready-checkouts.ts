import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";

/** A checkout with a quote, and the token of its visitor's cookie. */
export interface ReadyCheckout {
  id: string;
  token: string;
  visitorHash: string;
  address: string;
}

/** Inserts checkouts that only have to be confirmed, each of a visitor of its own. */
export async function insertReadyCheckouts(
  db: Db,
  { prefix, count }: { prefix: string; count: number },
): Promise<ReadyCheckout[]> {
  const ready = Array.from({ length: count }, (_, i): ReadyCheckout => {
    const token = `${prefix}${i}`.padEnd(32, "x");
    const visitorHash = createHash("sha256").update(token).digest("hex");
    const id = visitorHash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");
    return { id, token, visitorHash, address: `bench${visitorHash.slice(0, 30)}` };
  });
  const rows = sql`jsonb_to_recordset(${JSON.stringify(ready)}::jsonb)
    as r(id uuid, "visitorHash" text, address text)`;
  await db.execute(sql`
    insert into checkouts (id, visitor_hash, package, tiktok_username, tiktok_uid, email, created_at, updated_at)
    select id, "visitorHash", (select jsonb_build_object('id', id, 'coins', coins, 'priceCents', price_cents,
        'discount', discount, 'popular', popular, 'description', description) from packages limit 1),
      'mira.' || left("visitorHash", 6), '6812044711902236417', left("visitorHash", 12) || '@example.com', now(), now()
    from ${rows}`);
  // Issued too long ago to be polled: no chain knows these addresses.
  await db.execute(sql`
    insert into payment_addresses (address, checkout_id, issued_at, next_check_at, retired_at)
    select address, id, now() - interval '60 days', now(), now() from ${rows}`);
  await db.execute(sql`
    insert into quotes (checkout_id, address, sats, price_cents, rate_cents, sources, locked_at, expires_at)
    select id, address, 14990, 1499, 10000000, '["kraken"]', now(), now() + interval '1 hour' from ${rows}`);
  return ready;
}
