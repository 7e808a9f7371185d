import { resolve } from "node:path";
import { OperatorError } from "#db/errors.ts";
import { type Env, schema } from "../env.server.ts";

export interface DatabaseLocation {
  url: string | null;
  dataDir: string;
}

/** Reads the location of the shop's database from the same variables as the server. */
export function databaseLocation(rootDir: string): DatabaseLocation {
  const read = readDatabaseLocation(process.env);
  if ("problems" in read) throw new OperatorError(read.problems.join("\n"));
  const { dataDir, databaseUrl } = read.location;
  return { url: databaseUrl, dataDir: resolve(rootDir, dataDir) };
}

/** Resolves a path relative to where `npm run` was called. */
export function resolveArgument(path: string): string {
  return resolve(process.env.INIT_CWD ?? ".", path);
}

/** Reads where the database is, ignoring all other variables: a backup needs no more. */
export function readDatabaseLocation(
  source: Record<string, string | undefined>,
): { location: Pick<Env, "dataDir" | "databaseUrl"> } | { problems: string[] } {
  const { DATA_DIR, DATABASE_URL } = source;
  const { success, data, error } = schema.pick({ DATA_DIR: true, DATABASE_URL: true }).safeParse({
    DATA_DIR: DATA_DIR?.trim() || undefined,
    DATABASE_URL: DATABASE_URL?.trim() || undefined,
  });
  if (!success)
    return { problems: error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`) };
  return { location: { dataDir: data.DATA_DIR, databaseUrl: data.DATABASE_URL ?? null } };
}
