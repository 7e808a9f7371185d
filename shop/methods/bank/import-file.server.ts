import type { Db } from "#db/client.server.ts";
import { textOf } from "#lib/form.ts";
import { formatMoney } from "#lib/money.ts";
import type { Actor } from "../../audit/audit.ts";
import { codeLayout } from "./coded-statement.ts";
import {
  type ColumnRole,
  type CsvLayout,
  type CsvTable,
  widthOf,
  wordKey,
  wordsOf,
} from "./csv-layout.ts";
import { proposeLayout, proposeWords } from "./csv-proposal.ts";
import { type CsvReadings, readCsv } from "./csv-statement.ts";
import { type Imported, importStatement } from "./import-statement.server.ts";
import { saveLayout, savedLayout } from "./layouts.server.ts";
import { type PlacedReading, STATEMENT_MAX_BYTES, tidyText } from "./statement.ts";
import { decodeText, readStatementFile } from "./statement-file.ts";
import { type ColumnsDraft, draftOf, lackOf, layoutOf } from "./columns-draft.ts";

/** A file of which the administrator has to say what its columns, words or codes mean. */
export interface UnknownColumns {
  fileName: string;
  text: string;
  /** None for a file in CAMT or MT940. */
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
  /** How the first lines are read with these answers; empty while they are incomplete. */
  preview: { kind: PlacedReading["kind"]; place: string; read: string; text: string }[];
  /** The answers that the preview shows. */
  previewed: string;
}

/** What importing a file came to: its lines are stored, it cannot be read, or the administrator has to say more first. */
export type ImportResult =
  | { kind: "imported"; fileName: string; imported: Imported }
  | { kind: "problem"; problem: string }
  | { kind: "columns"; columns: UnknownColumns };

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

interface Given {
  fileName: string;
  text: string;
  /** The submitted answers, and those that the form showed a preview of; null for a file that was just uploaded. */
  answers: { draft: ColumnsDraft; previewed: string } | null;
  /** Whether the administrator wants to see the answers even if all are known. */
  choose: boolean;
}

/** Stores the payments of an uploaded statement, or returns what the administrator has to say first. */
export async function importFile(
  db: Db,
  file: File | null,
  by: Importing & { choose: boolean },
): Promise<ImportResult | "forbidden"> {
  if (!file) return { kind: "problem", problem: "Please choose a file" };
  const limit = `The file is larger than ${STATEMENT_MAX_BYTES / 1024} kB. Export a shorter period.`;
  if (file.size > STATEMENT_MAX_BYTES) return { kind: "problem", problem: limit };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return importText(db, { fileName: file.name, text, answers: null, choose: by.choose }, by);
}

/** Stores the payments of a statement by the answers that the administrator confirmed after seeing what is read by them. */
export async function importColumns(
  db: Db,
  form: FormData,
  by: Importing,
): Promise<ImportResult | "forbidden"> {
  const [text, fileName] = [textOf(form, "text"), textOf(form, "fileName")];
  const answers = { draft: draftOf(form), previewed: textOf(form, "previewed") };
  return importText(db, { fileName, text, answers, choose: false }, by);
}

async function importText(
  db: Db,
  { text, answers, choose, ...given }: Given,
  { actor, now }: Importing,
): Promise<ImportResult | "forbidden"> {
  const opened = readStatementFile(text);
  if (!opened.ok) {
    const { line, problem } = opened.error;
    return { kind: "problem", problem: `${line === null ? "" : `Line ${line}: `}${problem}.` };
  }
  const table = opened.value;
  const fileName = cut(given.fileName, NAME_MAX) || "statement";
  const saved = (await savedLayout(db, table)) ?? (table.read ? codeLayout : null);
  const read = readDraft(table, draftFor(table, answers?.draft ?? null, saved), saved);
  const { draft } = read;
  const isNew = (key: string) => !(saved && key in saved.words);
  const wrong = (table.read ? null : lackOf(draft)) ?? problemOf(read);
  const problem = answers
    ? (wrong ?? (answers.previewed === JSON.stringify(draft) ? null : CHECK_AGAIN))
    : saved && Object.keys(draft.words).some(isNew)
      ? NEW_WORDS
      : null;
  const isShown = choose && (!table.read || table.rows.length > 0);
  if (problem || wrong || !(answers ?? saved) || isShown)
    return { kind: "columns", columns: { fileName, text, problem, ...questionsOf(table, read) } };
  const { readings, layout } = read;
  const imported = await importStatement(db, { readings, fileName, actor, now });
  if (!imported.ok) return imported.error;
  await saveLayout(db, table, layout, now);
  return { kind: "imported", fileName, imported: imported.value };
}

