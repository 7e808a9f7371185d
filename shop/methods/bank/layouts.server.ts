import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { statementLayouts } from "../tables.ts";
import type { CsvLayout, CsvTable } from "./csv-layout.ts";
import { normalizeWord } from "./words.ts";

/** Returns the digest of a table's headings, by which its kind is recognised; null without a header row. */
function fingerprint({ heads, delimiter }: CsvTable): string | null {
  if (heads.length === 0) return null;
  const words = heads.map(normalizeWord);
  return createHash("sha256").update(words.join(delimiter)).digest("hex");
}

/** Returns the layout that was saved for tables with this header row; null without one. */
export async function savedLayout(db: Db, table: CsvTable): Promise<CsvLayout | null> {
  const heads = fingerprint(table);
  if (heads === null) return null;
  const [saved] = await db
    .select({ layout: statementLayouts.layout })
    .from(statementLayouts)
    .where(eq(statementLayouts.heads, heads));
  return saved?.layout ?? null;
}

/** Saves a layout for the next table with this header row. */
export async function saveLayout(
  db: Db,
  table: CsvTable,
  layout: CsvLayout,
  now: Date,
): Promise<void> {
  const heads = fingerprint(table);
  if (heads === null) return;
  await db
    .insert(statementLayouts)
    .values({ heads, layout, savedAt: now })
    .onConflictDoUpdate({ target: statementLayouts.heads, set: { layout, savedAt: now } });
}
