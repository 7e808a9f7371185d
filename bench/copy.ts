import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Client, type Connection } from "pg";

// What a database can do at best: the columns of the orders' file, written by itself as CSV.

/** What the files hold, but for what makes a cell harmless. */
const columns = `id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), status, status_reason, tiktok_username,
  tiktok_uid, email, package ->> 'coins', total_cents / 100::float8, payment_method, payment_status, bitcoin_wallet, note`;
const query = `select ${columns} from orders where deleted_at is null order by created_at desc, id desc`;

/** Milliseconds that the driver takes to read the table as the server writes it. */
export async function copyFromServer(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const began = performance.now();
    await client.query(new Copying(`copy (${query}) to stdout (format csv)`)).done;
    return performance.now() - began;
  } finally {
    await client.end();
  }
}

/** The same of the embedded database, which writes it to memory; once the shop has let go of it. */
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

/** A query whose rows are read and let go, as node-postgres hands them out. */
class Copying {
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
