import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { packages } from "../catalog/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { trackingKey } from "../orders/order-access.server.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, mira, placedOrder, seenOutput, someVisitor } from "../../tests/make.ts";
import { findOrderToBuyAgain, packageToBuyAgain } from "./buy-again.server.ts";
import { findOpenCheckout, selectPackage } from "./steps.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const nobody = { visitorHash: null, verifiedEmail: null };

describeOnBothDatabases("buying an order again", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  const selectAgain = async (visitorHash: string, recipient = mira) => {
    const selected = await selectPackage(db, { visitorHash, packageId: "2", recipient, now });
    if (!selected.ok) throw new Error(selected.error);
    return selected.value;
  };

  test("takes the key of its mails, its visitor or its owner; an order's key opens no other", async () => {
    const { orderId, visitorHash } = await placedOrder(db, { now });
    const other = await placedOrder(db, { now });
    const key = await trackingKey(db, orderId);
    const find = async (viewer: typeof nobody | object, given = "", id = orderId) =>
      (await findOrderToBuyAgain(db, {
        orderId: id,
        key: given,
        viewer: { ...nobody, ...viewer },
      })) !== null;
    expect(await find(nobody)).toBe(false);
    expect(await find(nobody, "wrong")).toBe(false);
    expect(await find(nobody, key)).toBe(true);
    expect(await find(nobody, key, other.orderId)).toBe(false);
    expect(await find({ visitorHash })).toBe(true);
    expect(await find({ visitorHash: someVisitor() })).toBe(false);
    expect(await find({ verifiedEmail: "Mira@Example.com" })).toBe(true);
    expect(await find({ verifiedEmail: "eve@example.com" })).toBe(false);
  });

  test("the recipient is filled in, also in a checkout that has another one", async () => {
    const visitorHash = someVisitor();
    expect(await selectAgain(visitorHash)).toMatchObject({ package: { id: "2" }, recipient: mira });
    const sol = { tiktokUsername: "sol", tiktokUid: null, email: "sol@example.com" };
    expect(await selectAgain(visitorHash, sol)).toMatchObject({ recipient: sol });
    expect(await db.$count(checkouts, eq(checkouts.visitorHash, visitorHash))).toBe(1);
  });

  test("a quoted checkout serves a second click, but no other recipient or price", async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now });
    expect((await selectAgain(visitorHash)).id).toBe(checkout.id);
    const sol = { ...mira, tiktokUsername: "sol" };
    const forSol = await selectAgain(visitorHash, sol);
    expect(forSol.id).not.toBe(checkout.id);
    expect(forSol.recipient).toEqual(sol);
    // The quoted one still gets its coins to whom it was quoted for.
    const [left] = await db.select().from(checkouts).where(eq(checkouts.id, checkout.id));
    expect(left).toMatchObject({ state: "left", ...mira });

    const dear = await checkoutAtPayment(db, { now });
    await db.update(packages).set({ priceCents: 1599 }).where(eq(packages.id, "2"));
    const today = await selectAgain(dear.visitorHash);
    await db.update(packages).set({ priceCents: 1499 }).where(eq(packages.id, "2"));
    expect(today.id).not.toBe(dear.checkout.id);
    expect(today.package.priceCents).toBe(1599);
  });

  test("a checkout that is paid is not bought a second time, but left", async () => {
    const { checkout, visitorHash, address, sats } = await checkoutAtPayment(db, { now });
    const outputs = [seenOutput(sats)];
    await recordOutputs(db, { address, outputs, complete: true, policy, rateCents: null, now });
    const again = await selectAgain(visitorHash);
    expect(again.id).not.toBe(checkout.id);
    expect((await findOpenCheckout(db, visitorHash))?.checkout.id).toBe(again.id);
  });

  test("a package that is gone, off or has other coins is not for sale again", async () => {
    const { checkout } = await checkoutAtPayment(db, { now });
    const change = async (values: Partial<typeof packages.$inferInsert>) => {
      await db.update(packages).set(values).where(eq(packages.id, "2"));
      return packageToBuyAgain(db, checkout, now);
    };
    expect(await change({ priceCents: 1599 })).toMatchObject({ coins: 350, priceCents: 1599 });
    expect(await change({ placement: "off" })).toBeNull();
    expect(await change({ placement: "grid", soldOut: true })).toBeNull();
    await change({ soldOut: false });
    expect(await change({ placement: "grid", coins: 400 })).toBeNull();
    expect(await change({ coins: 350, deletedAt: now })).toBeNull();
    await change({ deletedAt: null, priceCents: 1499 });
  });
});
