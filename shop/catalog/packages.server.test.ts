import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { packages } from "./tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { localDate } from "#lib/days.ts";
import { settings } from "../settings/tables.ts";
import { packagesOn, seedPackages } from "./package.ts";
import {
  findForSale,
  findPackage,
  listAllPackages,
  listPackages,
  seedCatalog,
} from "./packages.server.ts";

const now = new Date("2026-11-20T08:00:00Z");

describeOnBothDatabases("the catalog", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(packages);
    await seedCatalog(db);
  });

  const change = (id: string, values: Partial<typeof packages.$inferInsert>) =>
    db.update(packages).set(values).where(eq(packages.id, id));
  const gridIds = async () => (await listPackages(db)).grid.map(({ id }) => id);

  test("a new shop sells four packages in the grid and one as the promotion", async () => {
    const { grid, promotion } = await listPackages(db);
    expect(grid.map(({ coins, priceCents, discount }) => [coins, priceCents, discount])).toEqual([
      [70, 299, 0],
      [350, 1499, 10],
      [700, 2999, 15],
      [1400, 5999, 20],
    ]);
    expect(grid.filter(({ popular }) => popular).map(({ id }) => id)).toEqual(["2"]);
    expect(promotion).toMatchObject({ coins: 30_000, priceCents: 19_999 });
  });

  test("a new live shop sells nothing until its owner has set the prices", async () => {
    await db.delete(packages);
    await seedCatalog(db, { mode: "live" });
    expect(await listPackages(db)).toEqual({ grid: [], promotion: null, others: [] });
    expect(await listAllPackages(db)).toHaveLength(seedPackages.length);
  });

  test("a shop whose packages are on sale keeps them in live mode", async () => {
    await seedCatalog(db, { mode: "live" });
    expect(await gridIds()).toEqual(["1", "2", "3", "4"]);
  });

  test("concurrent instances seed it once", async () => {
    await db.delete(packages);
    await Promise.all(Array.from({ length: 5 }, () => seedCatalog(db)));
    expect(await db.select().from(packages)).toHaveLength(seedPackages.length);
  });

  test("a later start restores neither changed nor deleted packages", async () => {
    await change("1", { priceCents: 399 });
    await change("2", { deletedAt: new Date() });
    await seedCatalog(db);
    expect(await findPackage(db, "1", now)).toMatchObject({ priceCents: 399 });
    expect(await gridIds()).toEqual(["1", "3", "4"]);
  });

  test("a start after all packages were deleted does not seed again", async () => {
    await db.update(packages).set({ deletedAt: new Date() });
    await seedCatalog(db);
    expect(await listPackages(db)).toEqual({ grid: [], promotion: null, others: [] });
  });

  test("a deleted package is neither listed nor found, and its row remains", async () => {
    await change("3", { deletedAt: new Date() });
    await change("5", { deletedAt: new Date() });
    expect(await gridIds()).toEqual(["1", "2", "4"]);
    expect((await listPackages(db)).promotion).toBeNull();
    expect(await findPackage(db, "3", now)).toBeNull();
    expect(await db.select().from(packages)).toHaveLength(seedPackages.length);
  });

  test("the grid is ordered by position, then by id", async () => {
    await change("4", { position: -1 });
    expect(await gridIds()).toEqual(["4", "1", "2", "3"]);
    await db.update(packages).set({ position: 0 });
    expect(await gridIds()).toEqual(["1", "2", "3", "4"]);
  });

  test("of several promotions only the first is shown, and none in the grid", async () => {
    await change("1", { placement: "promotion", position: -1 });
    expect((await listPackages(db)).promotion).toMatchObject({ id: "1" });
    expect(await gridIds()).toEqual(["2", "3", "4"]);
  });

  test("a package that is sold out is listed and cannot be bought", async () => {
    await change("2", { soldOut: true });
    expect((await listPackages(db)).grid.map(({ soldOut }) => soldOut)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(await findForSale(db, "2", now)).toEqual({ ok: false, error: "sold-out" });
    expect(await findForSale(db, "6", now)).toEqual({ ok: false, error: "unknown" });
    expect(await findPackage(db, "2", now)).toBeNull();
  });

  test("the first and the last day on sale begin and end at midnight of the shop's time zone", async () => {
    await change("2", { validFrom: "2026-11-20", validUntil: "2026-11-21" });
    await db.delete(settings);
    await db.insert(settings).values({ name: "timeZone", value: "America/New_York" });
    const placed = await listPackages(db);
    const seen: string[] = [];
    for (const at of [
      "2026-11-20T04:59:59Z",
      "2026-11-20T05:00:00Z",
      "2026-11-22T04:59:59Z",
      "2026-11-22T05:00:00Z",
    ]) {
      const today = localDate(new Date(at), "America/New_York");
      const listed = packagesOn(placed, today).grid.some(({ id }) => id === "2");
      const found = await findForSale(db, "2", new Date(at));
      seen.push(`${listed ? "listed" : "not listed"}, ${found.ok ? "for sale" : found.error}`);
    }
    const [away, there] = ["not listed, gone", "listed, for sale"];
    expect(seen).toEqual([away, there, there, away]);
    await db.delete(settings);
  });

  test("no page or checkout reads the cost", async () => {
    await change("2", { costCents: 777 });
    const read = [await listPackages(db), await findForSale(db, "2", now)];
    expect(JSON.stringify(read)).not.toMatch(/777|cost/);
    expect((await listAllPackages(db)).map(({ costCents }) => costCents)).toContain(777);
  });

  test("findPackage returns what listPackages lists", async () => {
    const { grid, promotion } = await listPackages(db);
    for (const listed of [...grid, promotion])
      expect(listed).toMatchObject((await findPackage(db, listed?.id ?? "", now)) ?? { id: null });
    for (const id of ["6", "", "\u0000", " 1", "1'"])
      expect(await findPackage(db, id, now)).toBeNull();
  });
});
