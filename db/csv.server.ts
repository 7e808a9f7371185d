import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { formulaStarts, quotedSigns } from "#lib/csv.ts";

// Lines of CSV as the database writes them: a file of a million rows then passes through this process as text, not
// as objects. Cells come out as `csvLine` writes them.

/**
 * Text that somebody wrote: made harmless and quoted where it has to be. Null is an empty cell. A regular expression
 * would look at it more slowly than all of these together.
 */
export function textCell(text: SQLWrapper): SQL {
  const isFormula = sql`ascii(${text}) in (${formulaCodes})`;
  const isQuoted = sql.join(
    quotedSigns.map((sign) => sql`strpos(${text}, ${literal(sign)}) > 0`),
    sql` or `,
  );
  const apostrophe = sql`case when ${isFormula} then '''' else '' end`;
  return sql`case
    when ${isQuoted} then '"' || ${apostrophe} || replace(${text}, '"', '""') || '"'
    when ${isFormula} then '''' || ${text}
    else coalesce(${text}, '') end`;
}

/** A moment as `toISOString` tells it. */
export function momentCell(moment: SQLWrapper): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Whole cents as `csvCents` tells them: 14.99, 14.5, 15. */
export function centsCell(cents: SQLWrapper): SQL {
  return sql`${cents} / 100::float8`;
}

/** A line of cells that are never null, with its end. */
export function csvRow(cells: readonly SQLWrapper[]): SQL {
  return sql`concat_ws(',', ${sql.join([...cells], sql`, `)}) || ${literal("\r\n")}`;
}

/** In the statement itself: as parameters they would be sent, and planned with, for every cell. */
function literal(text: string): SQL {
  return sql.raw(Array.from(text, (sign) => `chr(${sign.codePointAt(0)})`).join(" || "));
}

const formulaCodes = sql.raw(formulaStarts.map((start) => start.codePointAt(0)).join(", "));
