import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Client, type Connection } from "pg";

// The baseline of the export: COPY of the same columns as CSV.

/** The columns of the exported files, without the guard against formula injection. */
const columns = `id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), status, status_reason, tiktok_username,
  tiktok_uid, email, package ->> 'coins', total_cents / 100::float8, payment_method, payment_status, bitcoin_wallet, note`;
const query = `select ${columns} from orders where deleted_at is null order by created_at desc, id desc`;

/** Returns the milliseconds that a COPY takes through the driver. */
export async function copyFromServer(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const began = performance.now();
    await client.query(new CopyQuery(`copy (${query}) to stdout (format csv)`)).done;
    return performance.now() - began;
  } finally {
    await client.end();
  }
}

/** Returns the milliseconds of each COPY of the embedded database to memory. The shop must have closed it. */
export async function copyFromFolder(dataDir: string, rounds: number): Promise<number[]> {
  const client = await PGlite.create(join(dataDir, "database"), { extensions: { pg_trgm } });
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await client.query(`copy (${query}) to '/dev/blob' (format csv)`);
    taken.push(performance.now() - began);
  }
  await client.close();
  return taken;
}

/** A node-postgres query that reads the rows of a COPY and discards them. */
class CopyQuery {
  readonly text: string;
  readonly #ended = Promise.withResolvers<void>();

  constructor(text: string) {
    this.text = text;
  }

  get done(): Promise<void> {
    return this.#ended.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyData(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#ended.resolve();
  }

  handleError(error: Error): void {
    this.#ended.reject(error);
  }
}
