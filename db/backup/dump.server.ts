import { spawn } from "node:child_process";
import { closeSync, openSync, readSync } from "node:fs";
import { text } from "node:stream/consumers";
import { OperatorError } from "../errors.ts";

/** A dump that `pg_dump` has made, plain or in its custom format, and the program that loads it. */
export interface Dump {
  file: string;
  program: "psql" | "pg_restore";
}

/** Returns the dump in a file; null for other files, and for one that cannot be read. */
export function findDump(file: string): Dump | null {
  const beginning = readBeginning(file);
  if (beginning.startsWith("PGDMP")) return { file, program: "pg_restore" };
  if (beginning.startsWith("--\n-- PostgreSQL database dump\n")) return { file, program: "psql" };
  return null;
}

/**
 * Loads a dump into an empty database with PostgreSQL's own program, completely or not at all. Throws OperatorError when
 * the program is missing, or says why it failed.
 */
export async function loadDump(url: string, { file, program }: Dump): Promise<void> {
  // Other users of the machine can read the arguments of a process, but not its environment.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const child = spawn(program, argumentsOf({ file, program }, address.href), {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, messages] = await Promise.all([ended, text(child.stderr)]).catch(
    (error: unknown) => {
      throw explainSpawnError(program, error);
    },
  );
  if (code === 0) return;
  const why = /error: *(?:.*ERROR: *)?(.*)/i.exec(messages)?.[1] ?? messages.trim();
  throw new OperatorError(
    `${program} cannot load ${file}: ${why.replace(/\.$/, "")}. Nothing was loaded.`,
  );
}

function argumentsOf({ file, program }: Dump, address: string): string[] {
  return program === "psql"
    ? [
        "--no-psqlrc",
        "--quiet",
        "--set=ON_ERROR_STOP=1",
        "--single-transaction",
        `--file=${file}`,
        address,
      ]
    : [
        "--exit-on-error",
        "--single-transaction",
        "--no-owner",
        "--no-privileges",
        `--dbname=${address}`,
        file,
      ];
}

function explainSpawnError(program: string, error: unknown): unknown {
  const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
  if (!missing) return error;
  return new OperatorError(
    `A dump is loaded by ${program}, which is not installed here. Install PostgreSQL's client programs.`,
  );
}

function readBeginning(file: string): string {
  const beginning = Buffer.alloc(100);
  try {
    const opened = openSync(file, "r");
    try {
      return beginning.toString("latin1", 0, readSync(opened, beginning));
    } finally {
      closeSync(opened);
    }
  } catch {
    return "";
  }
}
