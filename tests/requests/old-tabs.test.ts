import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertOrder } from "#shop/loyalty/test-orders.ts";
import { orderLeases } from "#shop/orders/tables.ts";
import { openTestApp } from "./open-app.ts";

test("an order is taken by a tab from before corrections were counted; an unknown form says to load the page again", async () => {
  const { db, account } = await openTestApp();
  const { visitor } = await account();
  await insertOrder(db, { id: "7KQ2M9X", buyer: "mira", status: "processing" });
  const taken = await visitor.post("/admin/deliver", { intent: "take", id: "7KQ2M9X" });
  expect(taken.status).toBe(200);
  expect(await db.$count(orderLeases, eq(orderLeases.orderId, "7KQ2M9X"))).toBe(1);

  const unknown = await visitor.post("/admin/deliver", { intent: "hold", id: "7KQ2M9X" });
  expect(unknown.status).toBe(400);
  expect(unknown.text).toContain("This page is out of date");
  expect(unknown.text).toContain("Load the page again");
});
