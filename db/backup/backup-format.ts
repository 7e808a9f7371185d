import { z } from "zod";

/**
 * A backup is gzip of lines. First the head, then for each table a line that names it and one line for each row, then
 * the end. A row is a JSON string of PostgreSQL's own text for it, as `row::text` gives it: `(7,"a, b",)`.
 */
export const FORMAT_VERSION = 1;

export const headSchema = z.object({
  format: z.literal("satchel-backup"),
  version: z.number().int(),
  /** When everything was as it is in here. */
  madeAt: z.iso.datetime(),
  /** The newest migration of the database that it was made of. */
  migration: z.string(),
});
export type BackupHead = z.infer<typeof headSchema>;

export const tableSchema = z.object({ table: z.string() });

export const endSchema = z.object({
  /** The last number that each sequence gave; null for one that gave none. */
  sequences: z.record(z.string(), z.number().int().nullable()),
  /** How many rows each table has. */
  rows: z.record(z.string(), z.number().int()),
  /** Of everything before this line, in hex. */
  sha256: z.string(),
});
export type BackupEnd = z.infer<typeof endSchema>;
