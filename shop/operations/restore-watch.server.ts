import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, queryRows } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { shareNextAddresses } from "#shop/payments/wallet/gap-limit-scan.server.ts";
import { prepareRestoredShop } from "./after-restore.server.ts";
import { storeFact, storeFirstFact } from "../settings/installation.server.ts";
import { installationFacts } from "../settings/tables.ts";

/** Which database this is. */
interface Identity {
  /**
   * Of a server, its system identifier and the database's number, which no copy has. Of the embedded one, a random text from
   * its first start, or the first after `npm run restore`, which deletes it; a copy by hand has the same.
   */
  database: string;
  /** Begins anew with every recovery to a point in time and every promoted replica; empty for the embedded one. */
  timeline: string;
}

const seenSchema = z.object({
  database: z.string(),
  timeline: z.string(),
  /** When the shop last ran on it. */
  seenAt: z.iso.datetime(),
});
type Seen = z.infer<typeof seenSchema>;

/** What a check found out about the database. */
export type DatabaseHistory = "continued" | "failed over" | "restored";

/**
 * Returns a function that notices when the database was restored by other means than `npm run restore`, and then takes
 * the same precautions. To be called before any job starts, and every minute. Each call stores the time in the database
 * and in the data folder: a database that is behind the folder has lost something. Another server or timeline shows it,
 * too; a copied folder of the embedded database does not.
 */
export function openRestoreWatch(
  db: Db,
  { embedded, dataDir, log }: { embedded: boolean; dataDir: string; log: Log },
): (now: Date) => Promise<DatabaseHistory> {
  const file = join(dataDir, "database-seen.json");
  let remembered: Seen | null = readSeen(file);

  return async (now) => {
    const server = embedded ? null : await serverIdentity(db);
    const unknown: Identity = { database: `embedded ${randomUUID()}`, timeline: "" };
    const first = { ...(server ?? unknown), seenAt: now.toISOString() } satisfies Seen;
    await storeFirstFact(db, "database-seen", first);
    const { history, seen } = await db.transaction(async (tx) => {
      const stored = await lockSeen(tx);
      const { database, timeline } = server ?? stored;
      const identity = { database, timeline };
      const history = compare(stored, identity, remembered);
      if (history === "restored")
        await prepareRestoredShop(tx, { madeAt: new Date(stored.seenAt), now });
      // The replica may lack the last moments before it was promoted.
      if (history === "failed over") {
        await shareNextAddresses(tx);
        await storeFact(tx, "restored-at", now.toISOString());
      }
      // Instances may disagree about the time.
      const seenAt = stored.seenAt > first.seenAt ? stored.seenAt : first.seenAt;
      const seen = { ...identity, seenAt };
      await tx
        .update(installationFacts)
        .set({ value: seen })
        .where(eq(installationFacts.name, "database-seen"));
      return { history, seen };
    });
    remembered = seen;
    writeSeen(file, seen);
    if (history === "restored")
      log(
        "the database was restored: next addresses are shared, everybody is signed out, API keys are revoked, waiting mails and webhooks are held back",
      );
    if (history === "failed over")
      log(
        "the database is on another timeline and has lost nothing that is known: next addresses are shared",
      );
    return history;
  };
}

function compare(stored: Seen, identity: Identity, remembered: Seen | null): DatabaseHistory {
  if (stored.database !== identity.database) return "restored";
  const known = remembered?.database === identity.database ? remembered : null;
  if (known && stored.seenAt < known.seenAt) return "restored";
  if (stored.timeline === identity.timeline) return "continued";
  // A recovery to a point in time and a promoted replica look alike, unless the folder knows what there was before.
  return known ? "failed over" : "restored";
}

async function lockSeen(tx: Db): Promise<Seen> {
  const [row] = await tx
    .select({ value: installationFacts.value })
    .from(installationFacts)
    .where(eq(installationFacts.name, "database-seen"))
    .for("update");
  return seenSchema.parse(row?.value);
}

async function serverIdentity(db: Db): Promise<Identity> {
  const [database] = await queryRows<{ oid: string }>(
    db,
    sql`select oid::text from pg_database where datname = current_database()`,
  );
  const cluster = await valueIfAllowed(
    db,
    sql`select system_identifier::text as value from pg_control_system()`,
  );
  const timeline = await valueIfAllowed(
    db,
    sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as value`,
  );
  return { database: `${cluster} ${database?.oid}`, timeline };
}

/** SQLSTATE of functions that a provider has revoked, removed or does not support. */
const NOT_ALLOWED = /^(42501|42883|0A000)$/;

/** Reads a value of the server; empty where its provider does not allow it. */
async function valueIfAllowed(db: Db, query: SQL): Promise<string> {
  try {
    const [row] = await queryRows<{ value: string }>(db, query);
    return row?.value ?? "";
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (NOT_ALLOWED.test(code)) return "";
    throw error;
  }
}

function readSeen(file: string): Seen | null {
  try {
    return seenSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** With a server, the data folder may be missing or only readable: then this process alone remembers. */
function writeSeen(file: string, seen: Seen): void {
  try {
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}.part`;
    writeFileSync(unfinished, JSON.stringify(seen), { mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    return;
  }
}
