import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { invisibleCharacters } from "#lib/text.ts";
import { formulaStarts } from "#lib/csv.ts";

// SQL for the cells of a CSV file that the database writes (`copyLines`): a file of a million rows then passes through
// this process as bytes, not as objects. The cells are the same as those of `csvLine`; COPY adds the quotes.

/**
 * Returns the cell of a text, escaped against formula injection. An empty text is null, since COPY would write it as
 * two quotes. A regular expression would be slower.
 */
export function textCell(text: SQLWrapper): SQL {
  const shown = sql`translate(${text}, ${invisible}, ${replacements})`;
  return sql`case
    when ${text} = '' then null
    when ascii(${text}) in (${formulaCodes}) then '''' || ${shown}
    else ${shown} end`;
}

/** Returns the cell of a timestamp, as `toISOString` writes it. */
export function timestampCell(moment: SQLWrapper): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Returns the cell of an amount in cents, as `csvCents` writes it: 14.99, 14.5, 15. */
export function centsCell(cents: SQLWrapper): SQL {
  return sql`${cents} / 100::float8`;
}

/** As `showInvisible` replaces them. */
const invisible = sql.raw(`'${invisibleCharacters}'`);
const replacements = sql.raw(`'${"\uFFFD".repeat(invisibleCharacters.length)}'`);

/** Literals: as parameters they would multiply with every cell. */
const formulaCodes = sql.raw(formulaStarts.map((start) => start.codePointAt(0)).join(", "));
