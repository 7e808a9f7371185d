import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { openDatabase } from "#db/open-database.server.ts";
import {
  readLastBackup,
  resultsInDatabase,
  resultsInFolder,
} from "#shop/operations/backup-results.server.ts";
import { openRestoreWatch } from "#shop/operations/restore-watch.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { paymentAddresses } from "#shop/payments/tables.ts";
import { checkoutAtPayment } from "../../tests/make.ts";
import { createOnServer } from "../../tests/create-on-server.ts";
import { folderForDatabases } from "../../tests/temp-folder.ts";

const dir = folderForDatabases();
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(dir, "data-"));

/** Runs a command as `npm run` does in a process of its own. */
async function run(command: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...args], {
    env: { ...process.env, DATABASE_URL: "", ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += String(chunk);
    });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

test("another process backs up the running shop, and the restored shop goes on with shared addresses", async () => {
  const dataDir = newFolder();
  const shop = await openDatabase({ url: null, dataDir });
  await checkoutAtPayment(shop.db, { now: new Date() });
  const start = ({ db }: typeof shop, folder: string) =>
    openRestoreWatch(db, { embedded: true, dataDir: folder, log: () => undefined })(new Date());
  expect(await start(shop, dataDir)).toBe("continued");
  const backup = await run("backup", [], { DATA_DIR: dataDir });
  expect(backup).toMatchObject({ code: 0 });
  const [name = ""] = readdirSync(join(dataDir, "backups"));
  const file = join(dataDir, "backups", name);
  expect(backup.output).toContain(file);
  expect(await readLastBackup(resultsInFolder(dataDir))).toMatchObject({
    problem: null,
    bytes: statSync(file).size,
  });
  expect(statSync(join(dataDir, "last-backup.json")).mode & 0o777).toBe(0o600);

  // Not in the backup.
  await checkoutAtPayment(shop.db, { now: new Date() });
  expect(await run("restore", [file], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    output: expect.stringContaining("is in use by another Satchel"),
  });

  // Remembers a later time of the same database than the backup has.
  const elsewhere = newFolder();
  await start(shop, elsewhere);
  const restore = await run("restore", [file], { DATA_DIR: elsewhere });
  expect(restore).toMatchObject({ code: 0 });
  expect(restore.output).toMatch(/numbered INV-[A-Z]{4}-… from now on/);
  expect(restore.output).toContain("The next addresses are shared");
  const restored = await openDatabase({ url: null, dataDir: elsewhere });
  // The command has taken the precautions, and the start after it takes none again.
  expect(await start(restored, elsewhere)).toBe("continued");
  expect(await restored.db.$count(auditLog, eq(auditLog.action, "shop.restored"))).toBe(1);
  await checkoutAtPayment(restored.db, { now: new Date() });
  const issued = async ({ db }: typeof shop) =>
    (await db.select().from(paymentAddresses).orderBy(paymentAddresses.keyIndex)).map(
      ({ keyIndex, checkoutId }) => [keyIndex, checkoutId === null ? "shared" : "alone"],
    );
  expect(await issued(shop)).toEqual([
    [0, "alone"],
    [1, "alone"],
  ]);
  expect(await issued(restored)).toEqual([
    [0, "alone"],
    [1, "shared"],
  ]);
  await restored.close();
  await shop.close();
}, 600_000);

test.skipIf(!inject("serverUrl"))(
  "a backup of a server is recorded in its database",
  async () => {
    const { url, drop } = await createOnServer();
    const shop = await openDatabase({ url, dataDir: "" });
    const env = { DATA_DIR: newFolder(), DATABASE_URL: url };
    expect(await run("backup", [], env)).toMatchObject({ code: 0 });
    expect(await readLastBackup(resultsInDatabase(shop.db))).toMatchObject({ problem: null });
    await shop.close();
    await drop();
  },
  300_000,
);

