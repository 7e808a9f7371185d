import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDiskReserve } from "./disk-reserve.server.ts";
import { openPglite } from "./pglite.server.ts";

const disk = mkdtempSync(join(tmpdir(), "satchel-small-disk-"));
/** Only root may. */
const isMounted =
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=230m", "tmpfs", disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

test.skipIf(!isMounted)(
  "on a disk that fills up checkouts end first, payments go on, and the shop stops before its database hangs",
  async () => {
    const dir = join(disk, "database");
    mkdirSync(dir);
    const db = await openPglite(dir);
    await db.exec("create table payments (id serial primary key, text text)");
    const stages: string[] = [];
    let isOver = false;
    const reserve = openDiskReserve(disk, {
      log: (line) =>
        void stages.push(line.replace(/[:,].*/s, line.includes("reserve") ? " (reserve)" : "")),
      stopShop: () => (isOver = true),
    });
    let sinceLow = 0;
    while (!isOver) {
      // One transaction each, as payments are; PGlite spins when the WAL of a commit does not fit.
      // Random, since what repeats is compressed.
      const text = randomBytes(32_000).toString("base64");
      await db.query("insert into payments (text) values ($1)", [text]);
      if (reserve.isLow()) sinceLow += 1;
      reserve.check();
    }
    reserve.stop();
    expect(stages).toEqual(["almost no disk", "almost no disk (reserve)", "the disk is full"]);
    expect(sinceLow).toBeGreaterThan(200);
    await db.close();
  },
  240_000,
);
