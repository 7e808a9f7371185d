import type { Db } from "#db/client.server.ts";
import { textOf, textsOf } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { readCamt } from "#shop/methods/bank/camt.ts";
import {
  columnRoles,
  completeLayout,
  type CsvTable,
  guessLayout,
} from "#shop/methods/bank/csv-layout.ts";
import { readCsv, readTable } from "#shop/methods/bank/csv-statement.ts";
import { decodeText } from "#shop/methods/bank/decode-text.ts";
import { type Imported, importStatement } from "#shop/methods/bank/import-statement.server.ts";
import { saveLayout, savedLayout } from "#shop/methods/bank/layouts.server.ts";
import {
  type Statement,
  STATEMENT_MAX_BYTES,
  type StatementProblem,
  tidyText,
} from "#shop/methods/bank/statement.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import { type ColumnsField, toFormValues, readLayout } from "./columns-schema.ts";

/** A CSV table whose columns the administrator has to assign. */
export interface UnknownColumns {
  fileName: string;
  text: string;
  /** Name of each column. */
  heads: string[];
  /** Value of each column in the first row. */
  sample: string[];
  /** The guessed or submitted assignment. */
  chosen: Partial<Record<ColumnsField, string>>;
  problem: string | null;
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

interface Importing {
  actor: Actor;
  now: Date;
}

type Answer = BankActionData | "forbidden";

/** Stores the lines of an uploaded statement, or returns its columns when the layout is unknown. */
export async function importFile(
  db: Db,
  file: File | null,
  by: Importing & { choose: boolean },
): Promise<Answer> {
  if (!file) return { kind: "problem", problem: "Please choose a file" };
  const limit = `The file is larger than ${STATEMENT_MAX_BYTES / 1024} kB. Export a shorter period.`;
  if (file.size > STATEMENT_MAX_BYTES) return { kind: "problem", problem: limit };
  const fileName = tidyText(file.name).slice(0, NAME_MAX) || "statement";
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text.trimStart().startsWith("<")) return store(db, readCamt(text), fileName, by);
  const table = readTable(text);
  if (!table.ok) return problem(table.error);
  const saved = await savedLayout(db, table.value);
  const guess = saved ?? guessLayout(table.value);
  const usual = saved?.currency ?? SHOP_CURRENCY;
  const layout = saved ?? completeLayout(guess, usual);
  const chosen = toFormValues(guess, usual);
  if (!layout || by.choose)
    return {
      kind: "columns",
      columns: toUnknownColumns(table.value, { fileName, text, chosen, problem: null }),
    };
  const statement = readCsv(table.value, layout);
  // The guessed or stored layout does not fit this file: it can be corrected in the form.
  if (!statement.ok) {
    const problem = problemText(statement.error);
    return {
      kind: "columns",
      columns: toUnknownColumns(table.value, { fileName, text, chosen, problem }),
    };
  }
  return store(db, statement, fileName, by);
}

/** Stores the lines of a table by the submitted layout, and saves the layout for the next import. */
export async function importColumns(db: Db, form: FormData, by: Importing): Promise<Answer> {
  const text = textOf(form, "text");
  const fileName = tidyText(textOf(form, "fileName")).slice(0, NAME_MAX) || "statement";
  const table = readTable(text);
  if (!table.ok) return problem(table.error);
  const names = [...columnRoles, "dateOrder", "decimal", "usualCurrency"] as const;
  const chosen = textsOf(form, names);
  const columnsProblem = (problem: string): Answer => ({
    kind: "columns",
    columns: toUnknownColumns(table.value, { fileName, text, chosen, problem }),
  });
  const layout = readLayout(chosen);
  if (!layout.ok) return columnsProblem(layout.error);
  const statement = readCsv(table.value, layout.value);
  if (!statement.ok) return columnsProblem(problemText(statement.error));
  const stored = await store(db, statement, fileName, by);
  if (stored !== "forbidden") await saveLayout(db, table.value, layout.value, by.now);
  return stored;
}

async function store(
  db: Db,
  statement: Result<Statement, StatementProblem>,
  fileName: string,
  { actor, now }: Importing,
): Promise<Answer> {
  if (!statement.ok) return problem(statement.error);
  const imported = await importStatement(db, { statement: statement.value, fileName, actor, now });
  return imported.ok ? { kind: "imported", fileName, imported: imported.value } : imported.error;
}

function toUnknownColumns(
  { heads, rows }: CsvTable,
  rest: Omit<UnknownColumns, "heads" | "sample">,
): UnknownColumns {
  const [first] = rows;
  return {
    ...rest,
    heads: heads.map((head, at) => head || `Column ${at + 1}`),
    sample: heads.map((_, at) => tidyText(first?.cells[at] ?? "").slice(0, SAMPLE_MAX)),
  };
}

function problem(error: StatementProblem): BankActionData {
  return { kind: "problem", problem: problemText(error) };
}

function problemText({ line, problem }: StatementProblem): string {
  return line === null ? `${problem}.` : `Line ${line}: ${problem}.`;
}
