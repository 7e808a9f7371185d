import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { settings } from "../settings/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { confirmOrder } from "../checkout/checkouts.server.ts";
import { defaultPaymentPolicy } from "#shop/payments/model/payment.ts";
import { defaultSettings } from "../settings/settings.ts";
import { readForms, readSettings } from "../settings/settings.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, deleteCheckouts, onlyBitcoin } from "../../tests/make.ts";
import { saveSettings } from "./settings-changes.server.ts";

const now = new Date("2026-11-20T23:30:00Z");

describeOnBothDatabases("saving settings", (openFresh) => {
  let database: Database;
  let db: Db;
  let actor: Actor;
  let customer: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    actor = await somebody("robin@example.com", "admin");
    customer = await somebody("mira@example.com", "customer");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(settings);
    await db.delete(auditLog);
  });

  const somebody = async (email: string, role: "admin" | "customer"): Promise<Actor> => {
    await db.insert(users).values({ id: email, name: email, email, role, referralCode: email });
    return { id: email, email, ip: "127.0.0.1" };
  };
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
    for (const who of [customer, { id: null, email: "nobody", ip: null }])
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
      await placeOrder();
    },
  );

  test("every time zone that the form offers is known to the database", async () => {
    const known = await db.select({ name: sql<string>`name` }).from(sql`pg_timezone_names`);
    const names = new Set(known.map(({ name }) => name));
    expect(Intl.supportedValuesOf("timeZone").filter((name) => !names.has(name))).toEqual([]);
  });

  test("a new time zone moves the metrics to its days", async () => {
    await deleteCheckouts(db);
    await placeOrder();
    expect(await daysOfOrders()).toEqual(["2026-11-20"]);
    await saveSettings(db, {
      group: "shop",
      values: { timeZone: "Asia/Tokyo" },
      version: 0,
      actor,
      now,
    });
    expect(await daysOfOrders()).toEqual(["2026-11-21"]);
  });

  const placeOrder = async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now });
    const order = await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy: defaultPaymentPolicy,
      now,
    });
    expect(order.ok).toBe(true);
  };
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
