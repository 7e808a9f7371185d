import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { type Database, openDatabase } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { createOnServer, describeOnBothDatabases } from "../../tests/db.ts";
import { TEMPLATE } from "../../tests/global-setup.ts";
import { foldMetrics } from "./metrics.server.ts";
import { cachedMetricsOf } from "./test-metrics.ts";

const createdAt = new Date("2026-03-08T12:00:00Z");

describeOnBothDatabases("figures that are kept", (openFresh) => {
  let database: Database;
  beforeEach(async () => {
    database = await openFresh();
  });
  afterEach(() => database.close());

  test("stay while nothing changes, also when there was nothing to fold", async () => {
    const { db } = database;
    const kept = cachedMetricsOf(db);
    await insertOrder(db, { id: "ORDER", buyer: "a", createdAt });
    await foldMetrics(db);
    const report = await kept.report();
    await foldMetrics(db);
    expect(await kept.report()).toBe(report);
  });

  test("are read again when as many changes wait to be folded as before, but others", async () => {
    const { db } = database;
    const kept = cachedMetricsOf(db);
    for (const buyer of ["a", "b", "c"]) {
      await insertOrder(db, { id: `ORDER-${buyer}`, buyer, createdAt });
      await kept.expectTrue();
      await foldMetrics(db);
    }
    await db.delete(orders);
    await kept.expectTrue();
  });
});

describe.skipIf(!inject("serverUrl"))("figures that are kept, on a server", () => {
  test("are read again when an order is there that was being written while others were folded", async () => {
    const { url, drop } = await createOnServer(TEMPLATE);
    const { db, close } = await openDatabase({ url, dataDir: "" });
    const kept = cachedMetricsOf(db);
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = db.transaction(async (tx) => {
      await insertOrder(tx, { id: "SLOW", buyer: "a", createdAt });
      written.resolve();
      await mayEnd.promise;
    });
    await written.promise;
    await insertOrder(db, { id: "FAST", buyer: "b", createdAt });
    await kept.expectTrue();
    await foldMetrics(db);
    await kept.expectTrue();
    mayEnd.resolve();
    await writing;
    await kept.expectTrue();
    expect((await kept.report()).summary.orders.value).toBe(2);
    await close();
    await drop();
  });
});
