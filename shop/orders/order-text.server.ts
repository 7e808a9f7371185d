import { type SQL, sql } from "drizzle-orm";
import { orders } from "./tables.ts";

/** Shorter texts have no trigram that an index could find. */
const INDEXED_LENGTH = 3;

/**
 * The condition that an order has this text; null for a text that asks for nothing. By exactly the expression of the
 * index `orders_search`. A text that begins with @ is also a username from its first letter on, as the list shows it:
 * there it follows the line break.
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

/** Without line breaks, which part the fields that are searched, and other letters nobody can type. */
function plain(search: string): string {
  return search.replaceAll(/\p{Cc}/gu, "").trim();
}

/** Whether the index of trigrams knows the text: three letters or digits in a row. */
export function isIndexed(search: string): boolean {
  return new RegExp(`[\\p{L}\\p{N}]{${INDEXED_LENGTH}}`, "u").test(plain(search));
}
