import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { ownerTexts } from "../settings/tables.ts";
import { describeOrdered } from "./own-descriptions.server.ts";
import { seedCatalog } from "./packages.server.ts";
import { packages } from "./tables.ts";

test("an order's package has the owner's description in its language, unless the package has changed since", async () => {
  const database = await openFromPool();
  const { db } = database;
  onTestFinished(() => database.close());
  await seedCatalog(db);
  const ofTwo = eq(packages.id, "2");
  await db.update(packages).set({ description: "A good start" }).where(ofTwo);
  const text = "Un buen comienzo";
  await db.insert(ownerTexts).values({ name: "package.2", language: "es", text });
  const ordered = { id: "2", description: "A good start" };
  expect(await describeOrdered(db, ordered, "es")).toEqual({ id: "2", description: text });
  expect(await describeOrdered(db, ordered, "fr")).toEqual(ordered);
  expect(await describeOrdered(db, ordered, "en")).toEqual(ordered);
  await db.update(packages).set({ description: "A better start" }).where(ofTwo);
  expect(await describeOrdered(db, ordered, "es")).toEqual(ordered);
});
