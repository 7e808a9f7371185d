import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";

const BATCH = 50_000;

/**
 * Fills an empty shop with orders over the two years before `until`, by half as many customers, with checkouts, quotes,
 * outputs, events, sent mails, accounts and an audit log. Deterministic: the random values are PostgreSQL's hash of the
 * row number.
 */
export async function fillShop(db: Db, count: number, until: Date): Promise<void> {
  await db.transaction((tx) => fill(tx, count, until));
  await db.execute(sql`analyze`);
}

async function fill(db: Db, count: number, until: Date): Promise<void> {
  const end = sql`${until.toISOString()}::timestamptz`;
  await db.execute(sql`
    create or replace function pg_temp.chance(n bigint, salt integer) returns double precision language sql immutable
    as $$ select (hashint8extended(n, salt) & 1048575)::double precision / 1048576 $$`);
  await db.execute(sql`alter table orders disable trigger user`);
  await db.execute(sql`alter table checkouts disable trigger user`);
  await db.execute(sql`alter table users disable trigger user`);
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(count, first + BATCH - 1);
    await db.execute(sql`
      create temp table batch as
      with numbers as (
        select n,
          -- Few customers order often, most rarely.
          1 + floor(pg_temp.chance(n, 1) ^ 2 * ${Math.ceil(count / 2)})::bigint as customer,
          ${end} - make_interval(secs => (1 - n::double precision / ${count}) * 63072000) as placed,
          pg_temp.chance(n, 2) as luck,
          1 + floor(pg_temp.chance(n, 3) * 4)::int as chosen
        from generate_series(${first}::bigint, ${last}::bigint) n
      )
      select n, placed, luck,
        ('00000000-0000-4000-a000-' || lpad(to_hex(n), 12, '0'))::uuid as checkout,
        -- 48271 is coprime to 36^7, so the ids are distinct.
        ${base36(sql`((n * 48271) % 78364164096)`, 7)} as id,
        (array['mira','tobias','lena','oskar','noor','jules','ana','sofi','hugo','kiran'])[1 + customer % 10]
          || '.' || lower(${base36(sql`(customer * 7919 % 60466176)`, 5)}) as username,
        'c' || customer || '@' || (array['example.com','example.org','mail.example'])[1 + customer % 3] as email,
        (array[299,1499,2999,5999])[chosen] as cents,
        jsonb_build_object('id', chosen::text, 'coins', (array[70,350,700,1400])[chosen],
          'priceCents', (array[299,1499,2999,5999])[chosen], 'discount', (array[0,10,15,20])[chosen],
          'popular', chosen = 2, 'description', 'A package') as package,
        case when luck < 0.92 then 'completed' when luck < 0.97 then 'rejected'
          when luck < 0.99 then 'processing' else 'pending' end as status,
        case when luck < 0.92 then 'paid' when luck < 0.97 then 'expired'
          when luck < 0.99 then 'paid' when luck < 0.9995 then 'pending' else 'review' end as payment
      from numbers`);
    await db.execute(sql`
      insert into checkouts (id, visitor_hash, state, package, tiktok_username, email, created_at, updated_at)
      select checkout, checkout::text, 'done', package, username, email, placed, placed from batch`);
    // Issued too long ago to be polled: no chain knows these addresses.
    await db.execute(sql`
      insert into payment_addresses (address, checkout_id, issued_at, next_check_at, retired_at)
      select 'bench-' || n, checkout, placed - interval '60 days', placed, placed from batch`);
    await db.execute(sql`
      insert into quotes (checkout_id, address, sats, price_cents, rate_cents, sources, locked_at, expires_at)
      select checkout, 'bench-' || n, cents * 10, cents, 10000000, '["kraken"]', placed, placed + interval '1 hour'
      from batch`);
    await db.execute(sql`
      insert into chain_outputs (txid, vout, address, sats, checkout_id, first_seen_at, state, block_hash, block_height)
      select md5(n::text) || md5('tx' || n), 0, 'bench-' || n, cents * 10, checkout, placed, 'confirmed', 'block', (n * 900 / ${count})::integer - 1000
      from batch where payment = 'paid'`);
    await db.execute(sql`
      insert into orders (id, checkout_id, package, tiktok_username, email, status, payment_method, payment_status,
        bitcoin_wallet, total_cents, created_at, updated_at, settled_at, completed_at)
      select id, checkout, package, username, email, status, 'bitcoin', payment, 'bench-' || n, cents, placed, placed,
        case when payment = 'paid' then placed end,
        case when status = 'completed' then placed + make_interval(secs => 7200 * pg_temp.chance(n, 4)) end
      from batch`);
    await db.execute(sql`
      insert into order_events (order_id, type, data, at)
      select id, 'placed', '{"by":"customer"}', placed from batch order by n`);
    await db.execute(sql`
      insert into mails (key, "to", message, created_at, next_try_at, attempts, sent_at)
      select 'order-placed:' || id, email, jsonb_build_object('template', 'order-placed', 'orderId', id,
        'tiktokUsername', username, 'coins', package -> 'coins', 'totalCents', cents), placed, placed, 1, placed
      from batch`);
    await db.execute(sql`
      insert into audit_log (at, actor_email, ip, action, subject, subject_id, data)
      select placed, 'admin@example.com', '203.0.113.7', 'order.status', 'order', id,
        jsonb_build_object('from', 'processing', 'to', status)
      from batch where status = 'completed' order by n`);
    await db.execute(sql`drop table batch`);
  }
  await db.execute(sql`
    insert into users (id, name, email, email_verified, referral_code, created_at)
    select 'bench-' || n, 'Customer ' || n, 'c' || n || '@' || (array['example.com','example.org','mail.example'])[1 + n % 3],
      true, 'BENCH' || n, ${end} - make_interval(hours => (n % 17520)::int)
    from generate_series(1::bigint, ${Math.ceil(count / 20)}::bigint) n`);
  // Below the first block of the sandbox: all payments are deeply confirmed, as most payments of a shop are.
  await db.execute(sql`insert into chain_tip (height, hash, seen_at) values (1, 'tip', ${end})`);
  await db.execute(sql`insert into ledger_cursor (last_event_id) select max(id) from order_events`);
  await db.execute(sql`alter table orders enable trigger user`);
  await db.execute(sql`alter table checkouts enable trigger user`);
  await db.execute(sql`alter table users enable trigger user`);
  await db.execute(sql`select rebuild_metrics()`);
  await db.execute(sql`select number_invoices()`);
}

/** Writes a number in base 36 with a fixed count of digits. */
function base36(value: SQL, digits: number): SQL {
  const places = Array.from({ length: digits }, (_, i) => 36 ** (digits - 1 - i));
  const digit = (place: number) =>
    sql`substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (1 + ${value} / ${sql.raw(String(place))} % 36)::integer, 1)`;
  return sql.join(places.map(digit), sql` || `);
}
