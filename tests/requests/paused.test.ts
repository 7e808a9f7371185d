import { expect, test } from "vitest";
import { checkouts } from "#shop/checkouts/tables.ts";
import { openTestApp } from "./open-app.ts";

test("on an almost full disk no checkout begins, in any language, and the page says so", async () => {
  const { db, visitor, fetch } = await openTestApp({}, { salesPaused: true });
  const buyer = visitor();
  for (const [path, text] of [
    ["/checkout", "No new orders for a moment"],
    ["/de/checkout", "Zurzeit keine neuen Bestellungen"],
  ] as const) {
    const refused = await buyer.post(path, { intent: "select", packageId: "350" });
    expect(refused.status).toBe(503);
    expect(refused.text).toContain(text);
  }
  expect(await db.$count(checkouts)).toBe(0);
  expect((await fetch("/")).status).toBe(200);
});
