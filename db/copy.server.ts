import { type PGlite, protocol } from "@electric-sql/pglite";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { escapeLiteral, Pool, Query } from "pg";
import type { Db } from "./client.server.ts";

/** Lines of a file, as bytes that can go out. */
export interface Copied {
  chunks: Uint8Array[];
  /** The row at the limit as the database wrote it, with what its line leaves out; null if there were fewer. */
  last: string | null;
}

/**
 * As many rows as are best copied at once. The embedded database does one thing at a time, so others wait for them; a
 * server and this process wait for each other between two slices, and the longer they are the more seldom.
 */
export function rowsPerSlice(db: Db): number {
  return clientOf(db) instanceof Pool ? 6000 : 2000;
}

/**
 * The rows of a query, at most `limit`, as lines of CSV (RFC 4180) that the database itself writes: COPY. The last
 * cell of each row tells where the row stands, for whoever goes on after it, and is left out of its line; so it must
 * be one that needs no quotes. Not inside a transaction.
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
      client.query(new Copying(text, lines, (error) => (error ? fail(error) : done())));
    });
  } finally {
    client.release();
  }
}

/** A statement of the driver's own class, the only one that it takes: others it cannot send one behind the other. */
class Copying extends Query {
  readonly #lines: Lines;

  constructor(text: string, lines: Lines, end: (error: Error | undefined) => void) {
    super(text, end);
    this.#lines = lines;
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.#lines.add(chunk);
  }
}

/** In a transaction, since PGlite would otherwise read in the midst of one of somebody else's. */
async function copyFromEmbedded(client: PGlite, text: string, lines: Lines): Promise<void> {
  const question = protocol.serialize.query(text);
  const messages = await client.transaction(() =>
    client.runExclusive(() => client.execProtocolStream(question, { syncToFs: false })),
  );
  for (const message of messages)
    if (message instanceof protocol.messages.CopyDataMessage) lines.add(message.chunk);
}

/** So many bytes go out at once. */
const CHUNK = 65_536;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;

/** Gathers rows as lines. The driver writes over a row when the next ones come, so it is copied at once. */
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

  /** A row ends with a line feed; its line, without the last cell, is never longer. */
  add(row: Uint8Array): void {
    if (this.#at + row.length > this.#chunk.length) this.#begin(Math.max(CHUNK, row.length));
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

/** The driver that Drizzle was given; a transaction has none. */
function clientOf(db: Db): Pool | PGlite {
  const { $client: client } = db as unknown as { $client?: Pool | PGlite };
  if (!client) throw new Error("nothing can be copied inside a transaction");
  return client;
}

/** COPY takes no parameters: the values are written into the statement, as literals without a type, as those are. */
class Literals extends PgDialect {
  override escapeParam(_place: number, value?: unknown): string {
    if (value === null) return "null";
    if (typeof value !== "string" && typeof value !== "number")
      throw new TypeError("only text and numbers can be written into a statement");
    const text = String(value);
    // The statement would end with it, there where whoever wrote the text likes.
    if (text.includes("\0")) throw new TypeError("no text of PostgreSQL has a NUL");
    return escapeLiteral(text);
  }
}

const dialect = new Literals();
