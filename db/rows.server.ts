import type { SQL } from "drizzle-orm";
import type { Db } from "./client.server.ts";

/** The rows that a query gives, on either database. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: Row[] }).rows;
}
