import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { installationFacts } from "./tables.ts";

/** Before `restored-at` buyers may have been shown what the database does not know. */
type FactName = "database-seen" | "last-backup" | "live-since" | "made-in" | "restored-at";

/** Reads a fact of this installation; null if it is not stored. */
export async function readFact(db: Db, name: FactName): Promise<unknown> {
  const [row] = await db
    .select({ value: installationFacts.value })
    .from(installationFacts)
    .where(eq(installationFacts.name, name));
  return row?.value ?? null;
}

/** Stores a fact of this installation. */
export async function storeFact(db: Db, name: FactName, value: unknown): Promise<void> {
  await db
    .insert(installationFacts)
    .values({ name, value })
    .onConflictDoUpdate({ target: installationFacts.name, set: { value } });
}

/** Stores a fact unless there is one, and returns what is stored. */
export async function storeFirstFact(db: Db, name: FactName, value: unknown): Promise<unknown> {
  const known = await readFact(db, name);
  if (known !== null) return known;
  await db.insert(installationFacts).values({ name, value }).onConflictDoNothing();
  return readFact(db, name);
}
