import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, inject, test } from "vitest";
import { type Db, queryRows } from "../client.server.ts";
import { openDatabase } from "../open-database.server.ts";
import { connectToServer } from "../postgres.server.ts";
import { withRestoreMarker } from "../migrations.server.ts";
import { auditLog } from "../../shop/audit/tables.ts";
import { makeBackup } from "./make-backup.server.ts";
import { moveToServer } from "./move.server.ts";
import { restoreEmbedded } from "./restore.server.ts";
import { contentsOf } from "./test-contents.ts";
import { type TestLocation, testLocations } from "./test-locations.ts";

const now = new Date("2026-11-20T08:00:00Z");
const settle = () => Promise.resolve();
const { newFolder, openUntilEnd, emptyServer, closeAll } = testLocations();

describe("a backup of a running shop", () => {
  /** Writes pairs of rows, each pair in one transaction, until it is stopped; counts the pairs. */
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
        // Yields to the event loop, which the embedded database alone would not.
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

  async function backUpWhileWriting(location: TestLocation) {
    const { db } = await openUntilEnd(location);
    const writing = keepWriting(db);
    await expect.poll(writing.pairs).toBeGreaterThan(5);
    const before = writing.pairs();
    const backup = await makeBackup(location, join(newFolder(), "shop"), now);
    const after = writing.pairs();
    await expect.poll(writing.pairs).toBeGreaterThan(after + 5);
    await writing.stop();

    const dataDir = newFolder();
    await restoreEmbedded(dataDir, backup, settle, now);
    const restored = await openUntilEnd({ url: null, dataDir });
    const found = await queryRows<{ pair: number; rows: number }>(
      restored.db,
      sql`select (data ->> 'pair')::int as pair, count(*)::int as rows from audit_log group by 1 order by 1`,
    );
    // Every pair from before the backup, none in part, and no gaps.
    expect(found.length).toBeGreaterThanOrEqual(before);
    expect(found.length).toBeLessThanOrEqual(after + 1);
    expect(found).toEqual(found.map((_, pair) => ({ pair, rows: 2 })));
  }

  test("of the embedded database is a consistent snapshot, and leaves no file in the folder", async () => {
    const dataDir = newFolder();
    await backUpWhileWriting({ url: null, dataDir });
    expect(readdirSync(dataDir)).toEqual(["database", "database.lock"]);
  }, 120_000);

  test.skipIf(!inject("serverUrl"))(
    "of a server is a consistent snapshot",
    async () => {
      await backUpWhileWriting({ url: await emptyServer(), dataDir: "" });
    },
    120_000,
  );

  test("runs beside another backup, while a restore into its folder is rejected", async () => {
    const location = { url: null, dataDir: newFolder() };
    const { db } = await openUntilEnd(location);
    // Left behind by a backup whose process was killed.
    mkdirSync(join(location.dataDir, "copy-aB3dE6/base"), { recursive: true });
    const [backup] = await Promise.all(
      ["a", "b"].map((name) => makeBackup(location, join(newFolder(), name), now)),
    );
    if (!backup) throw new Error("no backup");
    await expect(restoreEmbedded(location.dataDir, backup, settle, now)).rejects.toThrow(
      "is in use by another Satchel",
    );
    expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect(readdirSync(location.dataDir)).toEqual(["database", "database.lock"]);
  }, 120_000);
});

describe("a restore that fails", () => {
  const failing = () => Promise.reject(new Error("the power went"));

  test("leaves the data folder unchanged", async () => {
    const location = { url: null, dataDir: newFolder() };
    const first = await openDatabase(location);
    const backup = await makeBackup(location, join(newFolder(), "shop"), now);
    const before = await contentsOf(first.db);
    await first.close();
    await expect(restoreEmbedded(location.dataDir, backup, failing, now)).rejects.toThrow(
      "the power went",
    );
    expect(readdirSync(location.dataDir)).toEqual(["database", "database.lock"]);
    const again = await openUntilEnd(location);
    expect(await contentsOf(again.db)).toEqual(before);
    await closeAll();

    // A restore that succeeds moves the previous database aside.
    const aside = await restoreEmbedded(location.dataDir, backup, settle, now);
    expect(readdirSync(location.dataDir)).toEqual([
      "database",
      "database-before-2026-11-20T08-00-00-000Z",
      "database.lock",
    ]);
    expect(readdirSync(aside ?? "")).toContain("PG_VERSION");
  }, 120_000);

  test.skipIf(!inject("serverUrl"))("leaves a database that no shop opens", async () => {
    const url = await emptyServer();
    const { db, close } = connectToServer(url);
    await expect(withRestoreMarker(db, failing)).rejects.toThrow("the power went");
    await close();
    await expect(openDatabase({ url, dataDir: "" })).rejects.toThrow("it holds half a shop");
  });
});

describe.skipIf(!inject("serverUrl"))("moving to a server", () => {
  test("copies everything, and prevents the folder from being opened again", async () => {
    const location = { url: null, dataDir: newFolder() };
    const { db, close } = await openDatabase(location);
    await db
      .insert(auditLog)
      .values({ at: now, actorEmail: "a", action: "mail.retried", subject: "mail" });
    const before = await contentsOf(db);
    const url = await emptyServer();
    await expect(moveToServer(location.dataDir, url, now)).rejects.toThrow(
      "is in use by another Satchel",
    );
    await close();

    await moveToServer(location.dataDir, url, now);
    const moved = await openUntilEnd({ url, dataDir: "" });
    expect(await contentsOf(moved.db)).toEqual(before);
    const [next] = await moved.db
      .insert(auditLog)
      .values({ at: now, actorEmail: "a", action: "mail.retried", subject: "mail" })
      .returning({ id: auditLog.id });
    expect(next?.id).toBe(2);
    await expect(openDatabase(location)).rejects.toThrow("was moved to a PostgreSQL server");
    await expect(makeBackup(location, join(newFolder(), "late"), now)).rejects.toThrow("was moved");
    expect(readdirSync(location.dataDir)).toEqual(["database", "database.lock", "moved"]);
  }, 120_000);
});
