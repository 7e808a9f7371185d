import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { createHealthWatch } from "./alerts.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const healthy = {
  price: true,
  chain: true,
  hosts: true,
  lightning: true,
  delivery: true,
  housekeeping: true,
};

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

  const sent = () =>
    db.select({ to: mails.to, message: mails.message }).from(mails).orderBy(mails.to);

  test("a service that is down for five minutes is reported once to every administrator", async () => {
    const checkHealth = createHealthWatch(db);
    await checkHealth({ ...healthy, price: false }, at(0));
    await checkHealth({ ...healthy, price: false }, at(4));
    expect(await sent()).toEqual([]);
    for (const minutes of [5, 6, 60]) await checkHealth({ ...healthy, price: false }, at(minutes));
    const message = { template: "admin-alert", about: "price", since: start.toISOString() };
    expect(await sent()).toEqual([
      { to: "kim@example.com", message },
      { to: "robin@example.com", message },
    ]);
  });

  test("a service that recovers in time is not reported, and its downtime starts again", async () => {
    const checkHealth = createHealthWatch(db);
    await checkHealth({ ...healthy, chain: false }, at(0));
    await checkHealth(healthy, at(3));
    await checkHealth({ ...healthy, chain: false }, at(4));
    await checkHealth({ ...healthy, chain: false }, at(8));
    expect(await sent()).toEqual([]);
  });

  test("two instances send one alert, and another one hours later", async () => {
    const watches = [createHealthWatch(db), createHealthWatch(db)];
    for (const minutes of [0, 6, 7, 400]) {
      for (const checkHealth of watches)
        await checkHealth({ ...healthy, housekeeping: false }, at(minutes));
      if (minutes === 7) expect(await sent()).toHaveLength(2);
    }
    expect(await sent()).toHaveLength(4);
  });

  test("no alert is sent while the setting is off", async () => {
    await db.insert(settings).values({ name: "systemAlerts", value: false });
    const checkHealth = createHealthWatch(db);
    for (const minutes of [0, 6]) await checkHealth({ ...healthy, price: false }, at(minutes));
    expect(await sent()).toEqual([]);
  });
});
