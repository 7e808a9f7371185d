import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { findPostgres, startPostgres } from "../scripts/lib/postgres.mjs";

/** Where a database lies, as `openDatabase` takes it. */
export interface Where {
  url: string | null;
  dataDir: string;
}

/** Makes an empty database, `postgresql` or `embedded`, for as long as it is used; what is committed reaches the disk. */
export async function withDatabase<T>(kind: string, use: (where: Where) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-bench-"));
  try {
    return await (kind === "postgresql"
      ? onServer((url) => use({ url, dataDir }))
      : use({ url: null, dataDir }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What the shop is configured with to use this database. */
export function envOf({ url, dataDir }: Where): Record<string, string> {
  return { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) };
}

async function onServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
  const server = bin ? await startPostgres(bin, { durable: true }) : null;
  const serverUrl = server?.url ?? process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error("no PostgreSQL server: install one, or set TEST_DATABASE_URL");
  const name = `satchel_bench_${randomUUID().replaceAll("-", "")}`;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    return await use(url.href);
  } finally {
    await run(`drop database ${name} with (force)`);
    await server?.stop();
  }
}
