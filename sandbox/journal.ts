import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";

/** An append-only log: its entries when it was opened, and a function that appends. */
export type Journal<T> = {
  readonly past: readonly T[];
  append(...records: T[]): void;
};

/**
 * Opens the JSON-lines log at `path`, one record a line. A last line torn by a crash in the middle
 * of a write is cut off; any other unreadable line throws, because skipping it would lose state.
 */
export function openJournal<T>(path: string, schema: z.core.$ZodType<T>): Journal<T> {
  const stored = existsSync(path) ? readFileSync(path, "utf8") : "";
  const lines = stored.split("\n");
  // The text after the last newline is empty unless the last write was cut short.
  const tail = lines.pop() ?? "";
  if (tail !== "" && isJson(tail)) {
    // The record is complete and only its newline is missing.
    lines.push(tail);
    appendFileSync(path, "\n");
  } else if (tail === "" && lines.length > 0 && !isJson(lines.at(-1) ?? "")) {
    lines.pop();
  }
  const complete = lines.map((line) => `${line}\n`).join("");
  let size = Buffer.byteLength(complete);
  if (stored.length > complete.length) truncateSync(path, size);

  return {
    past: lines.map((line, index) => parseLine(line, schema, `${basename(path)}:${index + 1}`)),
    // Synchronous, so that a response is never ahead of the disk.
    append(...records) {
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
      try {
        appendFileSync(path, text);
      } catch (cause) {
        // Half a record must not be left for the next append to continue.
        if (existsSync(path)) truncateSync(path, size);
        throw cause;
      }
      size += Buffer.byteLength(text);
    },
  };
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function parseLine<T>(line: string, schema: z.core.$ZodType<T>, where: string): T {
  if (!isJson(line)) throw new Error(`${where} is not JSON`);
  const parsed = z.safeParse(schema, JSON.parse(line));
  if (!parsed.success) throw new Error(`${where} is not a known record: ${parsed.error.message}`);
  return parsed.data;
}
