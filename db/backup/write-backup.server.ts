import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { type Db, queryRows } from "../client.server.ts";
import { newestMigration } from "../migrations.server.ts";
import { OperatorError } from "../errors.ts";
import { type BackupEnd, type BackupHead, FORMAT_VERSION } from "./backup-format.ts";
import { sequencesOf, setTextFormat, tablesOf } from "./catalog.server.ts";
import { type Backup, checkBackup } from "./read-backup.server.ts";

const ROWS_AT_A_TIME = 500;

/**
 * Writes a snapshot of the database into a file that only this user can read, and checks it. The file gets its name
 * once it is complete; throws OperatorError when it exists already. Streams, so memory does not grow with the database.
 */
export async function writeBackup(db: Db, file: string, now: Date): Promise<Backup> {
  if (existsSync(file)) throw new OperatorError(`${file} exists already.`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await db.transaction(
      (tx) =>
        pipeline(
          Readable.from(linesOf(tx, now)),
          createGzip(),
          createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
        ),
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    const backup = await checkBackup(unfinished);
    renameSync(unfinished, file);
    return { ...backup, file };
  } catch (error) {
    const written = statSync(unfinished, { throwIfNoEntry: false })?.size ?? 0;
    rmSync(unfinished, { force: true });
    throw isDiskFull(error) ? await diskFull(db, file, written) : error;
  }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(ENOSPC|EDQUOT)$/.test(String(error.code));
}

/** Returns the error that says which disk is full, and how much surely suffices: compressed it is always less. */
async function diskFull(db: Db, file: string, written: number): Promise<OperatorError> {
  const [size] = await queryRows<{ bytes: string }>(
    db,
    sql`select pg_database_size(current_database()) as bytes`,
  );
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
  return new OperatorError(
    `The disk of ${dirname(file)} is full: the backup had ${megabytes(written)} by then. ${megabytes(Number(size?.bytes ?? 0))}, the size of the database, are always enough.`,
  );
}

async function* linesOf(tx: Db, now: Date): AsyncGenerator<string> {
  const hash = createHash("sha256");
  for await (const part of contentOf(tx, now)) {
    hash.update(part.text);
    yield part.text;
    if (part.counted)
      yield line({ ...part.counted, sha256: hash.digest("hex") } satisfies BackupEnd);
  }
}

/** Yields everything but the end; the last part has in `counted` what the end contains. */
async function* contentOf(
  tx: Db,
  now: Date,
): AsyncGenerator<{ text: string; counted?: Omit<BackupEnd, "sha256"> }> {
  await setTextFormat(tx);
  const migration = await newestMigration(tx);
  if (!migration) throw new OperatorError("There is no shop in this database: nothing to back up.");
  const head = {
    format: "satchel-backup",
    version: FORMAT_VERSION,
    madeAt: now.toISOString(),
    migration,
  } satisfies BackupHead;
  yield { text: line(head) };
  const rows: Record<string, number> = {};
  for (const { name, key } of await tablesOf(tx)) {
    yield { text: line({ table: name }) };
    rows[name] = 0;
    for await (const batch of rowsAsText(tx, name, key)) {
      rows[name] += batch.length;
      yield { text: batch.map((row) => line(row)).join("") };
    }
  }
  // Last: sequences are not part of the snapshot, and are never behind rows that were read before.
  yield { text: "", counted: { rows, sequences: await sequencesOf(tx) } };
}

async function* rowsAsText(tx: Db, table: string, key: string[]): AsyncGenerator<string[]> {
  const order = sql.join(
    key.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await tx.execute(
    sql`declare backup_rows no scroll cursor for
      select t::text as row from ${sql.identifier(table)} t
      ${key.length > 0 ? sql`order by ${order}` : sql``}`,
  );
  for (;;) {
    const batch = await queryRows<{ row: string }>(
      tx,
      sql.raw(`fetch ${ROWS_AT_A_TIME} from backup_rows`),
    );
    if (batch.length === 0) break;
    yield batch.map(({ row }) => row);
  }
  await tx.execute(sql`close backup_rows`);
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
