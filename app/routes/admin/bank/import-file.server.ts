import type { Db } from "#db/client.server.ts";
import { textOf } from "#lib/form.ts";
import { formatMoney } from "#lib/money.ts";
import { type Result, ok } from "#lib/result.ts";
import type { Actor } from "#shop/audit/audit.ts";
import {
  type ColumnRole,
  type CsvLayout,
  type CsvTable,
  widthOf,
  wordKey,
  wordsOf,
} from "#shop/methods/bank/csv-layout.ts";
import { proposeLayout, proposeWords } from "#shop/methods/bank/csv-proposal.ts";
import { type CsvReadings, readCsv, readTable } from "#shop/methods/bank/csv-statement.ts";
import { decodeText, readStatementFile } from "#shop/methods/bank/statement-file.ts";
import { type Imported, importStatement } from "#shop/methods/bank/import-statement.server.ts";
import { saveLayout, savedLayout } from "#shop/methods/bank/layouts.server.ts";
import {
  type PlacedReading,
  STATEMENT_MAX_BYTES,
  type StatementProblem,
  tidyText,
} from "#shop/methods/bank/statement.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import { type ColumnsDraft, draftOf, readLayout } from "./columns-schema.ts";

/** A CSV table whose columns the administrator has to confirm. */
export interface UnknownColumns {
  fileName: string;
  text: string;
  columns: { head: string; sample: string; role: ColumnRole }[];
  /** The values of the columns of words, each with a row that has it. */
  words: { key: string; word: string; head: string; example: string }[];
  /** How many further values are not asked about, so that their lines are to check. */
  more: number;
  /** The row of which nothing in the file says whether its money came in; null if none. */
  example: string | null;
  /** The proposed or submitted answers. */
  draft: ColumnsDraft;
  problem: string | null;
  /** How the first lines are read with these columns; empty while they are incomplete. */
  preview: { kind: PlacedReading["kind"]; line: number; read: string; text: string }[];
  /** The answers that the preview shows. */
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
const EXAMPLE_MAX = 120;
const PREVIEW_LINES = 10;
const WORDS_MAX = 60;
const CHECK_AGAIN = "This is what is read with your answers. Please check it, then import.";
const NEW_WORDS =
  "The file has values that this account has not shown before. Please say what they mean; lines of those that you leave open are to check.";

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
  if (!saved) return toColumns(table, { fileName, text, draft: proposedDraft(table) }, null);
  const known = readCsv(table, saved);
  const hasNewWords = wordsOf(table, saved.roles).some(
    ({ column, word }) => !(wordKey(column, word) in saved.words),
  );
  if (!hasNewWords && !known.example && !by.choose) return storeCsv(db, table, known, fileName, by);
  const problem = hasNewWords ? NEW_WORDS : null;
  return toColumns(table, { fileName, text, draft: { ...saved, told: "" }, problem }, saved);
}

/** Stores the payments of a table by the answers that the administrator confirmed after seeing what is read by them. */
export async function importColumns(db: Db, form: FormData, by: Importing): Promise<Answer> {
  const text = textOf(form, "text");
  const fileName = nameOf(textOf(form, "fileName"));
  const table = readTable(text);
  if (!table.ok) return { kind: "problem", problem: problemText(table.error) };
  const saved = await savedLayout(db, table.value);
  const draft = withWords(table.value, draftOf(form));
  const read = readDraft(table.value, draft, saved);
  const isPreviewed = textOf(form, "previewed") === JSON.stringify(draft);
  const wrong = read.ok ? problemOf(read.value, draft) : read.error;
  const problem = wrong ?? (isPreviewed ? null : CHECK_AGAIN);
  if (!read.ok || problem) return toColumns(table.value, { fileName, text, draft, problem }, saved);
  return storeCsv(db, table.value, read.value, fileName, by);
}

function proposedDraft(table: CsvTable): ColumnsDraft {
  const { dateOrder, decimal, ...proposal } = proposeLayout(table);
  const chosen = { dateOrder: dateOrder ?? "", decimal: decimal ?? "" };
  return { ...proposal, ...chosen, told: "", allBooked: false };
}

/** Limits the words of a draft to those of the form, with the usual meaning where a person has not chosen one yet. */
function withWords(table: CsvTable, draft: ColumnsDraft): ColumnsDraft {
  const usual = proposeWords(table, draft.roles);
  const asked = wordsOf(table, draft.roles).slice(0, WORDS_MAX);
  const words = asked.map(({ column, word }) => {
    const key = wordKey(column, word);
    return [key, draft.words[key] ?? usual[key] ?? ""];
  });
  const { roles, dateOrder, decimal, currency, told, allBooked } = draft;
  return { roles, words: Object.fromEntries(words), dateOrder, decimal, currency, told, allBooked };
}

