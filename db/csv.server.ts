import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { formulaStarts } from "#lib/csv.ts";

// Cells of CSV for the database to write (`copyLines`): a file of a million rows then passes through this process as
// bytes, not as objects. They come out as `csvLine` writes them. The database puts between quotes what has to be.

/**
 * Text that somebody wrote, made harmless. Without a text the cell is empty, also for one that is empty, which would
 * be written as two quotes. A regular expression would look at it more slowly.
 */
export function textCell(text: SQLWrapper): SQL {
  return sql`case
    when ${text} = '' then null
    when ascii(${text}) in (${formulaCodes}) then '''' || ${text}
    else ${text} end`;
}

/** A moment as `toISOString` tells it. */
export function momentCell(moment: SQLWrapper): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Whole cents as `csvCents` tells them: 14.99, 14.5, 15. */
export function centsCell(cents: SQLWrapper): SQL {
  return sql`${cents} / 100::float8`;
}

/** In the statement itself: as parameters they would be planned with for every cell. */
const formulaCodes = sql.raw(formulaStarts.map((start) => start.codePointAt(0)).join(", "));
