import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PublicPackage } from "#shop/catalog/public-package.ts";
import { packages } from "#shop/catalog/tables.ts";
import { makeKey } from "../../api-keys.ts";
import { openTestApp } from "../open-app.ts";
import { ApiClient } from "./api-client.ts";

test("a key reads which packages are sold out and until when, and their cost only with the right", async () => {
  const app = await openTestApp();
  const change = (id: string, values: Partial<typeof packages.$inferInsert>) =>
    app.db.update(packages).set(values).where(eq(packages.id, id));
  await change("1", { validUntil: "2020-01-01" });
  await change("2", { costCents: 777, soldOut: true, validUntil: "2999-01-31" });
  const { visitor: admin } = await app.account();
  const list = new ApiClient(app, await makeKey(admin, ["packages:read"], { name: "List" }));
  const read = async (client: ApiClient) =>
    (await client.request("/packages")).json as { packages: PublicPackage[] };
  const shown = await read(list);
  expect(shown.packages.map(({ id }) => id)).toEqual(["2", "3", "4", "5"]);
  expect(shown.packages[0]).toMatchObject({
    soldOut: true,
    validFrom: null,
    validUntil: "2999-01-31",
    costCents: null,
  });
  expect((await list.request("/packages/1")).status).toBe(404);
  const scopes = ["packages:read", "packages:costs"] as const;
  const books = new ApiClient(app, await makeKey(admin, [...scopes], { name: "Books" }));
  expect((await read(books)).packages.map(({ costCents }) => costCents)).toContain(777);

  const buyer = app.visitor();
  const home = await buyer.request("/");
  expect(home.text).toContain("Sold out");
  expect(home.text).not.toMatch(/777|costCents/);
  expect((await buyer.request("/packages/1")).status).toBe(404);
  const bought = await buyer.post("/checkout", { intent: "select", packageId: "2" });
  expect(bought.headers.location).toBe("/?notice=package-sold-out");
});
