import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { openRelease, releases } from "../../tests/releases.ts";
import type { Database, Db } from "../client.server.ts";
import { migrateToNewest } from "../migrations.server.ts";
import { OperatorError } from "../errors.ts";
import { type Backup, checkBackup } from "./read-backup.server.ts";
import { restoreEmbedded, restoreServer } from "./restore.server.ts";
import { contentsOf } from "./test-contents.ts";
import { testLocations } from "./test-locations.ts";
import { writeBackup } from "./write-backup.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const settle = () => Promise.resolve();
const { newFolder, openUntilEnd, emptyServer } = testLocations();

describeWhereDatabasesDiffer("a backup", (_openFresh, openEmpty) => {
  let database: Database;
  let db: Db;
  let old: Backup;
  let backup: Backup;
  let errorOfEmpty: unknown;
  const file = join(newFolder(), "shop.backup");
  beforeAll(async () => {
    database = await openEmpty();
    ({ db } = database);
    errorOfEmpty = await writeBackup(db, file, now).catch((error: unknown) => error);
    const [oldest] = releases;
    if (oldest) await openRelease(db, oldest);
    old = await writeBackup(db, join(newFolder(), "old"), now);
    await migrateToNewest(db);
    // More rows than one fetch reads; and the last value of the sequence is not that of the newest row.
    await db.execute(
      sql`insert into payment_rechecks (checkout_id) select gen_random_uuid() from generate_series(1, 700)`,
    );
    await db.execute(sql`delete from payment_rechecks where id > 650`);
    backup = await writeBackup(db, file, now);
  }, 60_000);
  afterAll(() => database.close());

  /** Restores into the other kind of database if there is one, else into a folder. */
  async function restoreElsewhere(made: Backup): Promise<Database> {
    if (inject("serverUrl") && database.kind === "embedded") {
      const url = await emptyServer();
      await restoreServer(url, made, settle);
      await expect(restoreServer(url, made, settle)).rejects.toThrow("The database is not empty");
      return openUntilEnd({ url, dataDir: "" });
    }
    const dataDir = newFolder();
    expect(await restoreEmbedded(dataDir, made, settle, now)).toBeNull();
    return openUntilEnd({ url: null, dataDir });
  }

  test("is one file with mode 600, which appears once it is complete", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, ".."))).toEqual(["shop.backup"]);
    expect(backup).toMatchObject({
      madeAt: now.toISOString(),
      rows: { orders: 4, payment_rechecks: 650 },
    });
    await expect(writeBackup(db, file, now)).rejects.toThrow("exists already");
    expect(errorOfEmpty).toBeInstanceOf(OperatorError);
  });

  test("restores every row, sequence, key and trigger", async () => {
    const restored = await restoreElsewhere(backup);
    expect(await contentsOf(restored.db)).toEqual(await contentsOf(db));
  }, 60_000);

  test("of an older release is restored and migrated to the newest schema", async () => {
    const restored = await restoreElsewhere(old);
    await restored.db.execute(
      sql`insert into payment_rechecks (checkout_id) select checkout_id from payment_rechecks`,
    );
    const { tables, ...rest } = await contentsOf(restored.db);
    const here = await contentsOf(db);
    for (const one of [tables, here.tables]) {
      delete one.payment_rechecks;
      // Each migration generates another version.
      delete one.shop_version;
    }
    expect(tables).toEqual(here.tables);
    expect({ keys: rest.keys, triggers: rest.triggers }).toEqual({
      keys: here.keys,
      triggers: here.triggers,
    });
    expect(rest.sequences.payment_rechecks_id_seq).toBe(2);
  }, 60_000);

  describe("that is incomplete or damaged is rejected", () => {
    const text = () => gunzipSync(readFileSync(file)).toString();
    const errorOf = async (bytes: Buffer) => {
      const bad = join(newFolder(), "bad");
      writeFileSync(bad, bytes);
      const failure = await checkBackup(bad).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(OperatorError);
      return (failure as Error).message;
    };
    test("truncated anywhere", async () => {
      const whole = readFileSync(file);
      for (const part of [0.1, 0.5, 0.999])
        expect(await errorOf(whole.subarray(0, whole.length * part))).toContain("cut off");
      const lines = text().split("\n");
      expect(await errorOf(gzipSync(lines.slice(0, -2).join("\n") + "\n"))).toContain(
        "end is missing",
      );
    });
    test("changed, with or without a valid gzip checksum", async () => {
      const whole = Buffer.from(readFileSync(file));
      const middle = Math.floor(whole.length / 2);
      whole[middle] = (whole[middle] ?? 0) ^ 0xff;
      expect(await errorOf(whole)).toContain("damaged");
      expect(await errorOf(gzipSync(text().replace("PAID111", "PAID112")))).toContain("checksum");
      expect(await errorOf(gzipSync(`${text()}"more"\n`))).toContain("something follows its end");
    });
    test("another file, or a backup of a newer version", async () => {
      expect(await errorOf(Buffer.from("a letter"))).toContain("no backup");
      expect(await errorOf(gzipSync('{"a":1}\n'))).toContain("no backup");
      expect(await errorOf(gzipSync("letters\n"))).toContain("damaged");
      expect(await errorOf(gzipSync(text().replace('"version":1', '"version":2')))).toContain(
        "newer version",
      );
      expect(await errorOf(gzipSync(text().replace(backup.migration, "9999_later")))).toContain(
        "newer version",
      );
      await expect(checkBackup(join(newFolder(), "nowhere"))).rejects.toThrow("There is no file");
    });
  });
});
