import { type SQL, sql } from "drizzle-orm";
import { orders } from "./tables.ts";

/** Shorter texts contain no trigram. */
const INDEXED_LENGTH = 3;

/**
 * Returns the condition that an order contains this text, or null for an empty text. It uses the exact expression of
 * the index `orders_search`. A text that begins with @ also matches the beginning of a username, which follows the line
 * break.
 */
export function matches(search: string): SQL | null {
  const text = plain(search);
  if (!text) return null;
  const haystack = sql`lower(${orders.id} || chr(10) || ${orders.tiktokUsername} || chr(10) || ${orders.email})`;
  const like = (part: string) =>
    sql`${haystack} like lower(${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;
  if (!/^@./.test(text)) return like(text);
  return sql`(${like(text)} or ${like(`\n${text.slice(1)}`)})`;
}

/** Removes line breaks, which separate the searched fields, and other control characters. */
function plain(search: string): string {
  return search.replaceAll(/\p{Cc}/gu, "").trim();
}

/** True when the trigram index can find the text: it has three consecutive letters or digits. */
export function isIndexed(search: string): boolean {
  return new RegExp(`[\\p{L}\\p{N}]{${INDEXED_LENGTH}}`, "u").test(plain(search));
}
