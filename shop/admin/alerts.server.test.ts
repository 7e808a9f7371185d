import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { watchHealth } from "./alerts.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const fine = { price: true, chain: true, hosts: true, housekeeping: true };

describeOnBothDatabases("alerts", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    for (const email of ["robin@example.com", "kim@example.com"])
      await db
        .insert(users)
        .values({ id: email, name: email, email, role: "admin", referralCode: email });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(mails);
    await db.delete(settings);
  });

  const sent = async () =>
    (await db.select().from(mails)).map(({ to, message }) => ({ to, message }));

  test("what stays down for five minutes is told once to every administrator", async () => {
    const look = watchHealth(db);
    await look({ ...fine, price: false }, at(0));
    await look({ ...fine, price: false }, at(4));
    expect(await sent()).toEqual([]);
    for (const minutes of [5, 6, 60]) await look({ ...fine, price: false }, at(minutes));
    const message = { template: "admin-alert", about: "price", since: start.toISOString() };
    expect(await sent()).toEqual([
      { to: "robin@example.com", message },
      { to: "kim@example.com", message },
    ]);
  });

  test("what comes back in time is not told, and counts anew", async () => {
    const look = watchHealth(db);
    await look({ ...fine, chain: false }, at(0));
    await look(fine, at(3));
    await look({ ...fine, chain: false }, at(4));
    await look({ ...fine, chain: false }, at(8));
    expect(await sent()).toEqual([]);
  });

  test("two instances that notice tell it once; hours later it is told again", async () => {
    const looks = [watchHealth(db), watchHealth(db)];
    for (const minutes of [0, 6, 7, 400]) {
      for (const look of looks) await look({ ...fine, housekeeping: false }, at(minutes));
      if (minutes === 7) expect(await sent()).toHaveLength(2);
    }
    expect(await sent()).toHaveLength(4);
  });

  test("nobody is told when the owner wants no alerts", async () => {
    await db.insert(settings).values({ name: "systemAlerts", value: false });
    const look = watchHealth(db);
    for (const minutes of [0, 6]) await look({ ...fine, price: false }, at(minutes));
    expect(await sent()).toEqual([]);
  });
});
