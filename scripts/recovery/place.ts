import { resolve } from "node:path";
import { OperatorError } from "#db/errors.ts";
import { readPlace } from "#server/place.server.ts";

/** Where the shop's database is, by the same variables as when it runs. */
export function shopPlace(): { url: string | null; dataDir: string } {
  const read = readPlace(process.env);
  if ("problems" in read) throw new OperatorError(read.problems.join("\n"));
  const { dataDir, databaseUrl } = read.place;
  return { url: databaseUrl, dataDir: resolve(import.meta.dirname, "../..", dataDir) };
}

/** A path as it was typed, from where `npm run` was called. */
export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? ".", path);
}

/** Runs a command; what a person can mend is told in a line, and the process ends with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(isTold(error) ? error.message : error);
    process.exit(1);
  }
}

function isTold(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // Such as a server that cannot be reached, a full disk, an unknown option.
  return error instanceof OperatorError || "code" in error;
}
