import { Client } from "pg";

/** A statement that PostgreSQL was sent, and how often. */
export interface SentStatement {
  text: string;
  calls: number;
}

/**
 * What a purchase causes in the background: its mails are sent, for which the mailer reads the settings, webhooks and
 * newsletters are looked for, and its
 * address is polled. Requests read the settings only after a change.
 */
const BACKGROUND = [
  /^update "(mails|webhook_endpoints)"/i,
  /from "(block_headers|newsletters)"/i,
  /^select .* from "settings"/i,
  /^update "payment_addresses" set last_checked_at/i,
  /from "chain_outputs" where "chain_outputs"."address"/i,
];

/**
 * Makes this many purchases, and returns the statements that the shop sent for each; null for a server without the
 * extension pg_stat_statements. Statements inside triggers do not count.
 */
export async function recordStatements(
  url: string,
  purchases: number,
  buy: () => Promise<unknown>,
): Promise<SentStatement[] | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await isCounting(client))) return null;
    await client.query("select pg_stat_statements_reset()");
    await buy();
    const { rows } = await client.query<SentStatement>(
      `select query as text, sum(calls)::int as calls from pg_stat_statements
        join pg_database on oid = dbid where datname = current_database() group by query order by 2 desc`,
    );
    return rows.filter(
      ({ text, calls }) => calls >= purchases && !BACKGROUND.some((pattern) => pattern.test(text)),
    );
  } finally {
    await client.end();
  }
}

async function isCounting(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from pg_settings where name = 'shared_preload_libraries' and setting like '%pg_stat_statements%'",
  );
  if (rows.length === 0) return false;
  await client.query("create extension if not exists pg_stat_statements");
  return true;
}
