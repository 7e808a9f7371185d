import { createHash } from "node:crypto";
import type { StatementLine } from "./statement.ts";

/** Longer references are not ids. */
const REFERENCE_MAX = 100;

/** A line with its key, and the key to use when another entry already has the first one. */
export type KeyedLine = StatementLine & { key: string; otherKey: string };

/**
 * Adds the key under which each line of a file is stored once: the bank's reference if it is unique in the file, else
 * a digest of the line's content and its number among identical lines.
 */
export function keyed(lines: readonly StatementLine[]): KeyedLine[] {
  const uses = new Map<string, number>();
  for (const { reference } of lines)
    if (reference !== null) uses.set(reference, (uses.get(reference) ?? 0) + 1);
  const alike = new Map<string, number>();
  return lines.map((line) => {
    const { reference, content } = line;
    const nth = (alike.get(content) ?? 0) + 1;
    alike.set(content, nth);
    const digest = createHash("sha256").update(`${nth} ${content}`).digest("hex").slice(0, 24);
    const otherKey = `line-${digest}`;
    const isOwn = reference !== null && reference.length <= REFERENCE_MAX;
    return { ...line, key: isOwn && uses.get(reference) === 1 ? reference : otherKey, otherKey };
  });
}
