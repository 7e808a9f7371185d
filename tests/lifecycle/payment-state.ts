import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { chainOutputs, paymentAddresses, paymentDecisions, quotes } from "#shop/payments/tables.ts";
import { chainTip } from "#shop/payments/chain/tables.ts";
import { paymentRechecks, paymentReviews } from "#shop/payments/review/tables.ts";

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

export type PaymentState = {
  [Name in keyof typeof tables]: (typeof tables)[Name]["$inferSelect"][];
};
export type CheckoutRow = PaymentState["checkouts"][number];
export type OutputRow = PaymentState["outputs"][number];
export type QuoteRow = PaymentState["quotes"][number];
export type OrderRow = PaymentState["orders"][number];

/** Reads all payment tables, oldest rows first, in one query because it runs after every step. */
export async function readPaymentState(db: Db): Promise<PaymentState> {
  const parts = Object.entries(tables).flatMap(([name, table]) => {
    const order = "id" in table ? sql`t.id` : sql`t::text`;
    const rows = sql`(select coalesce(json_agg(t order by ${order}), '[]') from ${table} t)`;
    return [sql`${name}::text`, rows];
  });
  const [row] = await db
    .select({
      state: sql<
        Record<string, Record<string, unknown>[]>
      >`json_build_object(${sql.join(parts, sql`, `)})`,
    })
    .from(sql`(select 1) one`);
  const state = row?.state ?? {};
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      (state[name] ?? []).map((row) => fromJson(table, row)),
    ]),
  ) as unknown as PaymentState;
}

/** Converts a row of JSON to the types of Drizzle. */
function fromJson(table: PgTable, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => {
      const value = row[column.name];
      if (value === undefined) throw new Error(`${getTableName(table)} has no ${column.name}`);
      return [key, value === null ? null : column.mapFromDriverValue(value)];
    }),
  );
}

export function isOnChain({ state }: OutputRow): boolean {
  return state === "mempool" || state === "confirmed";
}

export function total(outputs: readonly OutputRow[]): number {
  return outputs.reduce((sats, output) => sats + output.sats, 0);
}
