import { and, asc, between, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { figuresNow } from "#db/schema/reports.server.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { isAdministrator } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { ExportedOrder } from "./export.ts";
import type { Span } from "./period.ts";

const BATCH = 1000;

/** Notes down that somebody takes the orders of these days along, and says how many there are. */
export async function beginExport(
  db: Db,
  { from, to, actor, now }: Span & { actor: Actor; now: Date },
): Promise<Result<{ expected: number }, "forbidden">> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
    const [counted] = await tx
      .select({ expected: sql<number>`coalesce(sum(${figuresNow.count}), 0)::float8` })
      .from(figuresNow)
      .where(and(eq(figuresNow.kind, "status"), between(figuresNow.day, from, to)));
    const expected = counted?.expected ?? 0;
    const data = { from, to, orders: expected };
    await recordAudit(tx, { actor, action: "report.exported", subject: "report", data, now });
    return ok({ expected });
  });
}

/**
 * The orders placed on these days and until now, oldest first, batch by batch: the next one is read when it is
 * asked for. Each begins behind the last order of the one before, so what is written meanwhile moves nothing.
 */
export async function* exportedOrders(
  db: Db,
  { from, to, now }: Span & { now: Date },
): AsyncGenerator<ExportedOrder[]> {
  const { timeZone } = await readSettings(db);
  const startOf = (day: string, later = 0) =>
    sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`;
  const localTime = (moment: typeof orders.createdAt | typeof orders.updatedAt) =>
    sql<string>`to_char(${moment} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  let last: { placed: string; id: string } | null = null;
  for (;;) {
    const batch: (ExportedOrder & { placed: string })[] = await db
      .select({
        id: orders.id,
        // As text, so that no microsecond is lost on the way back.
        placed: sql<string>`${orders.createdAt}::text`,
        placedAt: localTime(orders.createdAt),
        updatedAt: localTime(orders.updatedAt),
        status: orders.status,
        paymentMethod: orders.paymentMethod,
        paymentStatus: orders.paymentStatus,
        coins: sql<number>`(${orders.package} ->> 'coins')::int`,
        totalCents: orders.totalCents,
        tiktokUsername: orders.tiktokUsername,
        tiktokUid: orders.tiktokUid,
        email: orders.email,
      })
      .from(orders)
      .where(
        and(
          isNull(orders.deletedAt),
          sql`${orders.createdAt} >= ${startOf(from)}`,
          sql`${orders.createdAt} < ${startOf(to, 1)}`,
          lte(orders.createdAt, now),
          last
            ? sql`(${orders.createdAt}, ${orders.id}) > (${last.placed}::timestamptz, ${last.id})`
            : undefined,
        ),
      )
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(BATCH);
    if (batch.length > 0) yield batch.map(({ placed: _, ...order }) => order);
    last = batch.at(-1) ?? null;
    if (batch.length < BATCH) return;
  }
}
