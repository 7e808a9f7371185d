import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { dataPaths } from "#db/embedded/data-folder.server.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { connectToServer } from "#db/postgres.server.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { addressKeys } from "../payments/tables.ts";
import { createOnServer } from "../../tests/create-on-server.ts";
import { checkoutAtPayment, someMail } from "../../tests/make.ts";
import { folderForDatabases } from "../../tests/temp-folder.ts";
import { readFact } from "../settings/installation.server.ts";
import { openRestoreWatch } from "./restore-watch.server.ts";
import { installationFacts } from "../settings/tables.ts";

const dir = folderForDatabases();
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (minute: number) => new Date(Date.parse("2026-11-20T08:00:00Z") + minute * 60_000);
const log = () => undefined;

/** Checks as a shop does that starts with this database and data folder. */
const startWith = ({ db, kind }: Database, dataDir: string, minute: number) =>
  openRestoreWatch(db, { embedded: kind === "embedded", dataDir, log })(at(minute));

/** Has a mail wait and the next addresses not shared, as in a shop that runs. */
async function fill(db: Db): Promise<void> {
  await checkoutAtPayment(db, { now: at(0) });
  await db.update(addressKeys).set({ sharedBelow: 0 });
  await enqueueMail(db, { ...someMail("waiting"), now: at(0) });
}

const precautions = async (db: Db) => ({
  restored: (await db.select().from(auditLog)).map(({ action, data }) => [action, data.backupOf]),
  held: (await db.select().from(mails)).map(({ failedAt }) => failedAt !== null),
  shared: (await db.select().from(addressKeys)).map(({ sharedBelow }) => sharedBelow === null),
  amounts: (await readFact(db, "restored-at")) !== null,
});
const none = { restored: [], held: [false], shared: [false], amounts: false };
const all = (minute: number) => ({
  restored: [["shop.restored", at(minute).toISOString()]],
  held: [true],
  shared: [true],
  amounts: true,
});

test("a copied folder, whose files have other numbers, changes nothing; an older database in its place does", async () => {
  const dataDir = mkdtempSync(join(dir, "data-"));
  let shop = await openDatabase({ url: null, dataDir });
  await fill(shop.db);
  expect(await startWith(shop, dataDir, 0)).toBe("continued");
  await shop.close();
  const copy = mkdtempSync(join(dir, "copy-"));
  cpSync(dataDir, copy, { recursive: true });

  const copied = await openDatabase({ url: null, dataDir: copy });
  expect(await startWith(copied, copy, 5)).toBe("continued");
  expect(await startWith(copied, copy, 10)).toBe("continued");
  expect(await precautions(copied.db)).toEqual(none);
  await copied.close();

  // The copy's folder remembers minute 10, its database is of minute 0 again.
  const { database } = dataPaths(copy);
  rmSync(database, { recursive: true });
  cpSync(dataPaths(dataDir).database, database, { recursive: true });
  shop = await openDatabase({ url: null, dataDir: copy });
  expect(await startWith(shop, copy, 11)).toBe("restored");
  expect(await precautions(shop.db)).toEqual(all(0));
  // Only once.
  expect(await startWith(shop, copy, 12)).toBe("continued");
  await shop.close();
}, 240_000);

describe.skipIf(!inject("serverUrl"))("the database of a server", () => {
  const opened: (() => Promise<void>)[] = [];
  let shop: Database;
  let dataDir: string;
  let url: string;
  let name: string;
  beforeEach(async () => {
    const created = await createOnServer();
    ({ url } = created);
    shop = await openDatabase({ url, dataDir: "" });
    opened.push(() => shop.close(), created.drop);
    dataDir = mkdtempSync(join(dir, "server-"));
    name = new URL(url).pathname.slice(1);
    await fill(shop.db);
    await startWith(shop, dataDir, 0);
    return async () => {
      for (const close of opened.splice(0)) await close();
    };
  });
  /** Sets the stored facts back to what they were, as a restore does, or to another timeline. */
  const store = (part: object) =>
    shop.db.execute(
      sql`update installation_facts set value = value || ${JSON.stringify(part)}::jsonb where name = 'database-seen'`,
    );

  test("is noticed when its rows are in another database, however they got there", async () => {
    await shop.close();
    const other = await createOnServer(name);
    shop = await openDatabase({ url: other.url, dataDir: "" });
    opened.splice(0, 1, () => shop.close(), other.drop);
    // On another machine, and for all instances together.
    const elsewhere = mkdtempSync(join(dir, "server-"));
    expect(await startWith(shop, elsewhere, 10)).toBe("restored");
    expect(await startWith(shop, dataDir, 10)).toBe("continued");
    expect(await precautions(shop.db)).toEqual(all(0));
  });

  test("is noticed when its rows are older than those seen before", async () => {
    expect(await startWith(shop, dataDir, 5)).toBe("continued");
    await store({ seenAt: at(4).toISOString() });
    expect(await startWith(shop, dataDir, 6)).toBe("restored");
    expect(await precautions(shop.db)).toEqual(all(4));
  });

  test("keeps everybody signed in after a fail-over, which only avoids what may have been shown", async () => {
    await store({ timeline: "000000FF" });
    expect(await startWith(shop, dataDir, 5)).toBe("failed over");
    expect(await precautions(shop.db)).toEqual({ ...none, shared: [true], amounts: true });
    expect(await startWith(shop, dataDir, 6)).toBe("continued");
  });

  test("on another timeline counts as restored where nothing is known of it", async () => {
    await store({ timeline: "000000FF" });
    const elsewhere = mkdtempSync(join(dir, "server-"));
    expect(await startWith(shop, elsewhere, 5)).toBe("restored");
    expect(await precautions(shop.db)).toEqual(all(0));
  });

  test("is recognised by its own number where the provider shows no more", async () => {
    const role = `${name}_role`;
    await shop.db.execute(
      sql.raw(`create role ${role}; grant all on all tables in schema public to ${role};
        revoke execute on function pg_control_system(), pg_current_wal_lsn() from public;
        alter database ${name} set role = ${role}`),
    );
    const { db, close } = connectToServer(url);
    await db.execute(sql`delete from installation_facts`);
    expect(await startWith({ ...shop, db }, dataDir, 1)).toBe("continued");
    const [fact] = await db.select().from(installationFacts);
    expect(fact?.value).toMatchObject({ database: expect.stringMatching(/^ \d+$/), timeline: "" });
    await close();
    // Roles are shared by all databases of the server.
    opened.push(async () => {
      const server = connectToServer(inject("serverUrl") ?? "");
      await server.db.execute(sql.raw(`drop role ${role}`));
      await server.close();
    });
  });
});
