import { expect, test } from "vitest";
import { packages } from "./tables.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { openShopCache } from "./shop-cache.server.ts";
import { seedCatalog } from "./packages.server.ts";

describeOnBothDatabases("settings and packages cached by shop version", (openFresh) => {
  test("are current at the current version", async () => {
    const { db, close } = await openFresh();
    await seedCatalog(db);
    const cache = openShopCache(db);
    const now = async () => {
      const version = await cache.version();
      const [{ shopName }, { grid }] = await Promise.all([
        cache.settings(version),
        cache.packages(version),
      ]);
      return { shopName, cents: grid[0]?.priceCents };
    };
    const { cents } = await now();
    await db.insert(settings).values({ name: "shopName", value: "Other" });
    expect(await now()).toEqual({ shopName: "Other", cents });
    await db.update(packages).set({ priceCents: 4_321 });
    expect(await now()).toEqual({ shopName: "Other", cents: 4_321 });
    await close();
  });

  test("are not read again while the version is unchanged", async () => {
    const { db, close } = await openFresh();
    await seedCatalog(db);
    const cache = openShopCache(db);
    const version = await cache.version();
    const [settingsThen, packagesThen] = [
      await cache.settings(version),
      await cache.packages(version),
    ];
    expect(await cache.version()).toBe(version);
    expect(await cache.settings(version)).toBe(settingsThen);
    expect(await cache.packages(version)).toBe(packagesThen);
    await close();
  });
});
