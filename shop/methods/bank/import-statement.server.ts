import { eq, inArray } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { statementEntries } from "../tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import { type KeyedLine, keyed } from "./entry-keys.server.ts";
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
  { known, ...by }: { known: Set<string>; actor: Actor; now: Date },
): Promise<number> {
  const names = lines.flatMap((line) => [...keysOf(line)]);
  const existing = await tx
    .select()
    .from(statementEntries)
    .where(inArray(statementEntries.reference, [...new Set(names)]));
  const entries = new Map(existing.map((entry) => [entry.reference, entry]));
  const find = (
    line: KeyedLine,
    under: readonly string[],
    isSame: Comparison,
  ): Entry | undefined => {
    const found = under
      .flatMap((name) => entries.get(name) ?? [])
      .find((entry) => !known.has(entry.reference) && isSame(entry, line));
    if (found) known.add(found.reference);
    return found;
  };
  // An id of the bank alone does not make it the same line.
  const isSure = (entry: Entry, line: KeyedLine) =>
    line.key === line.otherKey || entry.payer === line.payer;
  /** Returns the lines that match no entry. An undecided one gets the evidence that it lacked. */
  const unmatched = async (
    among: readonly KeyedLine[],
    under: (line: KeyedLine) => readonly string[],
    isSame: Comparison,
  ): Promise<KeyedLine[]> => {
    const left = [];
    for (const line of among) {
      const entry = find(line, under(line), isSame);
      if (!entry) left.push(line);
      else if (entry.state === "new" && !entry.evidence && line.evidence && isSure(entry, line))
        await tx
          .update(statementEntries)
          .set({ evidence: line.evidence, doubt: null, payer: line.payer, purpose: line.purpose })
          .where(eq(statementEntries.reference, entry.reference));
    }
    return left;
  };
  // Identical lines first, so that each of several lines with one id matches its own entry.
  const left = await unmatched(lines, keysOf, isIdentical);
  const fresh = await unmatched(left, ({ key }) => [key], isSameMoney);
  // A bank may reuse an id for another account: such a line is stored under its other key, not skipped.
  const stored = await insertNew(
    tx,
    fresh.map((line) => (entries.has(line.key) ? { ...line, key: line.otherKey } : line)),
    by,
  );
  return stored.size;
}

type Entry = typeof statementEntries.$inferSelect;
type Comparison = (entry: Entry, line: KeyedLine) => boolean;

const isSameMoney: Comparison = (entry, { cents, currency, bookedOn }) =>
  entry.cents === cents && entry.currency === currency && entry.bookedOn === bookedOn;

const isIdentical: Comparison = (entry, line) =>
  isSameMoney(entry, line) && entry.payer === line.payer && entry.purpose === line.purpose;

/** Returns all keys under which a line may be stored. */
function keysOf({ reference, key, otherKey }: KeyedLine): string[] {
  return [...new Set([key, otherKey, ...(reference === null ? [] : [reference])])];
}

async function insertNew(
  tx: Db,
  lines: readonly KeyedLine[],
  { actor, now }: { actor: Actor; now: Date },
): Promise<Set<string>> {
  if (lines.length === 0) return new Set();
  const rows = await tx
    .insert(statementEntries)
    .values(
      lines.map(({ key: reference, otherKey: _, content: __, ...line }) => ({
        ...{ ...line, reference },
        importedAt: now,
        importedBy: actor.email,
      })),
    )
    .onConflictDoNothing()
    .returning({ reference: statementEntries.reference });
  return new Set(rows.map(({ reference }) => reference));
}
