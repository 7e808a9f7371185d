import { expect, test } from "vitest";
import { packages } from "./tables.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { openShopFacts } from "./shop-facts.server.ts";
import { seedCatalog } from "./packages.server.ts";

describeOnBothDatabases("settings and packages by their version", (openFresh) => {
  test("are those of now at the version of now", async () => {
    const { db, close } = await openFresh();
    await seedCatalog(db);
    const facts = openShopFacts(db);
    const now = async () => {
      const version = await facts.version();
      const [{ shopName }, { grid }] = await Promise.all([
        facts.settings(version),
        facts.packages(version),
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

  test("are not read again while the version stays", async () => {
    const { db, close } = await openFresh();
    await seedCatalog(db);
    const facts = openShopFacts(db);
    const version = await facts.version();
    const [kept, offered] = [await facts.settings(version), await facts.packages(version)];
    expect(await facts.version()).toBe(version);
    expect(await facts.settings(version)).toBe(kept);
    expect(await facts.packages(version)).toBe(offered);
    await close();
  });
});
