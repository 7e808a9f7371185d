import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";

/**
 * Has the database look at each commit that changes credit: a balance is the sum of its entries and never below zero, and
 * a checkout holds what its row says, until it is an order: then no more than that. Otherwise the commit fails.
 */
export async function watchCommits(db: Db): Promise<void> {
  for (const statement of STATEMENTS) await db.execute(sql.raw(statement));
}

/** Returns how many changes were looked at. */
export async function countWatched(db: Db): Promise<number> {
  const { rows } = (await db.execute(sql`select last_value::int as n from watched_commits`)) as {
    rows: { n: number }[];
  };
  return rows[0]?.n ?? 0;
}

export async function unwatchCommits(db: Db): Promise<void> {
  await db.execute(sql`drop function if exists watch_balance, watch_checkout cascade`);
  await db.execute(sql`drop sequence if exists watched_commits`);
}

const STATEMENTS = [
  "create sequence watched_commits",
  `create function watch_balance() returns trigger language plpgsql as $$
  declare
    balance record;
    entries record;
  begin
    perform nextval('watched_commits');
    select cents, owed_cents into balance from credit_balances where user_id = new.user_id;
    if not found then return null; end if;
    select coalesce(sum(cents), 0)::bigint as cents, coalesce(sum(owed_cents), 0)::bigint as owed_cents into entries
      from credit_entries where user_id = new.user_id;
    if balance is distinct from entries or balance.cents < 0 or balance.owed_cents < 0 then
      raise exception 'balance of %: %, but its entries come to %', new.user_id, balance, entries;
    end if;
    return null;
  end $$`,
  `create function watch_checkout() returns trigger language plpgsql as $$
  declare
    checkout record;
    held bigint;
  begin
    perform nextval('watched_commits');
    select state, credit_cents, (package ->> 'priceCents')::int - coupon_cents as price into checkout
      from checkouts where id = new.checkout_id;
    if not found then return null; end if;
    select sum(owed_cents - cents) into held from credit_entries where checkout_id = new.checkout_id;
    if held < 0 or held > checkout.price or held > checkout.credit_cents
      or (checkout.state in ('open', 'left') and held <> checkout.credit_cents) then
      raise exception 'checkout % holds %: %', new.checkout_id, held, checkout;
    end if;
    return null;
  end $$`,
  `create constraint trigger watch_balance after insert or update on credit_balances
    deferrable initially deferred for each row execute function watch_balance()`,
  `create constraint trigger watch_checkout after insert on credit_entries
    deferrable initially deferred for each row
    when (new.checkout_id is not null) execute function watch_checkout()`,
];
