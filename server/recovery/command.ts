import { resolve } from "node:path";
import { OperatorError } from "#db/errors.ts";
import { readPlace } from "../place.server.ts";

export interface DatabaseLocation {
  url: string | null;
  dataDir: string;
}

/** Reads the location of the shop's database from the same variables as the server. */
export function databaseLocation(rootDir: string): DatabaseLocation {
  const read = readPlace(process.env);
  if ("problems" in read) throw new OperatorError(read.problems.join("\n"));
  const { dataDir, databaseUrl } = read.place;
  return { url: databaseUrl, dataDir: resolve(rootDir, dataDir) };
}

/** Resolves a path relative to where `npm run` was called. */
export function resolveArgument(path: string): string {
  return resolve(process.env.INIT_CWD ?? ".", path);
}
