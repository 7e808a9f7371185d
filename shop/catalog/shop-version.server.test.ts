import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { packages } from "./tables.ts";
import { ownerTexts, settings } from "../settings/tables.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { readShopVersion } from "./shop-cache.server.ts";
import { listPackages, seedCatalog } from "./packages.server.ts";

describeWhereDatabasesDiffer("the shop version", (openFresh) => {
  let database: Database;
  let db: Db;
  let version: () => Promise<string>;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    version = () => readShopVersion(db);
    await seedCatalog(db);
  });
  afterEach(() => database.close());

  const ownText = { name: "termsText", language: "es", text: "Condiciones" } as const;
  const changes: [string, () => Promise<unknown>][] = [
    ["a package is changed", () => db.update(packages).set({ priceCents: 1 })],
    ["a package is added", () => db.insert(packages).values({ id: "n", coins: 1, priceCents: 1 })],
    ["packages are gone", () => db.delete(packages)],
    ["a setting is saved", () => db.insert(settings).values({ name: "shopName", value: "Other" })],
    ["a text in another language is saved", () => db.insert(ownerTexts).values(ownText)],
    ["the catalog is emptied", () => db.execute(sql`truncate packages`)],
  ];
  test.each(changes)("changes when %s", async (_name, change) => {
    const before = await version();
    await change();
    expect(await version()).not.toBe(before);
  });

  test("is unchanged without a change, and after a rollback", async () => {
    const before = await version();
    await listPackages(db);
    await expect(
      db.transaction(async (tx) => {
        await tx.update(packages).set({ priceCents: 1 });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await version()).toBe(before);
  });

  test("is never reused", async () => {
    const [first] = await db.select({ cents: packages.priceCents }).from(packages).limit(1);
    const seen = new Set([await version()]);
    for (const priceCents of [1, 2, first?.cents ?? 0, 1]) {
      await db.update(packages).set({ priceCents });
      seen.add(await version());
    }
    expect(seen.size).toBe(5);
  });
});
