import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { migrationNames } from "../migrations.server.ts";
import { OperatorError } from "../errors.ts";
import {
  type BackupEnd,
  type BackupHead,
  endSchema,
  FORMAT_VERSION,
  headSchema,
  tableSchema,
} from "./backup-format.ts";

/** The head and end of a backup that was read to its last byte and is complete. */
export interface Backup extends BackupHead, Omit<BackupEnd, "sha256"> {
  file: string;
}

const ROWS_AT_A_TIME = 500;
const BYTES_AT_A_TIME = 1_000_000;

/** Checks a whole backup; throws OperatorError when it is none, is damaged, or is of a newer version of Satchel. */
export async function checkBackup(file: string): Promise<Backup> {
  const hash = createHash("sha256");
  const counted: Record<string, number> = {};
  let head: BackupHead | null = null;
  let end: BackupEnd | null = null;
  let table = "";
  try {
    for await (const line of linesIn(file)) {
      if (end) throw damaged(file, "something follows its end");
      if (!head) head = readHead(file, line);
      else if (line.startsWith('"')) counted[table] = (counted[table] ?? 0) + 1;
      else {
        const parsed: unknown = JSON.parse(line);
        const tableLine = tableSchema.safeParse(parsed);
        if (tableLine.success) counted[(table = tableLine.data.table)] = 0;
        else end = endSchema.parse(parsed);
      }
      if (!end) hash.update(`${line}\n`);
    }
  } catch (error) {
    throw explainReadError(file, error);
  }
  if (!head || !end) throw damaged(file, "its end is missing");
  if (hash.digest("hex") !== end.sha256) throw damaged(file, "its checksum differs");
  if (JSON.stringify(counted) !== JSON.stringify(end.rows))
    throw damaged(file, "its rows are not those that it counts");
  const { rows, sequences } = end;
  return { file, ...head, rows, sequences };
}

/** Yields the rows of a backup in batches, each of one table, as a JSON array. */
export async function* batchesIn(file: string): AsyncGenerator<{ table: string; rows: string }> {
  let table = "";
  let batch: string[] = [];
  let size = 0;
  for await (const line of linesIn(file)) {
    const isRow = line.startsWith('"');
    if (batch.length > 0 && (!isRow || batch.length >= ROWS_AT_A_TIME || size > BYTES_AT_A_TIME)) {
      yield { table, rows: `[${batch.join(",")}]` };
      batch = [];
      size = 0;
    }
    if (isRow) {
      batch.push(line);
      size += line.length;
    } else {
      table = tableSchema.safeParse(JSON.parse(line)).data?.table ?? table;
    }
  }
}

function readHead(file: string, line: string): BackupHead {
  const { success, data } = headSchema.safeParse(JSON.parse(line));
  if (!success) throw new OperatorError(`${file} is no backup of a Satchel.`);
  if (data.version > FORMAT_VERSION || !migrationNames().includes(data.migration))
    throw new OperatorError(
      `${file} was made by a newer version of Satchel: restore it with that one, or a later one.`,
    );
  return data;
}

/** Yields the lines of the file. Not `readline`, which also ends a line at U+2028, as JSON does not. */
async function* linesIn(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on("error", (error) => unpacked.destroy(error));
  let rest = "";
  for await (const part of source.pipe(unpacked).setEncoding("utf8") as AsyncIterable<string>) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) throw damaged(file, "it ends within a line");
}

function damaged(file: string, how: string): OperatorError {
  return new OperatorError(`${file} is damaged: ${how}. Take another backup.`);
}

/** Turns an error of reading that the operator can understand into an OperatorError. */
function explainReadError(file: string, error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return new OperatorError(`There is no file ${file}.`);
  if (code === "EISDIR") return new OperatorError(`${file} is a folder.`);
  if (code === "Z_BUF_ERROR") return damaged(file, "it is cut off");
  if (code === "Z_DATA_ERROR") return new OperatorError(`${file} is no backup, or is damaged.`);
  if (error instanceof SyntaxError || (error instanceof Error && error.name === "ZodError"))
    return damaged(file, "it holds what no backup holds");
  return error;
}
