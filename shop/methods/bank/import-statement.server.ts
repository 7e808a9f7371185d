import { inArray } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { statementEntries } from "#db/schema/methods.server.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
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
    if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
    const lines = keyed(statement.lines);
    let stored = 0;
    for (let from = 0; from < lines.length; from += AT_A_TIME)
      stored += await storeLines(tx, lines.slice(from, from + AT_A_TIME), { actor, now });
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

/** Stores those that are new; returns how many. */
async function storeLines(
  tx: Db,
  lines: readonly KeyedLine[],
  by: { actor: Actor; now: Date },
): Promise<number> {
  const stored = await insertNew(tx, lines, by);
  const left = lines.filter(({ key }) => !stored.has(key));
  if (left.length === 0) return stored.size;
  const there = await tx
    .select()
    .from(statementEntries)
    .where(
      inArray(
        statementEntries.reference,
        left.map(({ key }) => key),
      ),
    );
  const byKey = new Map(there.map((entry) => [entry.reference, entry]));
  // Another account's bank may give the same id to something else: no money is to be overlooked.
  const others = left.filter((line) => {
    const entry = byKey.get(line.key);
    const { cents, currency, bookedOn } = line;
    const same =
      entry?.cents === cents && entry.currency === currency && entry.bookedOn === bookedOn;
    return !same && line.key !== line.otherKey;
  });
  const more = await insertNew(
    tx,
    others.map((line) => ({ ...line, key: line.otherKey })),
    by,
  );
  return stored.size + more.size;
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
