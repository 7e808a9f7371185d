import { type SQL, sql } from "drizzle-orm";
import { escapeLike, wordsOf } from "#db/keyset-search.server.ts";
import { orders } from "../orders/tables.ts";

/** Shorter texts contain no trigram. */
const INDEXED_LENGTH = 3;

/**
 * Returns the condition that an order contains every word of this text, in any order and in any of the fields, or null
 * for an empty text. It uses the exact expression of the index `orders_search`. A word that begins with @ also matches
 * the beginning of a username, which follows the line break; one that begins with # the beginning of an ID. Without
 * `emails` only ID and username count; the condition with all fields remains, for the index.
 */
export function matches(search: string, { emails = true }: { emails?: boolean } = {}): SQL | null {
  const words = wordsOf(search);
  if (words.length === 0) return null;
  const { id, tiktokUsername, giftEmail, email } = orders;
  const names = sql`${id} || chr(10) || coalesce(${tiktokUsername}, '')`;
  const indexed = sql`lower(${id} || chr(10) || coalesce(${tiktokUsername}, ${giftEmail}, '') || chr(10) || ${email})`;
  const like = (before: string, part: string) => {
    const pattern = `${before}${escapeLike(part)}%`;
    const found = sql`${indexed} like lower(${pattern})`;
    return emails ? found : sql`(${found} and lower(${names}) like lower(${pattern}))`;
  };
  const conditions = words.map((word) => {
    const [sign, rest] = [word[0], word.slice(1)];
    if (!rest || (sign !== "@" && sign !== "#")) return like("%", word);
    return sql`(${like("%", word)} or ${like(sign === "@" ? "%\n" : "", rest)})`;
  });
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** True when the trigram index can find the text: a word of it has three consecutive letters or digits. */
export function isIndexed(search: string): boolean {
  const trigram = new RegExp(`[\\p{L}\\p{N}]{${INDEXED_LENGTH}}`, "u");
  return wordsOf(search).some((word) => trigram.test(word));
}