/** Reads a table by a draft that is complete, with what the account's files have shown before. */
function readDraft(
  table: CsvTable,
  draft: ColumnsDraft,
  saved: CsvLayout | null,
): Result<CsvReadings, string> {
  const chosen = readLayout(draft);
  if (!chosen.ok) return chosen;
  const before = saved?.roles.join() === draft.roles.join() ? saved : null;
  const others = Object.entries(before?.words ?? {}).filter(([key]) => !(key in draft.words));
  const layout: CsvLayout = {
    ...chosen.value,
    words: { ...Object.fromEntries(others), ...chosen.value.words },
    bothSigns: before?.bothSigns ?? false,
  };
  const read = readCsv(table, layout);
  if (!read.example || !draft.told) return ok(read);
  const positive = (draft.told === "in") === read.example.isPositive ? "in" : "out";
  return ok({ ...readCsv(table, { ...layout, positive }), example: read.example });
}

/** Returns why these readings cannot be imported; null if they can. */
function problemOf({ readings, example }: CsvReadings, { told }: ColumnsDraft): string | null {
  if (readings.every((reading) => reading.kind === "asked" && !reading.line))
    return "No line can be read with these columns. Please check them.";
  return example && !told
    ? "Please say whether the money of the example came in or went out"
    : null;
}

async function storeCsv(
  db: Db,
  table: CsvTable,
  { layout, readings }: CsvReadings,
  fileName: string,
  by: Importing,
): Promise<Answer> {
  const stored = await store(db, readings, fileName, by);
  if (stored !== "forbidden") await saveLayout(db, table, layout, by.now);
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

function toColumns(
  table: CsvTable,
  given: { fileName: string; text: string; draft: ColumnsDraft; problem?: string | null },
  saved: CsvLayout | null,
): BankActionData {
  const draft = withWords(table, given.draft);
  // What is not chosen yet does not matter to the example.
  const currency = draft.currency || SHOP_CURRENCY;
  const [dateOrder, decimal] = [draft.dateOrder || "ymd", draft.decimal || "."];
  const open = readDraft(table, { ...draft, currency, dateOrder, decimal }, saved);
  const example = open.ok ? open.value.example : null;
  // The stored answers of the account are filled in.
  if (example && saved?.positive && !draft.told)
    draft.told = (saved.positive === "in") === example.isPositive ? "in" : "out";
  const read = readDraft(table, draft, saved);
  const readings = read.ok ? read.value.readings : [];
  const textOfRow = ({ cells }: { cells: readonly string[] }) => cut(cells.join(" "), EXAMPLE_MAX);
  const headOf = (at: number) => table.heads[at] || `Column ${at + 1}`;
  const words = wordsOf(table, draft.roles);
  const columns: UnknownColumns = {
    fileName: given.fileName,
    text: given.text,
    problem: given.problem ?? null,
    draft,
    previewed: JSON.stringify(draft),
    columns: Array.from({ length: widthOf(table) }, (_, at) => {
      const filled = table.rows.find(({ cells }) => cells[at]?.trim())?.cells[at] ?? "";
      return { head: headOf(at), sample: cut(filled, SAMPLE_MAX), role: draft.roles[at] ?? "text" };
    }),
    words: words.slice(0, WORDS_MAX).map(({ column, word, row }) => ({
      key: wordKey(column, word),
      word: cut(word, SAMPLE_MAX),
      head: headOf(column),
      example: textOfRow(row),
    })),
    more: Math.max(0, words.length - WORDS_MAX),
    example: example && `Line ${example.row.line}: ${textOfRow(example.row)}`,
    preview: table.rows.slice(0, PREVIEW_LINES).flatMap((row, at) => {
      const reading = readings[at];
      const text = tidyText(row.cells.join(" "));
      return reading ? { kind: reading.kind, read: readAs(reading), text, line: row.line } : [];
    }),
  };
  return { kind: "columns", columns };
}

function cut(text: string, length: number): string {
  return tidyText(text).slice(0, length);
}

/** Returns what a line is read as. */
function readAs(reading: PlacedReading): string {
  if (reading.kind === "leftOut") return `Left out, because ${reading.reason}`;
  const { line } = reading;
  const money = line ? `${formatMoney(line.cents, line.currency)} on ${line.bookedOn}` : "";
  if (reading.kind === "received") return `Received ${money}: ${line?.evidence}`;
  return `${money && `${money}. `}To check: ${reading.reason}`;
}

function nameOf(given: string): string {
  return tidyText(given).slice(0, NAME_MAX) || "statement";
}

function problemText({ line, problem }: StatementProblem): string {
  return line === null ? `${problem}.` : `Line ${line}: ${problem}.`;
}
