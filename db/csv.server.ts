import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { formulaStarts, quotedSigns } from "#lib/csv.ts";

// Lines of CSV as the database writes them: a file of a million rows then passes through this process as text, not
// as objects. Cells come out as `csvLine` writes them.

/** Text, made harmless and quoted where it has to be; a regular expression for each would take four times as long. */
export function textCell(text: SQLWrapper): SQL {
  const isFormula = sql`ascii(${text}) in (${codes})`;
  const isQuoted = sql.join(
    quotedSigns.map((sign) => sql`strpos(${text}, ${literal(sign)}) > 0`),
    sql` or `,
  );
  const harmless = sql`case when ${isFormula} then '''' else '' end || ${text}`;
  return sql`case
    when ${isQuoted} then '"' || replace(${harmless}, '"', '""') || '"'
    when ${isFormula} then '''' || ${text}
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

/** A line of cells, with its end; null is an empty cell. */
export function csvRow(cells: readonly SQLWrapper[]): SQL {
  return sql`concat(${sql.join([...cells], sql`, ',', `)}, ${literal("\r\n")})`;
}

/** In the statement itself: as parameters they would be sent, and planned with, for every cell. */
function literal(text: string): SQL {
  const codes = [...text].map((sign) => `chr(${sign.codePointAt(0)})`);
  return sql.raw(codes.join(" || "));
}

const codes = sql.raw(formulaStarts.map((start) => start.codePointAt(0)).join(", "));
