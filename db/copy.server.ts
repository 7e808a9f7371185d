import { type PGlite, protocol } from "@electric-sql/pglite";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { escapeLiteral, Pool, Query } from "pg";
import type { Db } from "./client.server.ts";

/** Lines of a CSV file, as bytes. */
export interface Copied {
  chunks: Uint8Array[];
  /** The row at the limit as the database wrote it, with its last cell; null if there were fewer rows. */
  last: string | null;
}

/**
 * Returns how many rows to copy per statement: few on the embedded database, which blocks other queries meanwhile, more
 * on a server, where each statement costs a round trip.
 */
export function rowsPerSlice(db: Db): number {
  return clientOf(db) instanceof Pool ? 6000 : 2000;
}

/**
 * Returns the rows of a query, at most `limit`, as lines of CSV (RFC 4180) that the database writes with COPY. The last
 * cell of each row is its cursor, from which the caller continues: it is left out of the line, and must need no quotes.
 * Not inside a transaction.
 */
export async function copyLines(db: Db, query: SQL, limit: number): Promise<Copied> {
  const client = clientOf(db);
  const copy = sql`copy (${query} limit ${limit}) to stdout (format csv)`;
  const text = dialect.sqlToQuery(copy).sql;
  const lines = new Lines(limit);
  if (client instanceof Pool) await copyFromServer(client, text, lines);
  else await copyFromEmbedded(client, text, lines);
  return lines.copied();
}

async function copyFromServer(pool: Pool, text: string, lines: Lines): Promise<void> {
  const client = await pool.connect();
  try {
    await new Promise<void>((done, fail) => {
      client.query(new CopyQuery(text, lines, (error) => (error ? fail(error) : done())));
    });
  } finally {
    client.release();
  }
}

/** A query that passes on the rows of COPY. */
class CopyQuery extends Query {
  readonly #lines: Lines;

  constructor(text: string, lines: Lines, end: (error: Error | undefined) => void) {
    super(text, end);
    this.#lines = lines;
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.#lines.add(chunk);
  }
}

/** In a transaction, so that the query does not run inside another caller's. */
async function copyFromEmbedded(client: PGlite, text: string, lines: Lines): Promise<void> {
  const message = protocol.serialize.query(text);
  const messages = await client.transaction(() =>
    client.runExclusive(() => client.execProtocolStream(message, { syncToFs: false })),
  );
  for (const message of messages)
    if (message instanceof protocol.messages.CopyDataMessage) lines.add(message.chunk);
}

const CHUNK_BYTES = 65_536;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;

/** Collects rows as lines. Each row is copied at once, since the driver reuses its buffer. */
class Lines {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #chunk = new Uint8Array(0);
  #at = 0;
  #count = 0;
  #last: string | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a row, which ends with a line feed. Its line, without the last cell, is never longer than the row. */
  add(row: Uint8Array): void {
    if (this.#at + row.length > this.#chunk.length) this.#begin(Math.max(CHUNK_BYTES, row.length));
    this.#chunk.set(row, this.#at);
    this.#at += row.lastIndexOf(COMMA);
    this.#chunk[this.#at++] = CR;
    this.#chunk[this.#at++] = LF;
    this.#count += 1;
    if (this.#count === this.#limit) this.#last = Buffer.from(row).toString().trimEnd();
  }

  copied(): Copied {
    this.#begin(0);
    return { chunks: this.#chunks, last: this.#last };
  }

  #begin(size: number): void {
    if (this.#at > 0) this.#chunks.push(this.#chunk.subarray(0, this.#at));
    this.#chunk = Buffer.allocUnsafeSlow(size);
    this.#at = 0;
  }
}

/** Returns the driver's client (Drizzle's `$client`); a transaction has none. */
function clientOf(db: Db): Pool | PGlite {
  const { $client: client } = db as unknown as { $client?: Pool | PGlite };
  if (!client) throw new Error("nothing can be copied inside a transaction");
  return client;
}

/** COPY takes no parameters, so values become literals of the statement, without a type like parameters. */
class Literals extends PgDialect {
  override escapeParam(_place: number, value?: unknown): string {
    if (value === null) return "null";
    if (typeof value !== "string" && typeof value !== "number")
      throw new TypeError("only text and numbers can be written into a statement");
    const text = String(value);
    // The server reads a statement up to the first NUL: the text could cut it off.
    if (text.includes("\0")) throw new TypeError("no text of PostgreSQL has a NUL");
    return escapeLiteral(text);
  }
}

const dialect = new Literals();
