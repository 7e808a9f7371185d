import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { createOnServer, describeOnBothDatabases } from "../../tests/db.ts";
import { folderForDatabases } from "../../tests/temp.ts";
import { openRelease, releases } from "../../tests/releases.ts";
import { type Database, type Db, openDatabase, wrapServer } from "../client.server.ts";
import { migrateToNewest, whileMarked } from "../migrations.server.ts";
import { DatabaseRefused } from "../refused.ts";
import { auditLog } from "../schema/audit.server.ts";
import { rowsOf } from "./catalog.server.ts";
import { makeBackup } from "./make-backup.server.ts";
import { moveToServer } from "./move.server.ts";
import { type Backup, checkBackup } from "./read-backup.server.ts";
import { restoreEmbedded, restoreServer } from "./restore.server.ts";
import { contentsOf } from "./test-contents.ts";
import { writeBackup } from "./write-backup.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const asItIs = () => Promise.resolve();

const dir = folderForDatabases();
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const newFolder = () => mkdtempSync(join(dir, "data-"));

async function openUntilEnd(place: { url: string | null; dataDir: string }): Promise<Database> {
  const database = await openDatabase(place);
  closing.push(database.close);
  return database;
}

async function emptyServer(): Promise<string> {
  const { url, drop } = await createOnServer();
  closing.push(drop);
  return url;
}

describeOnBothDatabases("a backup", (_openFresh, openEmpty) => {
  let database: Database;
  let db: Db;
  let old: Backup;
  let backup: Backup;
  let ofNothing: unknown;
  const file = join(newFolder(), "shop.backup");
  beforeAll(async () => {
    database = await openEmpty();
    ({ db } = database);
    ofNothing = await writeBackup(db, file, now).catch((error: unknown) => error);
    await openRelease(db, releases[0] ?? "");
    old = await writeBackup(db, join(newFolder(), "old"), now);
    await migrateToNewest(db);
    // More than are read at a time; and the last number of a sequence is not that of the newest row.
    await db.execute(
      sql`insert into payment_rechecks (checkout_id) select gen_random_uuid() from generate_series(1, 700)`,
    );
    await db.execute(sql`delete from payment_rechecks where id > 650`);
    backup = await writeBackup(db, file, now);
  }, 60_000);
  afterAll(() => database.close());

  /** Restores into the other kind of database where there is one, else into a folder. */
  async function restoredElsewhere(made: Backup): Promise<Database> {
    if (inject("serverUrl") && database.kind === "embedded") {
      const url = await emptyServer();
      await restoreServer(url, made, asItIs);
      await expect(restoreServer(url, made, asItIs)).rejects.toThrow("The database is not empty");
      return openUntilEnd({ url, dataDir: "" });
    }
    const dataDir = newFolder();
    expect(await restoreEmbedded(dataDir, made, asItIs, now)).toBeNull();
    return openUntilEnd({ url: null, dataDir });
  }

  test("is one file that nobody else can read, complete or not there", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, ".."))).toEqual(["shop.backup"]);
    expect(backup).toMatchObject({
      madeAt: now.toISOString(),
      rows: { orders: 4, payment_rechecks: 650 },
    });
    await expect(writeBackup(db, file, now)).rejects.toThrow("exists already");
    expect(ofNothing).toBeInstanceOf(DatabaseRefused);
  });

  test("restored gives the same shop, row by row", async () => {
    const restored = await restoredElsewhere(backup);
    expect(await contentsOf(restored.db)).toEqual(await contentsOf(db));
  }, 60_000);

  test("of an older release is restored with its schema, then brought up to the newest", async () => {
    const restored = await restoredElsewhere(old);
    await restored.db.execute(
      sql`insert into payment_rechecks (checkout_id) select checkout_id from payment_rechecks`,
    );
    const { tables, ...rest } = await contentsOf(restored.db);
    const here = await contentsOf(db);
    delete tables.payment_rechecks;
    delete here.tables.payment_rechecks;
    expect(tables).toEqual(here.tables);
    expect({ keys: rest.keys, triggers: rest.triggers }).toEqual({
      keys: here.keys,
      triggers: here.triggers,
    });
    expect(rest.sequences.payment_rechecks_id_seq).toBe(2);
  }, 60_000);

  describe("that is not whole is refused", () => {
    const text = () => gunzipSync(readFileSync(file)).toString();
    const refused = async (bytes: Buffer) => {
      const bad = join(newFolder(), "bad");
      writeFileSync(bad, bytes);
      const failure = await checkBackup(bad).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DatabaseRefused);
      return (failure as Error).message;
    };
    test("cut off anywhere", async () => {
      const whole = readFileSync(file);
      for (const part of [0.1, 0.5, 0.999])
        expect(await refused(whole.subarray(0, whole.length * part))).toContain("cut off");
      const lines = text().split("\n");
      expect(await refused(gzipSync(lines.slice(0, -2).join("\n") + "\n"))).toContain(
        "end is missing",
      );
    });
    test("changed, with or without the checksum of gzip", async () => {
      const whole = Buffer.from(readFileSync(file));
      const middle = Math.floor(whole.length / 2);
      whole[middle] = (whole[middle] ?? 0) ^ 0xff;
      expect(await refused(whole)).toContain("damaged");
      expect(await refused(gzipSync(text().replace("PAID111", "PAID112")))).toContain("checksum");
      expect(await refused(gzipSync(`${text()}"more"\n`))).toContain("something follows its end");
    });
    test("something else, or of a newer version", async () => {
      expect(await refused(Buffer.from("a letter"))).toContain("no backup");
      expect(await refused(gzipSync('{"a":1}\n'))).toContain("no backup");
      expect(await refused(gzipSync("letters\n"))).toContain("damaged");
      expect(await refused(gzipSync(text().replace('"version":1', '"version":2')))).toContain(
        "newer version",
      );
      expect(await refused(gzipSync(text().replace(backup.migration, "9999_later")))).toContain(
        "newer version",
      );
      await expect(checkBackup(join(dir, "nowhere"))).rejects.toThrow("There is no file");
    });
  });
});

