import { createHash } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { statementEntries } from "../tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import type { LeftOut, PlacedReading, StatementLine } from "./statement.ts";

const BATCH = 500;

/** The result of an import. */
export interface Imported {
  stored: number;
  /** Lines that were imported before. */
  known: number;
  /** Numbers of lines that are no booked payments to the account. */
  leftOut: Partial<Record<LeftOut, number>>;
  /** The lines that cannot be read, each with its place and the reason. */
  unread: string[];
}

/** Stores the new payments of a statement as entries to be decided. */
export async function importStatement(
  db: Db,
  input: { readings: readonly PlacedReading[]; fileName: string; actor: Actor; now: Date },
): Promise<Result<Imported, "forbidden">> {
  const { readings, fileName, actor, now } = input;
  return db.transaction(async (tx) => {
    if (!(await mayChange(tx, actor, "payments"))) return err("forbidden");
    const { payments, ...rest } = summarize(readings);
    const lines = keyed(payments);
    const known = new Set<string>();
    let stored = 0;
    for (let from = 0; from < lines.length; from += BATCH)
      stored += await storeLines(tx, lines.slice(from, from + BATCH), { known, actor, now });
    const imported = { stored, known: lines.length - stored, ...rest };
    await recordAudit(tx, {
      actor,
      action: "bank.imported",
      subject: "bank",
      subjectId: fileName,
      data: { ...imported },
      now,
    });
    if (stored > 0) await notify(tx, CHANGES_CHANNEL, "reviews");
    return ok(imported);
  });
}

/** Sorts readings into the payments, the numbers of lines left out by reason, and the unreadable lines. */
function summarize(readings: readonly PlacedReading[]) {
  const payments: StatementLine[] = [];
  const leftOut: Imported["leftOut"] = {};
  const unread: string[] = [];
  for (const reading of readings)
    if (reading.kind === "leftOut") leftOut[reading.reason] = (leftOut[reading.reason] ?? 0) + 1;
    else if (reading.line) payments.push(reading.line);
    else if (reading.kind === "asked") unread.push(`${reading.place}: ${reading.reason}`);
  return { payments, leftOut, unread };
}

/**
 * Stores the new lines and returns their number. A line's key depends on the other lines of its file (the bank's id,
 * or a digest when ids repeat), so each line is looked up under all of its possible keys, and an entry matches one line
 * only. `known` collects the keys of matched entries.
 */
async function storeLines(
  tx: Db,
  lines: readonly KeyedLine[],
  { known, actor, now }: { known: Set<string>; actor: Actor; now: Date },
): Promise<number> {
  const existing = await tx
    .select()
    .from(statementEntries)
    .where(inArray(statementEntries.reference, [...new Set(lines.flatMap(keysOf))]));
  const entries = new Map(existing.map((entry) => [entry.reference, entry]));
  const fresh: KeyedLine[] = [];
  const proven: { entry: Entry; line: KeyedLine }[] = [];
  const match = (line: KeyedLine, keys: readonly string[], isSame: Comparison): boolean => {
    const entry = keys
      .flatMap((key) => entries.get(key) ?? [])
      .find((one) => !known.has(one.reference) && isSame(one, line));
    if (!entry) return false;
    known.add(entry.reference);
    // An id of the bank alone does not make it the same line.
    const isSure = line.key === line.otherKey || entry.payer === line.payer;
    if (entry.state === "new" && !entry.evidence && line.evidence && isSure)
      proven.push({ entry, line });
    return true;
  };
  // Identical lines first, so that each of several lines with one id matches its own entry.
  for (const line of lines.filter((one) => !match(one, keysOf(one), isIdentical)))
    if (!match(line, [line.key], isSameMoney)) fresh.push(line);
  for (const { entry, line } of proven)
    await tx
      .update(statementEntries)
      .set({ evidence: line.evidence, doubt: null, payer: line.payer, purpose: line.purpose })
      .where(eq(statementEntries.reference, entry.reference));
  if (fresh.length === 0) return 0;
  const stored = await tx
    .insert(statementEntries)
    .values(
      fresh.map(({ key, otherKey, content: _, ...line }) => ({
        ...line,
        // A bank may reuse an id for another account: such a line is stored under its other key, not skipped.
        reference: entries.has(key) ? otherKey : key,
        importedAt: now,
        importedBy: actor.email,
      })),
    )
    .onConflictDoNothing()
    .returning({ reference: statementEntries.reference });
  return stored.length;
}

type Entry = typeof statementEntries.$inferSelect;
type Comparison = (entry: Entry, line: KeyedLine) => boolean;

const isSameMoney: Comparison = (entry, { cents, currency, bookedOn }) =>
  entry.cents === cents && entry.currency === currency && entry.bookedOn === bookedOn;

const isIdentical: Comparison = (entry, line) =>
  isSameMoney(entry, line) && entry.payer === line.payer && entry.purpose === line.purpose;

/** Longer references are not ids. */
const REFERENCE_MAX = 100;

/** A line with its key, and the key to use when another entry already has the first one. */
type KeyedLine = StatementLine & { key: string; otherKey: string };

/** Returns all keys under which a line may be stored. */
const keysOf = ({ reference, key, otherKey }: KeyedLine): string[] => [
  ...new Set([key, otherKey, reference ?? key]),
];

/**
 * Adds the key under which each line of a file is stored once: the bank's reference if it is unique in the file, else
 * a digest of the line's content and its number among identical lines.
 */
function keyed(lines: readonly StatementLine[]): KeyedLine[] {
  const uses = Map.groupBy(lines, ({ reference }) => reference);
  const alike = new Map<string, number>();
  return lines.map((line) => {
    const { reference, content } = line;
    const nth = (alike.get(content) ?? 0) + 1;
    alike.set(content, nth);
    const digest = createHash("sha256").update(`${nth} ${content}`).digest("hex").slice(0, 24);
    const otherKey = `line-${digest}`;
    const isOwn = reference !== null && reference.length <= REFERENCE_MAX;
    const isUnique = isOwn && uses.get(reference)?.length === 1;
    return { ...line, key: isUnique ? reference : otherKey, otherKey };
  });
}
