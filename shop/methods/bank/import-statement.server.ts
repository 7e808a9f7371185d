import { inArray } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { statementEntries } from "../tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import { CHANGES_CHANNEL } from "#shop/orders/orders.server.ts";
import { type KeyedLine, keyed } from "./entry-keys.server.ts";
import type { Statement } from "./statement.ts";

const AT_A_TIME = 500;

/** What an import has brought. */
export interface Imported {
  stored: number;
  /** Lines that were there already. */
  known: number;
  /** Lines that are not of money that came in. */
  others: number;
}

/** Stores the lines of a statement that are not there yet. Nothing is decided about them. */
export async function importStatement(
  db: Db,
  input: { statement: Statement; fileName: string; actor: Actor; now: Date },
): Promise<Result<Imported, "forbidden">> {
  const { statement, fileName, actor, now } = input;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const lines = keyed(statement.lines);
    const known = new Set<string>();
    let stored = 0;
    for (let from = 0; from < lines.length; from += AT_A_TIME)
      stored += await storeLines(tx, lines.slice(from, from + AT_A_TIME), { known, actor, now });
    const imported = { stored, known: lines.length - stored, others: statement.others };
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

/**
 * Stores those that are new; returns how many. What a line is known by depends on the other lines of its file: the
 * bank's id alone, or a digest where others have the same id. So it is looked for under each of them, and an entry
 * is one line's only; `known` are those that are found already.
 */
async function storeLines(
  tx: Db,
  lines: readonly KeyedLine[],
  { known, ...by }: { known: Set<string>; actor: Actor; now: Date },
): Promise<number> {
  const names = lines.flatMap((line) => [...namesOf(line)]);
  const there = await tx
    .select()
    .from(statementEntries)
    .where(inArray(statementEntries.reference, [...new Set(names)]));
  const entries = new Map(there.map((entry) => [entry.reference, entry]));
  const find = (line: KeyedLine, under: readonly string[], isSame: Alike): boolean => {
    const found = under.find((name) => {
      const entry = entries.get(name);
      return entry !== undefined && !known.has(name) && isSame(entry, line);
    });
    if (found !== undefined) known.add(found);
    return found !== undefined;
  };
  // Those that say all the same first: of several with one id each finds its own.
  const left = lines.filter((line) => !find(line, namesOf(line), saysTheSame));
  const fresh = left.filter((line) => !find(line, [line.key], isSameMoney));
  // Another account's bank may give the same id to something else: no money is to be overlooked.
  const stored = await insertNew(
    tx,
    fresh.map((line) => (entries.has(line.key) ? { ...line, key: line.otherKey } : line)),
    by,
  );
  return stored.size;
}

type Entry = typeof statementEntries.$inferSelect;
type Alike = (entry: Entry, line: KeyedLine) => boolean;

const isSameMoney: Alike = (entry, { cents, currency, bookedOn }) =>
  entry.cents === cents && entry.currency === currency && entry.bookedOn === bookedOn;

const saysTheSame: Alike = (entry, line) =>
  isSameMoney(entry, line) && entry.payer === line.payer && entry.purpose === line.purpose;

/** All that a line may be stored under. */
function namesOf({ reference, key, otherKey }: KeyedLine): string[] {
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
      lines.map(({ key: reference, cents, currency, bookedOn, payer, purpose }) => ({
        ...{ reference, cents, currency, bookedOn, payer, purpose },
        importedAt: now,
        importedBy: actor.email,
      })),
    )
    .onConflictDoNothing()
    .returning({ reference: statementEntries.reference });
  return new Set(rows.map(({ reference }) => reference));
}
