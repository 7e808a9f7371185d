import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { statementLayouts } from "../tables.ts";
import { accountsOf, type CsvLayout, type CsvTable } from "./csv-layout.ts";
import { normalizeWord } from "./words.ts";

/** Dates, times and amounts above a table, which differ from file to file. */
const CHANGING =
  /(?<![\d./-])(20\d\d[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./](20)?\d\d|\d\d?:\d\d(:\d\d)?|\d[\d.,' ]*[.,]\d\d)(?![\d.,/-])/g;

/** Returns the digest of headings and the text above them, which name the account; null without a header row. */
function fingerprint({ heads, above, delimiter }: CsvTable): string | null {
  if (heads.length === 0) return null;
  const words = [above.replaceAll(CHANGING, "#"), ...heads].map(normalizeWord);
  return createHash("sha256").update(words.join(delimiter)).digest("hex");
}

/** Returns the layout that was saved for the account of this table; null without one. */
export async function savedLayout(db: Db, table: CsvTable): Promise<CsvLayout | null> {
  const heads = fingerprint(table);
  if (heads === null) return null;
  const saved = await db.select().from(statementLayouts).where(eq(statementLayouts.heads, heads));
  const found = saved.find(({ layout, account }) => accountOf(table, layout) === account);
  return found?.layout ?? null;
}

/** Saves a layout for the next table of this account. */
export async function saveLayout(
  db: Db,
  table: CsvTable,
  layout: CsvLayout,
  now: Date,
): Promise<void> {
  const heads = fingerprint(table);
  if (heads === null) return;
  const { heads: byHeads, account: byAccount } = statementLayouts;
  await db
    .insert(statementLayouts)
    .values({ heads, account: accountOf(table, layout), layout, savedAt: now })
    .onConflictDoUpdate({ target: [byHeads, byAccount], set: { layout, savedAt: now } });
}

function accountOf(table: CsvTable, layout: CsvLayout): string {
  return accountsOf(table, layout).join(", ");
}