describe("while a shop runs", () => {
  /** Writes pairs of rows, each pair in one transaction, until it is stopped; how many pairs there are. */
  function keepWriting(db: Db) {
    let stopped = false;
    let pairs = 0;
    const one = { at: now, actorEmail: "a", action: "mail.retried", subject: "mail" } as const;
    const running = (async () => {
      while (!stopped) {
        await db.transaction(async (tx) => {
          await tx.insert(auditLog).values({ ...one, data: { pair: pairs } });
          await tx.insert(auditLog).values({ ...one, data: { pair: pairs } });
        });
        pairs += 1;
        // The embedded database answers without ever letting go of the thread.
        await setImmediate();
      }
    })();
    return {
      pairs: () => pairs,
      stop: async () => {
        stopped = true;
        await running;
      },
    };
  }

  async function backUpWhileWriting(place: { url: string | null; dataDir: string }) {
    const { db } = await openUntilEnd(place);
    const writing = keepWriting(db);
    await expect.poll(writing.pairs).toBeGreaterThan(5);
    const before = writing.pairs();
    const backup = await makeBackup(place, join(newFolder(), "shop"), now);
    const after = writing.pairs();
    await expect.poll(writing.pairs).toBeGreaterThan(after + 5);
    await writing.stop();

    const dataDir = newFolder();
    await restoreEmbedded(dataDir, backup, asItIs, now);
    const restored = await openUntilEnd({ url: null, dataDir });
    const found = await rowsOf<{ pair: number; rows: number }>(
      restored.db,
      sql`select (data ->> 'pair')::int as pair, count(*)::int as rows from audit_log group by 1 order by 1`,
    );
    // All that was there when it began, pairs only, without a gap.
    expect(found.length).toBeGreaterThanOrEqual(before);
    expect(found.length).toBeLessThanOrEqual(after + 1);
    expect(found).toEqual(found.map((_, pair) => ({ pair, rows: 2 })));
  }

  test("on the embedded database, the backup is of one moment, and nothing of it stays in the folder", async () => {
    const dataDir = newFolder();
    await backUpWhileWriting({ url: null, dataDir });
    expect(readdirSync(dataDir)).toEqual(["database"]);
  }, 120_000);

  test.skipIf(!inject("serverUrl"))(
    "on a server, the backup is of one moment",
    async () => {
      await backUpWhileWriting({ url: await emptyServer(), dataDir: "" });
    },
    120_000,
  );

  test("a restore into its folder is refused, and a second backup at once is not", async () => {
    const place = { url: null, dataDir: newFolder() };
    const { db } = await openUntilEnd(place);
    const [backup] = await Promise.all(
      ["a", "b"].map((name) => makeBackup(place, join(newFolder(), name), now)),
    );
    if (!backup) throw new Error("no backup");
    await expect(restoreEmbedded(place.dataDir, backup, asItIs, now)).rejects.toThrow(
      "is in use by another Satchel",
    );
    expect(await rowsOf(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  }, 120_000);
});

describe("a restore that does not come to its end", () => {
  const failing = () => Promise.reject(new Error("the power went"));

  test("leaves the data folder as it was", async () => {
    const place = { url: null, dataDir: newFolder() };
    const first = await openDatabase(place);
    const backup = await makeBackup(place, join(newFolder(), "shop"), now);
    const before = await contentsOf(first.db);
    await first.close();
    await expect(restoreEmbedded(place.dataDir, backup, failing, now)).rejects.toThrow(
      "the power went",
    );
    expect(readdirSync(place.dataDir)).toEqual(["database"]);
    const again = await openUntilEnd(place);
    expect(await contentsOf(again.db)).toEqual(before);
    await closing.pop()?.();

    // One that does come to its end puts aside what was there.
    const aside = await restoreEmbedded(place.dataDir, backup, asItIs, now);
    expect(readdirSync(place.dataDir)).toEqual([
      "database",
      "database-before-2026-11-20T08-00-00-000Z",
    ]);
    expect(readdirSync(aside ?? "")).toContain("PG_VERSION");
  }, 120_000);

  test.skipIf(!inject("serverUrl"))("leaves a server that no shop opens", async () => {
    const url = await emptyServer();
    const { db, close } = wrapServer(url);
    await expect(whileMarked(db, failing)).rejects.toThrow("the power went");
    await close();
    await expect(openDatabase({ url, dataDir: "" })).rejects.toThrow("it holds half a shop");
  });
});

describe.skipIf(!inject("serverUrl"))("moving to a server", () => {
  test("takes everything along, and keeps the folder from being opened again", async () => {
    const place = { url: null, dataDir: newFolder() };
    const { db, close } = await openDatabase(place);
    await db
      .insert(auditLog)
      .values({ at: now, actorEmail: "a", action: "mail.retried", subject: "mail" });
    const before = await contentsOf(db);
    const url = await emptyServer();
    await expect(moveToServer(place.dataDir, url, now)).rejects.toThrow(
      "is in use by another Satchel",
    );
    await close();

    await moveToServer(place.dataDir, url, now);
    const moved = await openUntilEnd({ url, dataDir: "" });
    expect(await contentsOf(moved.db)).toEqual(before);
    const [next] = await moved.db
      .insert(auditLog)
      .values({ at: now, actorEmail: "a", action: "mail.retried", subject: "mail" })
      .returning({ id: auditLog.id });
    expect(next?.id).toBe(2);
    await expect(openDatabase(place)).rejects.toThrow("was moved to a PostgreSQL server");
    expect(readdirSync(place.dataDir)).toEqual(["database", "moved"]);
  }, 120_000);
});
