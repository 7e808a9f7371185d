import { createHash } from "node:crypto";
import type { StatementLine } from "./statement.ts";

/** Longer ones are no ids. */
const REFERENCE_MAX = 100;

/** A line with what it is known by, and by what else if another line has that name already. */
export type KeyedLine = StatementLine & { key: string; otherKey: string };

/**
 * What each line of a file is known by, so that it is stored once: the bank's own id, if no other line of the file
 * has the same; else a digest of all that it says, with which of several alike it is.
 */
export function keyed(lines: readonly StatementLine[]): KeyedLine[] {
  const uses = new Map<string, number>();
  for (const { reference } of lines)
    if (reference !== null) uses.set(reference, (uses.get(reference) ?? 0) + 1);
  const alike = new Map<string, number>();
  return lines.map((line) => {
    const { reference, says } = line;
    const nth = (alike.get(says) ?? 0) + 1;
    alike.set(says, nth);
    const digest = createHash("sha256").update(`${nth} ${says}`).digest("hex").slice(0, 24);
    const otherKey = `line-${digest}`;
    const isOwn = reference !== null && reference.length <= REFERENCE_MAX;
    return { ...line, key: isOwn && uses.get(reference) === 1 ? reference : otherKey, otherKey };
  });
}
