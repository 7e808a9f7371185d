import { type Env, schema } from "./env.server.ts";

/** Reads where the database is, ignoring all other variables: a backup needs no more. */
export function readPlace(
  source: Record<string, string | undefined>,
): { place: Pick<Env, "dataDir" | "databaseUrl"> } | { problems: string[] } {
  const { DATA_DIR, DATABASE_URL } = source;
  const { success, data, error } = schema.pick({ DATA_DIR: true, DATABASE_URL: true }).safeParse({
    DATA_DIR: DATA_DIR?.trim() || undefined,
    DATABASE_URL: DATABASE_URL?.trim() || undefined,
  });
  if (!success)
    return { problems: error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`) };
  return { place: { dataDir: data.DATA_DIR, databaseUrl: data.DATABASE_URL ?? null } };
}
