import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { findPostgres, startPostgres } from "../scripts/lib/postgres.mjs";
import { OperatorError, operatorReason } from "#db/errors.ts";

/** Where a shop stores its data: on a server, or without a URL in the embedded database in the folder. */
export interface DatabaseLocation {
  url: string | null;
  dataDir: string;
}

/** Runs the work with an empty database, `embedded` or `postgresql`. Commits are flushed to disk. */
export async function withDatabase<Result>(
  kind: string,
  work: (location: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-bench-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    if (kind === "embedded") return await work({ url: null, dataDir });
    if (kind === "postgresql") return await onServer((url) => work({ url, dataDir }));
    throw new OperatorError(`There is no database ${kind}: it is embedded or postgresql.`);
  } finally {
    remove();
    process.off("exit", remove);
  }
}

/** Returns the environment variables that make a shop open this database. */
export function environmentOf({ url, dataDir }: DatabaseLocation): Record<string, string> {
  return { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) };
}

async function onServer<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
  const server = bin ? await startPostgres(bin, { durable: true, countsStatements: true }) : null;
  const serverUrl = server?.url ?? process.env.TEST_DATABASE_URL;
  if (!serverUrl)
    throw new OperatorError(
      "No PostgreSQL server: install the package `postgresql`, or set TEST_DATABASE_URL.",
    );
  const name = `satchel_bench_${randomUUID().replaceAll("-", "")}`;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`).catch((error: unknown) => {
    throw new OperatorError(operatorReason(error));
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await run(`drop database ${name} with (force)`);
    await server?.stop();
  }
}
