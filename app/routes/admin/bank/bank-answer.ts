import type { Imported } from "#shop/methods/bank/import-statement.server.ts";
import type { ColumnsField } from "./columns-fields.ts";

/** A table whose columns a person has to name. */
export interface UnknownColumns {
  fileName: string;
  text: string;
  /** What each column is called. */
  heads: string[];
  /** What its first line has there. */
  sample: string[];
  /** What is guessed, or was chosen. */
  chosen: Partial<Record<ColumnsField, string>>;
  problem: string | null;
}

/** What the server answers where it does not lead on to the list. */
export type BankAnswer =
  | { kind: "imported"; fileName: string; imported: Imported }
  | { kind: "problem"; problem: string }
  | { kind: "columns"; columns: UnknownColumns }
  | { kind: "line"; reference: string; orderId: string; problem: string }
  | { kind: "left"; recorded: number; left: number };
