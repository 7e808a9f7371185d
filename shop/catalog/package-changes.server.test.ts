import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { packages } from "./tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { quotes } from "../payments/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { selectPackage } from "../checkout/steps.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { defaultPaymentPolicy } from "#shop/payments/model/payment.ts";
import { insertActor } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  deleteCheckouts,
  onlyBitcoin,
  placedOrder,
  someVisitor,
} from "../../tests/make.ts";
import type { PackageValues } from "./package.ts";
import { parseRows, type RowTexts, rowTexts, type SubmittedRow } from "./package-rows.ts";
import {
  createPackage,
  deletePackage,
  movePackage,
  placePackage,
  updatePackage,
  updatePackageRows,
} from "./package-changes.server.ts";
import { findPackage, listAllPackages, listPackages, seedCatalog } from "./packages.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const values: PackageValues = {
  coins: 1050,
  priceCents: 4499,
  discount: 18,
  popular: false,
  description: "Between great value and power user",
};

describeOnBothDatabases("changes of the catalog", (openFresh) => {
  let database: Database;
  let db: Db;
  let actor: Actor;
  let customer: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    actor = await insertActor(db, "robin@example.com", "admin");
    customer = await insertActor(db, "mira@example.com", "customer");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(auditLog);
    await db.delete(packages);
    await seedCatalog(db);
  });

  const gridIds = async () => (await listPackages(db)).grid.map(({ id }) => id);
  const listedOf = async (id: string) => (await listAllPackages(db)).find((row) => row.id === id);
  const audited = async () =>
    (await db.select().from(auditLog)).map(({ action, subjectId, data }) => ({
      action,
      subjectId,
      data,
    }));

  test("a new package is at the end of the grid, with a random id of eight characters", async () => {
    const created = await createPackage(db, { values, actor, now });
    const id = created.ok ? created.value : "";
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(await gridIds()).toEqual(["1", "2", "3", "4", id]);
    expect(await findPackage(db, id, now)).toEqual({ id, ...values });
    expect(await audited()).toEqual([{ action: "package.created", subjectId: id, data: values }]);
  });

  test("a change is visible at once, and the audit log has the values before", async () => {
    expect(await updatePackage(db, { id: "2", version: 1, values, actor, now })).toMatchObject({
      ok: true,
    });
    expect(await findPackage(db, "2", now)).toEqual({ id: "2", ...values });
    expect(await listedOf("2")).toMatchObject({ version: 2 });
    const [entry] = await audited();
    expect(entry).toMatchObject({
      action: "package.updated",
      data: { before: { coins: 350, priceCents: 1499 }, after: values },
    });
  });

  test("a stale change is refused and writes nothing", async () => {
    await updatePackage(db, { id: "2", version: 1, values, actor, now });
    const late = { id: "2", version: 1, actor, now };
    expect(await updatePackage(db, { ...late, values: { ...values, coins: 1 } })).toEqual({
      ok: false,
      error: "stale",
    });
    expect(await deletePackage(db, late)).toEqual({ ok: false, error: "stale" });
    expect(await placePackage(db, { ...late, placement: "off" })).toEqual({
      ok: false,
      error: "stale",
    });
    expect(await findPackage(db, "2", now)).toEqual({ id: "2", ...values });
    expect(await audited()).toHaveLength(1);
  });

  test("of two concurrent changes of a package, one is refused", async () => {
    const both = await Promise.all(
      [10, 20].map((coins) =>
        updatePackage(db, { id: "2", version: 1, values: { ...values, coins }, actor, now }),
      ),
    );
    expect(both.filter((result) => result.ok)).toHaveLength(1);
    expect(await listedOf("2")).toMatchObject({ version: 2 });
  });

  test("a deleted package is gone from the shop and from the grid, and cannot be changed any more", async () => {
    expect(await deletePackage(db, { id: "3", version: 1, actor, now })).toMatchObject({
      ok: true,
    });
    expect(await findPackage(db, "3", now)).toBeNull();
    expect(await gridIds()).toEqual(["1", "2", "4"]);
    expect(await updatePackage(db, { id: "3", version: 2, values, actor, now })).toEqual({
      ok: false,
      error: "not-found",
    });
    expect(await audited()).toMatchObject([{ action: "package.deleted", data: { coins: 700 } }]);
  });

  test.each([
    ["3", 0, ["3", "1", "2", "4"]],
    ["1", 3, ["2", "3", "4", "1"]],
    ["2", 99, ["1", "3", "4", "2"]],
    ["4", -5, ["4", "1", "2", "3"]],
    ["2", 1, ["1", "2", "3", "4"]],
  ])("%s moved to %d", async (id, position, after) => {
    const seen = await gridIds();
    expect(await movePackage(db, { id, position, seen, actor, now })).toMatchObject({ ok: true });
    expect(await gridIds()).toEqual(after);
    expect((await listAllPackages(db)).every((row) => row.version === 1)).toBe(true);
  });

  test("a move in a stale grid is refused", async () => {
    const seen = await gridIds();
    await movePackage(db, { id: "4", position: 0, seen, actor, now });
    const late = { id: "1", position: 2, actor, now };
    expect(await movePackage(db, { ...late, seen })).toEqual({ ok: false, error: "stale" });
    expect(await movePackage(db, { ...late, id: "5", seen })).toEqual({
      ok: false,
      error: "not-found",
    });
    expect(await gridIds()).toEqual(["4", "1", "2", "3"]);
  });

  test("a new promotion moves the previous one to the end of the grid", async () => {
    await placePackage(db, { id: "2", version: 1, placement: "promotion", actor, now });
    expect((await listPackages(db)).promotion).toMatchObject({ id: "2" });
    expect(await gridIds()).toEqual(["1", "3", "4", "5"]);
    expect(await audited()).toMatchObject([
      { action: "package.moved", data: { from: "grid", to: "promotion", replaced: ["5"] } },
    ]);
  });

  test("concurrent promotions leave one promotion", async () => {
    await Promise.all(
      ["1", "2", "3"].map((id) =>
        placePackage(db, { id, version: 1, placement: "promotion", actor, now }),
      ),
    );
    const all = await listAllPackages(db);
    expect(all.filter(({ placement }) => placement === "promotion")).toHaveLength(1);
    expect(all).toHaveLength(5);
  });

  test("a promotion that is switched off is neither shown nor sold, and can come back", async () => {
    await placePackage(db, { id: "5", version: 1, placement: "off", actor, now });
    expect((await listPackages(db)).promotion).toBeNull();
    expect(await findPackage(db, "5", now)).toBeNull();
    expect(
      await selectPackage(db, { visitorHash: someVisitor(), packageId: "5", now }),
    ).toMatchObject({ ok: false });
    await placePackage(db, { id: "5", version: 2, placement: "promotion", actor, now });
    expect((await listPackages(db)).promotion).toMatchObject({ id: "5", coins: 30_000 });
  });

  test("a price change affects neither open checkouts, nor quotes, nor orders", async () => {
    const open = await checkoutAtPayment(db, { now });
    const { orderId } = await placedOrder(db, { now });
    await updatePackage(db, { id: "2", version: 1, values, actor, now });
    await deletePackage(db, { id: "2", version: 2, actor, now });

    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, open.checkout.id));
    expect(checkout?.package).toMatchObject({ id: "2", coins: 350, priceCents: 1499 });
    const held = await db.select().from(quotes);
    expect(held.map(({ priceCents, sats }) => [priceCents, sats])).toEqual([
      [1499, 14_990],
      [1499, 14_990],
    ]);
    expect(await findOrder(db, orderId)).toMatchObject({ totalCents: 1499 });
    const confirmedAfter = await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash: open.visitorHash,
      checkoutId: open.checkout.id,
      policy: defaultPaymentPolicy,
      now,
    });
    expect(confirmedAfter).toMatchObject({
      ok: true,
      value: { totalCents: 1499, package: { coins: 350 } },
    });
  });

  const editOf = async (id: string, typed: Partial<RowTexts>) => {
    const pkg = await listedOf(id);
    if (!pkg) throw new Error("no such package");
    const was = rowTexts(pkg);
    return { id, was, typed: { ...was, ...typed } };
  };
  const saveRows = async (rows: SubmittedRow[], by = actor) => {
    const edits = parseRows(rows);
    if (!edits.ok) throw new Error("invalid rows");
    return updatePackageRows(db, { edits: edits.value, actor: by, now });
  };

  test("the table changes what was edited, with one audit entry for each package", async () => {
    const rows = [
      await editOf("1", { price: "3.49", cost: "1.20", soldOut: "on" }),
      await editOf("2", {}),
      await editOf("3", { onSale: "", validFrom: "2026-12-01", validUntil: "2026-12-24" }),
    ];
    expect(await saveRows(rows)).toEqual({ ok: true, value: undefined });
    expect(await listedOf("1")).toMatchObject({ priceCents: 349, costCents: 120, soldOut: true });
    expect(await listedOf("2")).toMatchObject({ version: 1 });
    expect(await listedOf("3")).toMatchObject({ placement: "off", validUntil: "2026-12-24" });
    expect(await audited()).toEqual([
      {
        action: "package.updated",
        subjectId: "1",
        data: {
          before: { priceCents: 299, costCents: null, soldOut: false },
          after: { priceCents: 349, costCents: 120, soldOut: true },
        },
      },
      {
        action: "package.updated",
        subjectId: "3",
        data: {
          before: { placement: "grid", validFrom: null, validUntil: null },
          after: { placement: "off", validFrom: "2026-12-01", validUntil: "2026-12-24" },
        },
      },
    ]);
    await saveRows([await editOf("3", { onSale: "on" })]);
    expect(await gridIds()).toEqual(["1", "2", "4", "3"]);
  });

  test("of two administrators who edit the same price the second is told, and other fields of both are kept", async () => {
    const [first, second] = [await editOf("2", {}), await editOf("2", {})];
    await saveRows([{ ...first, typed: { ...first.typed, price: "15.99" } }]);
    const both = [
      { ...second, typed: { ...second.typed, price: "16.49", cost: "9" } },
      await editOf("1", { price: "3" }),
    ];
    expect(await saveRows(both)).toEqual({
      ok: false,
      error: { 2: { price: "Someone changed this to 15.99 in the meantime" } },
    });
    expect(await listedOf("2")).toMatchObject({ priceCents: 1599, costCents: null });
    expect(await listedOf("1")).toMatchObject({ priceCents: 299 });
    // The field that only the second has edited.
    await saveRows([{ ...second, typed: { ...second.typed, cost: "9" } }]);
    expect(await listedOf("2")).toMatchObject({ priceCents: 1599, costCents: 900 });
  });

  test("an edit of a field that was emptied or ticked meanwhile is told", async () => {
    await saveRows([await editOf("2", { cost: "9" })]);
    const edit = await editOf("2", { cost: "8", soldOut: "on", validUntil: "2026-12-24" });
    await saveRows([await editOf("2", { cost: "" })]);
    expect(await saveRows([edit])).toEqual({
      ok: false,
      error: { 2: { cost: "Someone emptied this in the meantime" } },
    });
  });

  test("an edit of a package that was deleted meanwhile is told, and customers edit nothing", async () => {
    const row = await editOf("2", { price: "1" });
    expect(await saveRows([row], customer)).toEqual({ ok: false, error: "forbidden" });
    await deletePackage(db, { id: "2", version: 1, actor, now });
    expect(await saveRows([row])).toEqual({
      ok: false,
      error: { 2: { price: "Someone deleted this package in the meantime" } },
    });
  });

  test("only administrators change packages, and refused attempts are not in the audit log", async () => {
    const change = { id: "2", version: 1, actor: customer, now };
    const refused = [
      await createPackage(db, { values, actor: customer, now }),
      await updatePackage(db, { ...change, values }),
      await deletePackage(db, change),
      await placePackage(db, { ...change, placement: "off" }),
      await movePackage(db, { ...change, position: 0, seen: await gridIds() }),
      await deletePackage(db, { ...change, actor: { id: null, email: "unknown", ip: null } }),
    ];
    expect(new Set(refused.map((result) => (result.ok ? "done" : result.error)))).toEqual(
      new Set(["forbidden"]),
    );
    expect(await gridIds()).toEqual(["1", "2", "3", "4"]);
    expect(await audited()).toEqual([]);
  });
});
