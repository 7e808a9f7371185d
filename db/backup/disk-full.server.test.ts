import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { auditLog } from "../../shop/audit/tables.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { writeBackup } from "./write-backup.server.ts";

const disk = mkdtempSync(join(tmpdir(), "satchel-small-disk-"));
/** Only root may. */
const isMounted =
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

test.skipIf(!isMounted)(
  "a backup onto a disk that is full says which, and how much is enough, and leaves nothing there",
  async () => {
    const { db, close } = await openFromPool();
    await db.insert(auditLog).values({
      at: new Date(),
      actorEmail: "robin@satchel.example",
      action: "mail.retried",
      subject: "mail",
      // Random, since the backup is compressed.
      data: { text: randomBytes(3_000_000).toString("base64") },
    });
    await expect(writeBackup(db, join(disk, "shop.backup"), new Date())).rejects.toThrow(
      new RegExp(
        `^The disk of ${disk} is full: the backup had \\d MB by then\\. \\d+ MB, the size`,
      ),
    );
    expect(readdirSync(disk)).toEqual([]);
    await close();
  },
);
