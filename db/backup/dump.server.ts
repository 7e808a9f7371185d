import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "../errors.ts";

/** A dump that `pg_dump` has made, plain or in its custom format, and the program that loads it. */
export interface Dump {
  file: string;
  program: "psql" | "pg_restore";
}

/** pg_dump has a line for psql in this part of the beginning and of the end. */
const PART_BYTES = 1024;

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
    stdio: ["pipe", "ignore", "pipe"],
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const written = writeInput(child.stdin, { file, program }).catch((error: unknown) => {
    // What is missing must not be taken for the end. When psql gives up itself, it says why.
    child.kill();
    if (!isBrokenPipe(error)) throw error;
  });
  const [code, messages] = await Promise.all([ended, text(child.stderr), written]).catch(
    (error: unknown) => {
      throw explainSpawnError(program, error);
    },
  );
  if (code === 0) return;
  if (/backslash commands are restricted|unrestrict: wrong key/.test(messages))
    throw new OperatorError(
      `${file} has a command for psql that pg_dump does not write, and that could run programs on this machine. Nothing was loaded.`,
    );
  if (messages.includes("invalid command \\restrict"))
    throw new OperatorError(
      `${file} could run commands on this machine, from which this psql does not protect: it is older than August 2025. Update PostgreSQL's client programs, or dump with --format=custom. Nothing was loaded.`,
    );
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
        "--file=-",
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

/**
 * Writes a plain dump to psql, in the mode in which it refuses the commands that begin with a backslash, such as \! for
 * the shell: only the key ends it (\restrict in https://www.postgresql.org/docs/current/app-psql.html). The two lines by
 * which pg_dump asks for the same are left out.
 */
async function writeInput(input: Writable, { file, program }: Dump): Promise<void> {
  if (program === "pg_restore") {
    input.end();
    return;
  }
  const beginning = readPart(file, 0);
  const [line = "", key = ""] = /^\\restrict (\w+)\n/m.exec(beginning) ?? [];
  const head = beginning.slice(0, beginning.indexOf(line));
  const start = head.length + line.length;
  const lastPart = Math.max(start, statSync(file).size - PART_BYTES);
  const last = key ? readPart(file, lastPart).lastIndexOf(`\n\\unrestrict ${key}\n`) : -1;
  input.write(`\\restrict ${randomBytes(16).toString("hex")}\n${head}`, "latin1");
  await pipeline(
    createReadStream(file, { start, ...(last >= 0 && { end: lastPart + last }) }),
    input,
  );
}

/** Returns whether the reader ended first. Which of the two errors comes depends on what it had read by then. */
function isBrokenPipe(error: unknown): boolean {
  const codes: unknown[] = ["EPIPE", "ERR_STREAM_PREMATURE_CLOSE"];
  return error instanceof Error && "code" in error && codes.includes(error.code);
}

function explainSpawnError(program: string, error: unknown): unknown {
  const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
  if (!missing) return error;
  return new OperatorError(
    `A dump is loaded by ${program}, which is not installed here. Install PostgreSQL's client programs.`,
  );
}

function readBeginning(file: string): string {
  try {
    return readPart(file, 0);
  } catch {
    return "";
  }
}

/** Returns the bytes of a part of a file. */
function readPart(file: string, position: number): string {
  const part = Buffer.alloc(PART_BYTES);
  const opened = openSync(file, "r");
  try {
    return part.toString("latin1", 0, readSync(opened, part, 0, PART_BYTES, position));
  } finally {
    closeSync(opened);
  }
}