/** Returns the submitted, stored or proposed answers, with the words that the form asks about. */
function draftFor(
  table: CsvTable,
  submitted: ColumnsDraft | null,
  saved: CsvLayout | null,
): ColumnsDraft {
  const { roles, dateOrder, decimal, currency, told, allBooked }: ColumnsDraft =
    (!table.read && submitted) || (saved ? { ...saved, told: "" } : proposedDraft(table));
  const given = submitted?.words ?? saved?.words ?? {};
  const usual = proposeWords(table, roles);
  const words = wordsOf(table, roles)
    .slice(0, WORDS_MAX)
    .map(({ column, word }) => wordKey(column, word))
    .map((key) => [key, given[key] ?? usual[key] ?? ""]);
  return { roles, words: Object.fromEntries(words), dateOrder, decimal, currency, told, allBooked };
}

function proposedDraft(table: CsvTable): ColumnsDraft {
  const { dateOrder, decimal, ...proposal } = proposeLayout(table);
  return {
    ...proposal,
    dateOrder: dateOrder ?? "",
    decimal: decimal ?? "",
    told: "",
    allBooked: false,
  };
}

type DraftReadings = CsvReadings & { draft: ColumnsDraft };

/** Reads a table by a draft, with what the account's files have shown before. */
function readDraft(table: CsvTable, draft: ColumnsDraft, saved: CsvLayout | null): DraftReadings {
  const before = saved && sidesAlike(saved.roles) === sidesAlike(draft.roles) ? saved : null;
  const others = Object.entries(before?.words ?? {}).filter(([key]) => !(key in draft.words));
  const chosen = layoutOf(draft);
  const layout: CsvLayout = {
    ...chosen,
    words: { ...Object.fromEntries(others), ...chosen.words },
    bothSigns: before?.bothSigns ?? false,
  };
  const open = readCsv(table, layout);
  const { example } = open;
  if (!example) return { ...open, draft };
  /** Returns where money without a minus goes, by the direction of the example; or the reverse. */
  const turned = (way: "in" | "out") => ((way === "in") === example.isPositive ? "in" : "out");
  const positive = draft.told ? turned(draft.told) : before?.positive;
  if (!positive) return { ...open, draft };
  const told = turned(positive);
  if (positive === "out" && isPair(draft.roles))
    return readDraft(table, { ...draft, told, roles: draft.roles.map(otherSide) }, saved);
  return { ...readCsv(table, { ...layout, positive }), example, draft: { ...draft, told } };
}

const isPair = (roles: readonly ColumnRole[]) => roles.includes("in") && roles.includes("out");
/** Of two columns that a person told apart, the form shows which one is which. */
const otherSide = (role: ColumnRole) => (role === "in" ? "out" : role === "out" ? "in" : role);
const sidesAlike = (roles: readonly ColumnRole[]) =>
  roles.map((role) => (role === "out" ? "in" : role)).join();

/** Returns why these readings cannot be imported; null if they can. */
function problemOf({ readings, example, draft }: DraftReadings): string | null {
  if (readings.every((reading) => reading.kind === "asked" && !reading.line))
    return "No line can be read with these columns. Please check them.";
  return example && !draft.told
    ? "Please say whether the money of the example came in or went out"
    : null;
}

/** Returns what the form shows of a table. */
function questionsOf(table: CsvTable, { readings, example, draft }: DraftReadings) {
  const textOfRow = ({ cells }: { cells: readonly string[] }) => cut(cells.join(" "), EXAMPLE_MAX);
  const headOf = (at: number) => table.heads[at] || `Column ${at + 1}`;
  const words = wordsOf(table, draft.roles);
  const isComplete = table.read ?? lackOf(draft) === null;
  return {
    draft,
    previewed: JSON.stringify(draft),
    columns: Array.from({ length: table.read ? 0 : widthOf(table) }, (_, at) => {
      const filled = table.rows.find(({ cells }) => cells[at]?.trim())?.cells[at] ?? "";
      return { head: headOf(at), sample: cut(filled, SAMPLE_MAX), role: draft.roles[at] ?? "text" };
    }),
    words: words.slice(0, WORDS_MAX).map(({ column, word, row }) => ({
      key: wordKey(column, word),
      word: cut(word, SAMPLE_MAX),
      head: headOf(column),
      // A row of a code begins with it.
      example: textOfRow({ cells: row.cells.slice(table.read ? 1 : 0) }),
    })),
    more: Math.max(0, words.length - WORDS_MAX),
    example: example && `Line ${example.row.line}: ${textOfRow(example.row)}`,
    preview: (isComplete ? readings : []).slice(0, PREVIEW_LINES).map((reading) => ({
      kind: reading.kind,
      place: reading.place,
      read: readAs(reading),
      text: reading.text,
    })),
  };
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
