import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { packages } from "../catalog/tables.ts";
import { placePackage, updatePackage } from "../catalog/package-changes.server.ts";
import { listAllPackages, seedCatalog } from "../catalog/packages.server.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "../orders/tables.ts";
import { defaultSettings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.server.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, placedOrder } from "../../tests/make.ts";
import {
  hideSetupList,
  markLegalRead,
  openSetupList,
  readSetupList,
  sendTestMail,
} from "./setup-list.server.ts";

const now = new Date("2026-11-20T12:00:00Z");
const change = { actor: { id: "robin", email: "robin@example.com", ip: null }, now };

describeOnBothDatabases("the set-up list", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await db.insert(users).values({
      id: "robin",
      name: "Robin",
      email: "robin@example.com",
      role: "admin",
      referralCode: "ROBIN",
    });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(settings);
    await db.delete(packages);
    await seedCatalog(db, { mode: "live" });
    await openSetupList(db, now);
  });

  const backedUp = { at: now, problem: null, bytes: 1000, completeAt: now };
  const read = async (ready = false) =>
    readSetupList(db, {
      settings: await readSettings(db),
      walletConfirmed: ready,
      lastBackup: ready ? backedUp : null,
    });
  const openSteps = async (ready?: boolean) =>
    Object.entries((await read(ready)) ?? {}).flatMap(([name, { done }]) => (done ? [] : [name]));

  test("everything is open in a new shop", async () => {
    expect(await openSteps()).toEqual([
      "shop",
      "packages",
      "wallet",
      "mail",
      "backup",
      "legal",
      "purchase",
    ]);
    const failed = { ...backedUp, problem: "no space left", completeAt: null };
    const list = await readSetupList(db, {
      settings: await readSettings(db),
      walletConfirmed: false,
      lastBackup: failed,
    });
    expect(list?.backup.done).toBe(false);
  });

  test("each step is done by what it is about, and the last one hides the list for good", async () => {
    await db.insert(settings).values({ name: "supportEmail", value: "help@shop.example" });
    const robin = { actor: change.actor, now, version: 1 };
    await placePackage(db, { ...robin, id: "2", placement: "grid" });
    expect(await openSteps(true)).toEqual(["mail", "legal", "purchase"]);

    expect(await markLegalRead(db, change)).toMatchObject({ ok: true });
    expect(await openSteps(true)).toEqual(["mail", "purchase"]);

    expect(await sendTestMail(db, change)).toMatchObject({ ok: true });
    const sent = { to: "robin@example.com", sentAt: null, error: null };
    expect((await read())?.mail).toEqual({ done: false, last: sent });
    await db.update(mails).set({ lastError: "550 no such user" });
    expect((await read())?.mail.last?.error).toBe("550 no such user");
    await db.update(mails).set({ sentAt: now, lastError: null });
    expect(await openSteps(true)).toEqual(["purchase"]);

    await placedOrder(db, { now });
    expect((await read(true))?.purchase).toEqual({ done: false, orders: 1 });
    await db.update(orders).set({ settledAt: now });
    expect(await read(true)).toBeNull();
    await db.update(packages).set({ placement: "off" });
    expect(await read(true)).toBeNull();
  });

  test("samples that a shop of an older version has on sale are open until they are saved", async () => {
    await db.update(packages).set({ placement: "grid" });
    const packagesStep = async () => (await read())?.packages;
    expect(await packagesStep()).toEqual({ done: false, onSale: 5, samples: 5 });
    const all = await listAllPackages(db);
    for (const { id, version, placement: _, ...values } of all)
      await updatePackage(db, { ...change, id, version, values });
    expect(await packagesStep()).toEqual({ done: true, onSale: 5, samples: 0 });
  });

  test("own legal texts count as read", async () => {
    await db.insert(settings).values([
      { name: "termsText", value: "Ours" },
      { name: "privacyText", value: "Ours" },
    ]);
    expect(await openSteps()).not.toContain("legal");
  });

  test("a later test mail counts instead of the one before", async () => {
    await sendTestMail(db, change);
    await db.update(mails).set({ sentAt: now });
    await sendTestMail(db, change);
    expect(await db.select().from(mails)).toHaveLength(2);
    expect(await openSteps()).toContain("mail");
  });

  test("hidden by one administrator, it is hidden, also after a start", async () => {
    expect(await hideSetupList(db, change)).toMatchObject({ ok: true });
    await openSetupList(db, now);
    expect(await read()).toBeNull();
  });

  test("a shop that had orders before is not disturbed", async () => {
    await db.delete(settings);
    await db.update(packages).set({ placement: "grid" });
    await placedOrder(db, { now });
    await openSetupList(db, now);
    expect(await read()).toBeNull();
  });

  test("only administrators change it, and the audit log names them", async () => {
    const stranger = { actor: { id: "mira", email: "mira@example.com", ip: null }, now };
    for (const run of [hideSetupList, markLegalRead, sendTestMail])
      expect(await run(db, stranger)).toEqual({ ok: false, error: "forbidden" });
    expect((await readSettings(db)).setupList).toBe("open");
    expect(await db.select().from(mails)).toEqual([]);
    await db.delete(auditLog);
    await sendTestMail(db, change);
    await hideSetupList(db, change);
    expect(await db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      { action: "mail.tested", actorEmail: "robin@example.com", subjectId: "robin@example.com" },
      { action: "settings.updated", subjectId: "setup" },
    ]);
  });

  test("sandbox shops never show it", async () => {
    expect(defaultSettings.setupList).toBe("");
    await db.delete(settings);
    expect(await read()).toBeNull();
  });
});
