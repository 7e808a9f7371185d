import type { SQL } from "drizzle-orm";
import type { Db } from "./client.server.ts";

/** Returns the rows of a SQL query, on either database. */
export async function queryRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: Row[] }).rows;
}
