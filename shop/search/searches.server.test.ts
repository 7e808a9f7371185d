import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { packages } from "../catalog/tables.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import { insertOrder, insertUser } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { quickSearch } from "./searches.server.ts";

describeOnBothDatabases("the quick search", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await seedCatalog(db);
    await insertUser(db, { id: "oskar", name: "Oskar Lind" });
    await insertOrder(db, {
      id: "7KQ2M9X",
      buyer: "mira",
      status: "pending",
      createdAt: new Date("2026-01-01T00:00:00Z"),
    });
    for (let day = 1; day <= 6; day++) {
      await insertOrder(db, {
        id: `ORDER0${day}`,
        buyer: `fan${day}`,
        tiktokUsername: "7kq2m9x.fan",
        createdAt: new Date(`2026-02-0${day}T00:00:00Z`),
      });
    }
    await insertOrder(db, { id: "GONE001", buyer: "gone", deletedAt: new Date() });
  });
  afterAll(() => database.close());

  const found = async (text: string) => {
    const { orders, customers, packages } = await quickSearch(db, text);
    return {
      orders: orders.map(({ id }) => id),
      customers: customers.map(({ email }) => email),
      packages: packages.map(({ coins }) => coins),
    };
  };

  test("finds orders by any part of ID, username and email: the one with exactly that ID first, then the newest", async () => {
    expect((await found("7kq2m9x")).orders).toEqual([
      "7KQ2M9X",
      "ORDER06",
      "ORDER05",
      "ORDER04",
      "ORDER03",
    ]);
    expect((await found("ira@ex")).orders).toEqual(["7KQ2M9X"]);
    expect((await found("mi")).orders).toEqual(["7KQ2M9X"]);
    expect((await found("or")).orders).toHaveLength(5);
    expect((await found("ra")).orders).toEqual([]);
    expect((await found("#7kq2m9x")).orders).toEqual(["7KQ2M9X"]);
    expect((await found("#7")).orders).toEqual(["7KQ2M9X"]);
    expect((await found("Example 7KQ MIRA")).orders).toEqual(["7KQ2M9X"]);
    expect((await found("GONE001")).orders).toEqual([]);
    expect((await quickSearch(db, "7KQ2M9X")).orders[0]).toEqual({
      id: "7KQ2M9X",
      tiktokUsername: "mira",
      giftEmail: null,
      status: "pending",
      totalCents: 1499,
    });
  });

  test("finds the nearest order first: of that username or email, then what begins with it, then the newest", async () => {
    const day = (text: string) => new Date(`2026-03-${text}T00:00:00Z`);
    await insertOrder(db, { id: "NEAR001", buyer: "ann.exact", createdAt: day("01") });
    await insertOrder(db, { id: "NEAR002", buyer: "ann.exactly", createdAt: day("02") });
    await insertOrder(db, { id: "NEAR003", buyer: "jo.ann.exact", createdAt: day("03") });
    const nearest = ["NEAR001", "NEAR002", "NEAR003"];
    expect((await found("ann.exact")).orders).toEqual(nearest);
    expect((await found("@ann.exact")).orders.slice(0, 2)).toEqual(["NEAR001", "NEAR002"]);
    expect((await found("Ann.Exact@example.com")).orders).toEqual(["NEAR001", "NEAR003"]);
  });

  test("finds customers by email and name, with an account or without", async () => {
    expect((await found("lind")).customers).toEqual(["oskar@example.com"]);
    expect((await found("Mira@example.com")).customers[0]).toBe("mira@example.com");
    expect((await found("LIND oskar")).customers).toEqual(["oskar@example.com"]);
    expect((await found("os")).customers).toEqual(["oskar@example.com"]);
  });

  test("finds packages by coins, ID and description, for sale or not", async () => {
    expect((await found("1,400 coins")).packages).toEqual([1400]);
    expect((await found("70")).packages).toEqual([70, 700]);
    expect((await found("power user")).packages).toEqual([1400]);
    await db.update(packages).set({ placement: "off" }).where(eq(packages.id, "4"));
    expect((await quickSearch(db, "power user")).packages).toEqual([
      { id: "4", coins: 1400, priceCents: 5999, placement: "off" },
    ]);
  });

  test("finds nothing for an empty text, and accepts special characters", async () => {
    const nothing = { orders: [], customers: [], packages: [] };
    for (const text of ["", "  ", "\u0000", "nobody at all", "%", "\\", "'", "x".repeat(5000)])
      expect(await found(text)).toEqual(nothing);
  });
});
