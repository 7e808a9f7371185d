import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "./tables.ts";
import { settings } from "../settings/tables.ts";
import { selectPackage } from "../checkout/steps.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, mira, someVisitor } from "../../tests/make.ts";
import {
  grantAccess,
  findAccess,
  isTrackingKey,
  revokeAccessByEmail,
} from "./order-access.server.ts";
import {
  findOrder,
  orderHistory,
  orderOfCheckout,
  placeOrder,
  type StoredOrder,
} from "./orders.server.ts";
import { recordPayment } from "./record-payment.server.ts";
import { accessOf, findOrderByEmail, toOrderView } from "./tracking.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const unpaid = { address: "bc1q", sats: 14_990, expiresAt: at(3600).toISOString() };

describeOnBothDatabases("orders", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  const rowOf = async (tx: Db, checkoutId: string) => {
    const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, checkoutId));
    if (!checkout) throw new Error(`no checkout ${checkoutId}`);
    return checkout;
  };
  const place = (checkoutId: string, now = at(60)) =>
    db.transaction(async (tx) => {
      const checkout = await rowOf(tx, checkoutId);
      const { order } = await placeOrder(tx, {
        checkout,
        placedBy: "customer",
        payment: { kind: "bitcoin-due", address: "bc1q", due: unpaid },
        guestFrom: null,
        now,
      });
      return order;
    });
  const placed = async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
    return { order: await place(checkout.id), checkout, visitorHash };
  };
  const mailOf = async (order: StoredOrder) => {
    const [mail] = await db
      .select()
      .from(mails)
      .where(eq(mails.key, `order-placed:${order.id}`));
    return mail ?? null;
  };
  const keyOf = async (order: StoredOrder) => {
    const message = (await mailOf(order))?.message;
    if (message?.template !== "order-placed") throw new Error("no mail about the order");
    return message.trackingKey;
  };
  const remove = ({ id }: StoredOrder) =>
    db
      .update(orders)
      .set({ deletedAt: at(99) })
      .where(eq(orders.id, id));

  describe("placing", () => {
    test("gives each order an id of seven capital letters and digits, all of them in use", async () => {
      const ids = await Promise.all(
        Array.from({ length: 12 }, async () => (await placed()).order.id),
      );
      expect(new Set(ids).size).toBe(12);
      for (const id of ids) expect(id).toMatch(/^[A-Z0-9]{7}$/);
      // 84 draws from 36 characters: fewer than 15 different ones are practically impossible.
      expect(new Set(ids.join("")).size).toBeGreaterThan(15);
    });

    test("takes over the checkout, records the event, and grants its visitor access", async () => {
      const { order, checkout, visitorHash } = await placed();
      expect(order).toMatchObject({
        ...mira,
        checkoutId: checkout.id,
        package: checkout.package,
        status: "pending",
        paymentStatus: "pending",
        paymentMethod: "bitcoin",
        bitcoinWallet: "bc1q",
        totalCents: 1499,
        settledAt: null,
      });
      expect(await orderHistory(db, order.id)).toEqual([
        { type: "placed", data: { by: "customer" }, at: at(60) },
      ]);
      expect(await accessOf(db, order, { visitorHash, verifiedEmail: null })).toBe("proven");
    });

    test("the same checkout again gives the same order, also at once", async () => {
      const { order, checkout } = await placed();
      expect(await place(checkout.id, at(120))).toEqual(order);
      const other = await checkoutAtPayment(db, { now: start });
      const many = await Promise.all(Array.from({ length: 20 }, () => place(other.checkout.id)));
      expect(new Set(many.map(({ id }) => id)).size).toBe(1);
      const [only] = many;
      expect(await orderOfCheckout(db, other.checkout.id)).toEqual(only);
      expect(await orderHistory(db, String(only?.id))).toHaveLength(1);
    });

    test("a checkout without a recipient has no order", async () => {
      const selected = await selectPackage(db, {
        visitorHash: someVisitor(),
        packageId: "1",
        now: start,
      });
      if (!selected.ok) throw new Error(selected.error);
      await expect(place(selected.value.id)).rejects.toThrow("has no recipient yet");
      expect(await orderOfCheckout(db, selected.value.id)).toBeNull();
    });

    test("a failure afterwards leaves neither an order nor a mail behind", async () => {
      const { checkout } = await checkoutAtPayment(db, { now: start });
      let order: StoredOrder | undefined;
      const failing = db.transaction(async (tx) => {
        ({ order } = await placeOrder(tx, {
          checkout: await rowOf(tx, checkout.id),
          placedBy: "payment",
          payment: { kind: "bitcoin-seen", address: "bc1q", seen: null, due: null },
          now: at(60),
        }));
        throw new Error("the power went");
      });
      await expect(failing).rejects.toThrow("the power went");
      if (!order) throw new Error("it was never placed");
      expect(await findOrder(db, order.id)).toBeNull();
      expect(await mailOf(order)).toBeNull();
    });

    test("writes one mail to the buyer, unless the owner wants none", async () => {
      const { order, checkout } = await placed();
      await place(checkout.id);
      expect(await mailOf(order)).toMatchObject({
        to: mira.email,
        message: {
          orderId: order.id,
          coins: 350,
          totalCents: 1499,
          payment: { address: "bc1q", sats: 14_990, expiresAt: at(3600).toISOString() },
        },
      });
      await db.insert(settings).values({ name: "orderConfirmation", value: false });
      const silent = await placed();
      expect(await mailOf(silent.order)).toBeNull();
      await db.delete(settings);
    });
  });

  describe("payments", () => {
    test("the first settlement moves a pending order on, and no later one does", async () => {
      const { order } = await placed();
      const change = { settled: true, data: {}, outstanding: null, method: null };
      await recordPayment(db, order, { ...change, status: "paid", now: at(100) });
      const paid = await findOrder(db, order.id);
      if (!paid) throw new Error("the order is gone");
      expect(paid).toMatchObject({ status: "processing", settledAt: at(100) });
      await db.update(orders).set({ status: "pending" }).where(eq(orders.id, order.id));
      const back = { ...paid, status: "pending" as const };
      await recordPayment(db, back, { ...change, status: "overpaid", now: at(200) });
      expect(await findOrder(db, order.id)).toMatchObject({
        status: "pending",
        paymentStatus: "overpaid",
        settledAt: at(100),
      });
    });

    test.each(["rejected", "completed"] as const)(
      "an order that a person has %s stays so when its money comes",
      async (status) => {
        const { order } = await placed();
        await recordPayment(
          db,
          { ...order, status },
          {
            status: "paid",
            settled: true,
            data: {},
            outstanding: null,
            method: null,
            now: at(100),
          },
        );
        expect((await orderHistory(db, order.id)).map(({ type }) => type)).toEqual([
          "placed",
          "payment",
        ]);
      },
    );

    test("a status that was mailed is not mailed again", async () => {
      const { order } = await placed();
      await recordPayment(db, order, {
        status: "pending",
        settled: false,
        data: {},
        outstanding: null,
        method: null,
        now: at(70),
      });
      expect(await orderHistory(db, order.id)).toHaveLength(1);
      expect(await findOrder(db, order.id)).toEqual(order);
    });
  });

  describe("what is shown", () => {
    test("a viewer without access sees no personal data", async () => {
      const { order } = await placed();
      const rejected = { ...order, statusReason: "mira.holt does not exist" };
      for (const visitor of [null, someVisitor()]) {
        const viewer = { visitorHash: visitor, verifiedEmail: null };
        const shown = toOrderView(rejected, await accessOf(db, rejected, viewer));
        expect(shown).toMatchObject({
          masked: true,
          id: order.id,
          tiktokUsername: "m•••",
          tiktokUid: "6•••",
          email: "m•••@e•••.com",
          totalCents: 1499,
          status: "pending",
          statusReason: null,
        });
        const text = JSON.stringify(shown);
        for (const secret of ["holt", "6812", "mira@", "bc1q", order.checkoutId])
          expect(text).not.toContain(secret);
      }
    });

    test("access shows all of that order, and of no other", async () => {
      const [{ order }, { order: other }] = [await placed(), await placed()];
      const visitor = someVisitor();
      await grantAccess(db, order.id, visitor, { proven: false, now: at(70) });
      await grantAccess(db, order.id, visitor, { proven: false, now: at(80) });
      const viewer = { visitorHash: visitor, verifiedEmail: null };
      const access = await accessOf(db, order, viewer);
      expect(toOrderView(order, access)).toMatchObject({ masked: false, ...mira });
      expect(await accessOf(db, other, viewer)).toBe("none");
    });

    test("a visitor's access ends for the orders of one email, and for no other visitor", async () => {
      const [{ order }, { order: other }] = [await placed(), await placed()];
      await db.update(orders).set({ email: "Friend@Example.com" }).where(eq(orders.id, other.id));
      const [visitor, stranger] = [someVisitor(), someVisitor()];
      for (const who of [visitor, stranger])
        for (const { id } of [order, other])
          await grantAccess(db, id, who, { proven: false, now: at(70) });
      expect(await revokeAccessByEmail(db, visitor, mira.email)).toBe(true);
      expect(await findAccess(db, order.id, visitor)).toBeNull();
      expect(await findAccess(db, other.id, visitor)).toEqual({ proven: false });
      expect(await revokeAccessByEmail(db, visitor, "friend@example.com")).toBe(false);
      expect(await findAccess(db, order.id, stranger)).toEqual({ proven: false });
      expect(await findAccess(db, other.id, stranger)).toEqual({ proven: false });
    });

    test("an order without a UID has none to mask", async () => {
      const { order } = await placed();
      expect(toOrderView({ ...order, tiktokUid: null }, "none")).toMatchObject({ tiktokUid: null });
    });
  });

  describe("finding", () => {
    test("by id and email, whatever the case and the space around them", async () => {
      const { order } = await placed();
      for (const [id, email] of [
        [order.id, mira.email],
        [` #${order.id.toLowerCase()} `, ` ${mira.email.toUpperCase()}\t`],
      ] as const)
        expect(await findOrderByEmail(db, id, email)).toEqual({ ok: true, value: order });
    });

    test("an unknown id, a wrong email and a deleted order give the same error", async () => {
      const { order } = await placed();
      const { order: deleted } = await placed();
      await remove(deleted);
      for (const [id, email] of [
        ["ZZZZZZZ", mira.email],
        ["ZZZZZZZ", ""],
        ["", ""],
        ["\u0000", mira.email],
        [`${order.id}A`, mira.email],
        [order.id, "mira@example.org"],
        [order.id, ""],
        [order.id, "%"],
        [order.id, "\u0000"],
        [deleted.id, mira.email],
      ] as const)
        expect(await findOrderByEmail(db, id, email)).toEqual({ ok: false, error: "not-found" });
    });

    test("a deleted order is absent by its id, too, and no text is a fault", async () => {
      const { order } = await placed();
      expect(await findOrder(db, order.id)).toEqual(order);
      await remove(order);
      for (const id of [order.id, "", "\u0000", "'", "🙂".repeat(7), "A".repeat(10_000)])
        expect(await findOrder(db, id)).toBeNull();
    });
  });

  describe("the key in a mail's link", () => {
    test("opens its own order and no other", async () => {
      const [{ order }, { order: other }] = [await placed(), await placed()];
      const key = await keyOf(order);
      expect(key).toMatch(/^[\w-]{43}$/);
      expect(await isTrackingKey(db, order.id, key)).toBe(true);
      expect(await isTrackingKey(db, other.id, key)).toBe(false);
      expect(await keyOf(other)).not.toBe(key);
    });

    test("is invalid when any part of it is changed", async () => {
      const { order } = await placed();
      const key = await keyOf(order);
      const turned = key.startsWith("A") ? `B${key.slice(1)}` : `A${key.slice(1)}`;
      for (const wrong of [
        "",
        turned,
        key.slice(1),
        `${key}A`,
        `${key}=`,
        ` ${key}`,
        "é".repeat(43),
      ])
        expect(await isTrackingKey(db, order.id, wrong)).toBe(false);
    });
  });
});
