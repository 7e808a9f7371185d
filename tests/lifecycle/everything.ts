import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { checkouts } from "#shop/checkout/tables.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import {
  chainOutputs,
  chainTip,
  paymentAddresses,
  paymentDecisions,
  paymentRechecks,
  paymentReviews,
  quotes,
} from "#shop/payments/tables.ts";

const tables = {
  tip: chainTip,
  checkouts,
  addresses: paymentAddresses,
  quotes,
  outputs: chainOutputs,
  decisions: paymentDecisions,
  reviews: paymentReviews,
  rechecks: paymentRechecks,
  orders,
  events: orderEvents,
  mails,
  audit: auditLog,
};

export type Everything = { [Name in keyof typeof tables]: (typeof tables)[Name]["$inferSelect"][] };
export type CheckoutRow = Everything["checkouts"][number];
export type OutputRow = Everything["outputs"][number];
export type QuoteRow = Everything["quotes"][number];
export type OrderRow = Everything["orders"][number];

/** All that the shop has written down about payments, oldest first: in one question, since it is asked after every step. */
export async function readEverything(db: Db): Promise<Everything> {
  const parts = Object.entries(tables).flatMap(([name, table]) => {
    const order = "id" in table ? sql`t.id` : sql`t::text`;
    const rows = sql`(select coalesce(json_agg(t order by ${order}), '[]') from ${table} t)`;
    return [sql`${name}::text`, rows];
  });
  const [row] = await db
    .select({
      everything: sql<
        Record<string, Record<string, unknown>[]>
      >`json_build_object(${sql.join(parts, sql`, `)})`,
    })
    .from(sql`(select 1) one`);
  const everything = row?.everything ?? {};
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      (everything[name] ?? []).map((row) => fromJson(table, row)),
    ]),
  ) as unknown as Everything;
}

/** A row as Drizzle would have read it. */
function fromJson(table: PgTable, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => {
      const value = row[column.name];
      if (value === undefined) throw new Error(`${getTableName(table)} has no ${column.name}`);
      return [key, value === null ? null : column.mapFromDriverValue(value)];
    }),
  );
}

export function isThere({ state }: OutputRow): boolean {
  return state === "mempool" || state === "confirmed";
}

export function total(outputs: readonly OutputRow[]): number {
  return outputs.reduce((sats, output) => sats + output.sats, 0);
}