test.skipIf(!inject("serverUrl"))(
  "a dump is restored by PostgreSQL's programs, with the precautions of any restore",
  async () => {
    const source = await createOnServer();
    const shop = await openDatabase({ url: source.url, dataDir: "" });
    await checkoutAtPayment(shop.db, { now: new Date() });
    await shop.close();
    const folder = newFolder();
    const dumpTo = (name: string, ...options: string[]) => {
      const file = join(folder, name);
      execFileSync("pg_dump", [...options, `--file=${file}`, source.url]);
      return file;
    };
    const restoreInto = (url: string, file: string, env: Record<string, string> = {}) =>
      run("restore", [file], { DATA_DIR: folder, DATABASE_URL: url, ...env });
    const plain = dumpTo("plain.sql");
    for (const file of [plain, dumpTo("custom.dump", "--format=custom")]) {
      const target = await createOnServer();
      const restore = await restoreInto(target.url, file);
      expect(restore).toMatchObject({ code: 0 });
      expect(restore.output).toMatch(/Restored the shop as it was on 20.* 0 orders/);
      const restored = await openDatabase({ url: target.url, dataDir: "" });
      await checkoutAtPayment(restored.db, { now: new Date() });
      const issued = await restored.db.select().from(paymentAddresses);
      expect(issued.map(({ checkoutId }) => checkoutId === null)).toEqual([false, true]);
      await restored.close();
      // Nothing that is there is overwritten.
      expect((await restoreInto(target.url, file)).output).toContain("The database is not empty");
      await target.drop();
    }

    const target = await createOnServer();
    const cut = join(folder, "cut.sql");
    writeFileSync(cut, readFileSync(plain, "utf8").replace("CREATE TABLE", "CREATE TABEL"));
    expect((await restoreInto(target.url, cut)).output).toMatch(
      /psql cannot load .*: syntax error .*Nothing was loaded/,
    );
    // Commands of psql that would run programs, also where they look like data or end pg_dump's own protection.
    const ran = join(folder, "ran");
    const dump = readFileSync(plain, "utf8");
    const [, key = ""] = /^\\restrict (\w+)$/m.exec(dump) ?? [];
    for (const hostile of [
      `\\! touch ${ran}`,
      `SELECT 1 \\g |touch ${ran}`,
      `/*\nCOPY x FROM stdin;\n*/\n\\t \`touch ${ran}\`\n\\.`,
      `\\unrestrict ${key}\n\\! touch ${ran}`,
    ])
      for (const content of [
        dump.replace("SET statement_timeout", `${hostile}\nSET statement_timeout`),
        dump.replace(/\n\\unrestrict .*/, `\n${hostile}$&`),
      ]) {
        const file = join(folder, "hostile.sql");
        writeFileSync(file, content);
        const { output } = await restoreInto(target.url, file);
        expect(output).toContain("has a command for psql that pg_dump does not write");
        expect(existsSync(ran)).toBe(false);
      }
    expect((await restoreInto(target.url, plain, { PATH: folder })).output).toContain(
      "Install PostgreSQL's client programs",
    );
    expect((await restoreInto("", plain)).output).toContain("Name an empty PostgreSQL database");
    const part = dumpTo("part.sql", "--exclude-schema=drizzle");
    expect((await restoreInto(target.url, part)).output).toContain("whole dump of no Satchel");
    await target.drop();
    await source.drop();
  },
  300_000,
);

test("expected errors are printed as one line", async () => {
  const dataDir = newFolder();
  const cases = [
    ["backup", [], "There is no shop in"],
    ["restore", [], "Say which backup"],
    ["restore", ["/nowhere/at.all"], "There is no file /nowhere/at.all"],
    ["move", [], "Say where to"],
    ["move", ["--to", "mysql://x"], "--to must begin with postgres://"],
    ["move", ["--to", "postgres://127.0.0.1:1/x"], "There is no shop in"],
  ] as const;
  for (const [command, args, message] of cases) {
    const ended = await run(command, [...args], { DATA_DIR: dataDir });
    expect(ended.code).toBe(1);
    expect(ended.output).toContain(message);
    expect(ended.output).not.toContain("    at ");
  }
  expect(await readLastBackup(resultsInFolder(dataDir))).toMatchObject({
    problem: expect.stringContaining("There is no shop in"),
    completeAt: null,
  });
}, 600_000);
