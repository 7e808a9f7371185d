import type { Db } from "#db/client.server.ts";
import { textOf, textsOf } from "#lib/form.ts";
import { formatMoney } from "#lib/money.ts";
import type { Actor } from "#shop/audit/audit.ts";
import {
  completeLayout,
  type CsvTable,
  guessLayout,
  widthOf,
} from "#shop/methods/bank/csv-layout.ts";
import { readCsv, readTable } from "#shop/methods/bank/csv-statement.ts";
import { decodeText, readStatementFile } from "#shop/methods/bank/statement-file.ts";
import { type Imported, importStatement } from "#shop/methods/bank/import-statement.server.ts";
import { saveLayout, savedLayout } from "#shop/methods/bank/layouts.server.ts";
import {
  type PlacedReading,
  STATEMENT_MAX_BYTES,
  type StatementProblem,
  tidyText,
} from "#shop/methods/bank/statement.ts";
import { NO_CURRENCY } from "#shop/methods/bank/words.ts";
import { columnsFields, type ColumnsField, readLayout, toFormValues } from "./columns-schema.ts";

/** A CSV table whose columns the administrator has to confirm. */
export interface UnknownColumns {
  fileName: string;
  text: string;
  /** Name of each column. */
  heads: string[];
  /** Value of each column in the first row. */
  sample: string[];
  /** The proposed or submitted assignment. */
  chosen: Partial<Record<ColumnsField, string>>;
  problem: string | null;
  /** How the first lines are read with these columns; empty while they are incomplete. */
  preview: { kind: PlacedReading["kind"]; place: string; read: string; text: string }[];
  /** The assignment that the preview shows. */
  previewed: string;
}

/** What the action returns when it does not redirect to the list. */
export type BankActionData =
  | { kind: "imported"; fileName: string; imported: Imported }
  | { kind: "problem"; problem: string }
  | { kind: "columns"; columns: UnknownColumns }
  | { kind: "line"; reference: string; orderId: string; problem: string }
  | { kind: "left"; recorded: number; left: number };

const NAME_MAX = 100;
const SAMPLE_MAX = 40;
const PREVIEW_LINES = 10;
const CHECK_AGAIN =
  "This is what is read with the columns that you chose. Please check it, then import.";

interface Importing {
  actor: Actor;
  now: Date;
}

type Answer = BankActionData | "forbidden";

/** Stores the payments of an uploaded statement, or returns its columns unless they were confirmed before. */
export async function importFile(
  db: Db,
  file: File | null,
  by: Importing & { choose: boolean },
): Promise<Answer> {
  if (!file) return { kind: "problem", problem: "Please choose a file" };
  const limit = `The file is larger than ${STATEMENT_MAX_BYTES / 1024} kB. Export a shorter period.`;
  if (file.size > STATEMENT_MAX_BYTES) return { kind: "problem", problem: limit };
  const fileName = nameOf(file.name);
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  const read = readStatementFile(text);
  if (!read.ok) return { kind: "problem", problem: problemText(read.error) };
  if (Array.isArray(read.value)) return store(db, read.value, fileName, by);
  const table = read.value;
  const saved = await savedLayout(db, table);
  const guess = saved ?? guessLayout(table);
  const layout = saved ?? completeLayout(guess, null);
  const readings = layout ? readCsv(table, layout) : [];
  const problem = problemOf(readings);
  if (saved && !problem && !by.choose) return store(db, readings, fileName, by);
  const chosen = toFormValues(guess, saved?.currency ?? null);
  return toColumns(table, { fileName, text, chosen, readings, problem });
}

/** Stores the payments of a table by the columns that the administrator confirmed after seeing what is read by them. */
export async function importColumns(db: Db, form: FormData, by: Importing): Promise<Answer> {
  const text = textOf(form, "text");
  const fileName = nameOf(textOf(form, "fileName"));
  const table = readTable(text);
  if (!table.ok) return { kind: "problem", problem: problemText(table.error) };
  const chosen = textsOf(form, columnsFields);
  const layout = readLayout(chosen);
  if (!layout.ok) {
    const problem = layout.error;
    return toColumns(table.value, { fileName, text, chosen, readings: [], problem });
  }
  const readings = readCsv(table.value, layout.value);
  const isPreviewed = textOf(form, "previewed") === JSON.stringify(valuesOf(chosen));
  const problem = problemOf(readings) ?? (isPreviewed ? null : CHECK_AGAIN);
  if (problem) return toColumns(table.value, { fileName, text, chosen, readings, problem });
  const stored = await store(db, readings, fileName, by);
  if (stored !== "forbidden") await saveLayout(db, table.value, layout.value, by.now);
  return stored;
}

async function store(
  db: Db,
  readings: readonly PlacedReading[],
  fileName: string,
  { actor, now }: Importing,
): Promise<Answer> {
  const imported = await importStatement(db, { readings, fileName, actor, now });
  return imported.ok ? { kind: "imported", fileName, imported: imported.value } : imported.error;
}

/** Returns why these readings cannot be imported by this layout; null if they can. */
function problemOf(readings: readonly PlacedReading[]): string | null {
  if (readings.some((reading) => reading.kind === "asked" && reading.reason === NO_CURRENCY))
    return "The file does not name its currency. Please enter the currency of the account.";
  const unread = readings.filter((reading) => reading.kind === "asked" && !reading.line);
  return unread.length > 0 && unread.length === readings.length
    ? "No line can be read with these columns. Please check them."
    : null;
}

function toColumns(
  table: CsvTable,
  given: Pick<UnknownColumns, "fileName" | "text" | "chosen" | "problem"> & {
    readings: readonly PlacedReading[];
  },
): BankActionData {
  const { readings, ...rest } = given;
  const heads = Array.from(
    { length: widthOf(table) },
    (_, at) => table.heads[at] || `Column ${at + 1}`,
  );
  const cut = (text: string | undefined) => tidyText(text ?? "").slice(0, SAMPLE_MAX);
  const sample = heads.map((_, at) =>
    cut(table.rows.find(({ cells }) => cells[at]?.trim())?.cells[at]),
  );
  const preview = readings.slice(0, PREVIEW_LINES).map((reading, at) => ({
    kind: reading.kind,
    place: reading.place,
    ...previewOf(reading, table.rows[at]?.cells ?? []),
  }));
  return {
    kind: "columns",
    columns: { ...rest, heads, sample, preview, previewed: JSON.stringify(valuesOf(given.chosen)) },
  };
}

function valuesOf(chosen: UnknownColumns["chosen"]): string[] {
  return columnsFields.map((name) => chosen[name] ?? "");
}

/** Returns what a line is read as, and its text. */
function previewOf(reading: PlacedReading, cells: readonly string[]) {
  const text = tidyText(cells.join(" "));
  if (reading.kind === "leftOut") return { read: `Left out, because ${reading.reason}`, text };
  const { line } = reading;
  const money = line && `${formatMoney(line.cents, line.currency)} on ${line.bookedOn}`;
  if (reading.kind === "asked")
    return { read: `${money ? `${money}. ` : ""}To check: ${reading.reason}`, text };
  return {
    read: `Received ${money}`,
    text: [line?.payer, line?.purpose].filter(Boolean).join(": "),
  };
}

function nameOf(given: string): string {
  return tidyText(given).slice(0, NAME_MAX) || "statement";
}

function problemText({ line, problem }: StatementProblem): string {
  return line === null ? `${problem}.` : `Line ${line}: ${problem}.`;
}
