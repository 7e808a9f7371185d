import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { settings } from "../settings/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { recountMetrics } from "../metrics/metrics-recount.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import { readForms, readSettings } from "../settings/settings.server.ts";
import { insertActor } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, placedOrder } from "../../tests/make.ts";
import { saveSettings } from "./save-settings.server.ts";

const now = new Date("2026-11-20T23:30:00Z");

describeOnBothDatabases("saving settings", (openFresh) => {
  let database: Database;
  let db: Db;
  let actor: Actor;
  let customer: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    actor = await insertActor(db, "robin@example.com", "admin");
    customer = await insertActor(db, "mira@example.com", "customer");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(settings);
    await db.delete(auditLog);
  });

  const emails = {
    orderConfirmation: false,
    orderCompleted: true,
    orderFailed: true,
    marketingEmails: true,
  };

  test("stores the settings, and records only what changed in the audit log", async () => {
    const saved = await saveSettings(db, {
      group: "email",
      values: emails,
      version: 0,
      actor,
      now,
    });
    expect(saved.ok).toBe(true);
    expect(await readSettings(db)).toEqual({ ...defaultSettings, ...emails });
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: "settings.updated",
        subject: "settings",
        subjectId: "email",
        actorEmail: "robin@example.com",
        data: {
          before: { orderConfirmation: true, marketingEmails: false },
          after: { orderConfirmation: false, marketingEmails: true },
        },
      },
    ]);
  });

  test("saving unchanged values writes nothing and is not in the audit log", async () => {
    const { orderConfirmation, orderCompleted, orderFailed, marketingEmails } = defaultSettings;
    const values = { orderConfirmation, orderCompleted, orderFailed, marketingEmails };
    expect(
      await saveSettings(db, { group: "email", values, version: 0, actor, now }),
    ).toMatchObject({ ok: true });
    expect((await readForms(db)).versions).toMatchObject({ email: 0 });
    expect(await db.select().from(auditLog)).toEqual([]);
  });

  test("a stale form is refused; other forms are not affected", async () => {
    await saveSettings(db, { group: "email", values: emails, version: 0, actor, now });
    const late = { ...emails, orderFailed: false };
    expect(
      await saveSettings(db, { group: "email", values: late, version: 0, actor, now }),
    ).toEqual({ ok: false, error: "stale" });
    const values = { newOrders: false };
    expect(
      await saveSettings(db, { group: "notification", values, version: 0, actor, now }),
    ).toMatchObject({ ok: true });
    const { email } = (await readForms(db)).versions;
    expect(
      await saveSettings(db, { group: "email", values: late, version: email, actor, now }),
    ).toMatchObject({ ok: true });
    expect(await readSettings(db)).toMatchObject({ ...late, newOrders: false });
  });

  test("of two who save the same form at once, one is stale", async () => {
    const both = await Promise.all(
      ["One", "Two"].map((shopName) =>
        saveSettings(db, { group: "shop", values: { shopName }, version: 0, actor, now }),
      ),
    );
    expect(both.filter((result) => result.ok)).toHaveLength(1);
  });

  test("a form writes no setting of another", async () => {
    const values = { shopName: "Münzen", sessionTimeout: "240" };
    await saveSettings(db, { group: "shop", values, version: 0, actor, now });
    expect(await readSettings(db)).toEqual({ ...defaultSettings, shopName: "Münzen" });
  });

  test("only administrators save settings", async () => {
    for (const who of [customer, { id: null, email: "unknown", ip: null }])
      expect(
        await saveSettings(db, { group: "email", values: emails, version: 0, actor: who, now }),
      ).toEqual({ ok: false, error: "forbidden" });
    expect(await readSettings(db)).toEqual(defaultSettings);
    expect(await db.select().from(auditLog)).toEqual([]);
  });

  test.each(["Mars/Olympus", "+01:00", "europe/berlin"])(
    "%s, unknown to the database, is refused, and orders can still be placed",
    async (timeZone) => {
      expect(
        await saveSettings(db, { group: "shop", values: { timeZone }, version: 0, actor, now }),
      ).toEqual({ ok: false, error: "unknown-time-zone" });
      await placedOrder(db, { now });
    },
  );

  test("every time zone that the form offers is known to the database", async () => {
    const known = await db.select({ name: sql<string>`name` }).from(sql`pg_timezone_names`);
    const names = new Set(known.map(({ name }) => name));
    expect(Intl.supportedValuesOf("timeZone").filter((name) => !names.has(name))).toEqual([]);
  });

  test("a new time zone moves the metrics to its days", async () => {
    await deleteCheckouts(db);
    await placedOrder(db, { now });
    expect(await daysOfOrders()).toEqual(["2026-11-20"]);
    await saveSettings(db, {
      group: "shop",
      values: { timeZone: "Asia/Tokyo" },
      version: 0,
      actor,
      now,
    });
    // On a busy machine the save may leave the rest to the housekeeping.
    await recountMetrics(db, { atMostMs: 60_000 });
    expect(await daysOfOrders()).toEqual(["2026-11-21"]);
  });

  const daysOfOrders = async () =>
    (
      await db
        .select({ day: sql<string>`day::text` })
        .from(sql`current_metrics`)
        .where(sql`kind = 'status'`)
        .groupBy(sql`day`)
        .having(sql`sum(count) > 0`)
    ).map(({ day }) => day);
});
