import { TransactionRollbackError } from "drizzle-orm";
import { insertOrder } from "../loyalty/test-orders.ts";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { recordBackup, resultsInDatabase, resultsInFolder } from "./backup-results.server.ts";
import { diskSpace } from "./disk.server.ts";
import { openSystemWatch } from "./system-watch.server.ts";
import { installationFacts } from "../settings/tables.ts";

const start = new Date("2026-11-20T03:30:00Z");
const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

/** A disk of 100 GB with this many percent free. */
const disk = (percent: number) =>
  diskSpace({ blocks: 100_000, bfree: percent * 1000, bavail: percent * 1000, bsize: 1_000_000 });

describeOnBothDatabases("the watch over backups and disk", (openFresh) => {
  let database: Database;
  let db: Db;
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-watch-"));
  let free = 50;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    const email = "robin@example.com";
    await db
      .insert(users)
      .values({ id: email, name: email, email, role: "admin", referralCode: email });
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  beforeEach(async () => {
    await db.delete(mails);
    await db.delete(settings);
    await db.delete(installationFacts);
    rmSync(join(dataDir, "last-backup.json"), { force: true });
    free = 50;
  });

  const watchWith = (results = resultsInDatabase(db), live = true) =>
    openSystemWatch(db, {
      live,
      dataDir,
      place: "/srv/shop",
      results,
      readSpace: () => disk(free),
    });
  const sent = async () => {
    const found = await db.select().from(mails).orderBy(mails.createdAt);
    return found.map(({ message }) => message);
  };
  const alertOf = (about: string, since: Date) => ({
    template: "admin-alert",
    about,
    since: since.toISOString(),
  });

  test("a live shop without a backup is reminded after 48 hours, by one mail of all instances", async () => {
    const watches = [watchWith(), watchWith()];
    const overdueAt = async (hours: number) =>
      (await watchWith().read(at(hours))).backupOverdueSince;
    for (const hours of [0, 24, 48]) for (const { alert } of watches) await alert(at(hours));
    expect(await overdueAt(48)).toBeNull();
    expect(await sent()).toEqual([]);
    for (const hours of [49, 60, 600]) for (const { alert } of watches) await alert(at(hours));
    expect(await overdueAt(49)).toEqual(start);
    expect(await sent()).toEqual([alertOf("backup", start)]);
  });

  test("a failed backup does not count, and only after a complete one a second mail is sent", async () => {
    for (const results of [resultsInDatabase(db), resultsInFolder(dataDir)]) {
      await db.delete(mails);
      const { alert, read } = watchWith(results);
      await alert(start);
      await recordBackup(results, { at: at(10), problem: null, bytes: 4096 });
      await recordBackup(results, { at: at(34), problem: "The disk is full.", bytes: null });
      expect((await read(at(35))).lastBackup).toEqual({
        at: at(34),
        problem: "The disk is full.",
        bytes: null,
        completeAt: at(10),
      });
      for (const hours of [58, 59, 300]) await alert(at(hours));
      expect(await sent()).toEqual([alertOf("backup", at(10))]);
      await recordBackup(results, { at: at(301), problem: null, bytes: 4096 });
      for (const hours of [302, 350]) await alert(at(hours));
      expect(await sent()).toEqual([alertOf("backup", at(10)), alertOf("backup", at(301))]);
    }
  });

  test("a disk that is almost full is reported once, until half as much again is free", async () => {
    const tick = async (hours: number, percent: number) => {
      free = percent;
      // As after a restart.
      await watchWith().alert(at(hours));
    };
    await tick(0, 5);
    expect(await sent()).toEqual([]);
    await tick(1, 4);
    const first = alertOf("disk", at(1));
    expect(await sent()).toEqual([first]);
    expect((await watchWith().read(at(1))).lowDisk).toMatchObject({ freeBytes: 4e9 });
    for (const [hours, percent] of [
      [2, 1],
      [3, 6],
      [4, 4],
    ] as const)
      await tick(hours, percent);
    expect(await sent()).toEqual([first]);
    await tick(5, 8);
    expect(existsSync(join(dataDir, "disk-low"))).toBe(false);
    await tick(6, 4);
    expect(await sent()).toEqual([first, alertOf("disk", at(6))]);
    await tick(7, 50);
  });

  test("a new live shop says where its data are, until it has an order or is two days old", async () => {
    const newIn = async (hours: number) => (await watchWith().read(at(hours))).newIn;
    expect(await newIn(0)).toBe("/srv/shop");
    expect(await newIn(47)).toBe("/srv/shop");
    expect(await newIn(49)).toBeNull();
    await db
      .transaction(async (tx) => {
        await insertOrder(tx, { id: "7KQ2M9X", buyer: "mira", status: "pending" });
        const { read } = openSystemWatch(tx, {
          live: true,
          dataDir,
          place: "/srv/shop",
          results: resultsInFolder(dataDir),
        });
        expect((await read(at(1))).newIn).toBeNull();
        tx.rollback();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error;
      });
  });

  test("a sandbox is not reminded", async () => {
    free = 1;
    const { alert, read } = watchWith(resultsInDatabase(db), false);
    for (const hours of [0, 100]) await alert(at(hours));
    expect(await sent()).toEqual([]);
    expect(await read(at(100))).toEqual({
      lastBackup: null,
      backupOverdueSince: null,
      lowDisk: null,
      newIn: null,
    });
  });
});

test("the room on a disk is what df shows, and on a small disk 128 MB are low", () => {
  const reserved = { blocks: 1000, bfree: 100, bavail: 50, bsize: 10_000_000 };
  expect(diskSpace(reserved).freePercent).toBeCloseTo((50 / 950) * 100);
  const small = { blocks: 1000, bfree: 127, bavail: 127, bsize: 1_000_000 };
  expect(diskSpace(small)).toMatchObject({ freePercent: 12.7, low: true });
});
