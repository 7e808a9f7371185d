import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { settings } from "./tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { readSecret, readSettings } from "./settings.server.ts";
import { defaultSettings } from "./settings.ts";

describeOnBothDatabases("settings", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(() => db.delete(settings));

  test("a new shop has the defaults", async () => {
    expect(await readSettings(db)).toEqual(defaultSettings);
  });

  test("stored values of any type replace the defaults; other settings are unchanged", async () => {
    await db.insert(settings).values([
      { name: "shopName", value: "Münzen & Co" },
      { name: "orderConfirmation", value: false },
    ]);
    expect(await readSettings(db)).toEqual({
      ...defaultSettings,
      shopName: "Münzen & Co",
      orderConfirmation: false,
    });
  });

  test("an unknown stored setting is ignored", async () => {
    await db.insert(settings).values({ name: "theme", value: "dark" });
    expect(await readSettings(db)).toEqual(defaultSettings);
  });

  test("a secret is created once, also by concurrent requests", async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => readSecret(db, "links")));
    const [secret] = secrets;
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(1);
    expect(await readSecret(db, "links")).toBe(secret);
  });

  test("secrets of different names differ", async () => {
    expect(await readSecret(db, "cookies")).not.toBe(await readSecret(db, "links"));
  });

  test("a secret created in a rolled-back transaction is created again", async () => {
    let lost = "";
    const undone = db.transaction(async (tx) => {
      lost = await readSecret(tx, "undone");
      throw new Error("the power went");
    });
    await expect(undone).rejects.toThrow("the power went");
    const secret = await readSecret(db, "undone");
    expect(secret).not.toBe(lost);
    expect(await readSecret(db, "undone")).toBe(secret);
  });
});
