import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { confirmOrder, selectPackage } from "#shop/checkout/steps.server.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { mira, onlyBitcoin, roundRate, someVisitor, testKey } from "../../../tests/make.ts";
import { type SimulatedNode, simulatedNode } from "../../../tests/simulated-node.ts";
import { defaultPaymentPolicy } from "../model/payment.ts";
import { openPayment } from "../open-payment.server.ts";
import { paymentView } from "../payment-view.server.ts";
import type { PaymentWay } from "#shop/settings/payment-method.ts";
import { lightningInvoices, paymentAddresses, quotes } from "../tables.ts";
import { rejectUnpaidOrders } from "../unpaid.server.ts";
import { countUnknown, recordSettled, recordUnknown, recordUnpaid } from "./invoices.server.ts";

const policy = defaultPaymentPolicy;
const start = new Date("2026-11-20T08:00:00Z");
const after = (ms: number) => addMs(start, ms);

describeOnBothDatabases("Lightning invoices", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
    await seedCatalog(database.db);
  });
  afterAll(() => database.close());

  /** A checkout of 14,990 sats at the round rate, and what its buyer can do. */
  async function checkout(node: SimulatedNode = simulatedNode(() => start)) {
    const { db } = database;
    const visitorHash = someVisitor();
    const selected = await selectPackage(db, { visitorHash, packageId: "2", now: start });
    if (!selected.ok) throw new Error(selected.error);
    const { id } = selected.value;
    await saveRecipient(db, id, mira, start);
    const open = (way: PaymentWay | null, now = start) =>
      openPayment(db, {
        checkoutId: id,
        rate: roundRate,
        addresses: { kind: "xpub", key: testKey },
        lightning: node.lightning,
        way,
        memo: "Satchel",
        settings: defaultSettings,
        quoteSeconds: 3600,
        from: null,
        now,
      });
    const invoices = () =>
      db
        .select()
        .from(lightningInvoices)
        .where(eq(lightningInvoices.checkoutId, id))
        .orderBy(asc(lightningInvoices.id));
    const quotesOf = () =>
      db.select().from(quotes).where(eq(quotes.checkoutId, id)).orderBy(asc(quotes.id));
    const view = async (now = start, way: PaymentWay | null = null) => {
      const order = await orderOfCheckout(db, id);
      const options = { policy, label: "Satchel", chainUp: true, lightning: node.lightning };
      return paymentView(db, id, order, { ...options, way, now });
    };
    const pay = async (paymentHash: string, now = start) => {
      const settled = node.pay(paymentHash, 100, now);
      const invoice = (await invoices()).find((row) => row.paymentHash === paymentHash);
      if (settled && invoice) await recordSettled(db, invoice, settled, { policy, now });
    };
    const confirm = (now = start) =>
      confirmOrder(db, { offers: onlyBitcoin, visitorHash, checkoutId: id, policy, now });
    return { db, id, node, open, invoices, quotesOf, view, pay, confirm };
  }

  describe("the ways", () => {
    test("Lightning takes no address; the on-chain way has the same amount and the same end", async () => {
      const { db, id, open, invoices, quotesOf, view } = await checkout();
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      const addresses = () => db.$count(paymentAddresses, eq(paymentAddresses.checkoutId, id));
      expect(await addresses()).toBe(0);
      expect(await view()).toMatchObject({
        ways: ["lightning", "chain"],
        way: "lightning",
        chain: null,
        missingSats: 14_990,
      });
      const later = after(10 * MINUTE_MS);
      expect(await open("chain", later)).toEqual({ ok: true, value: "chain" });
      expect(await addresses()).toBe(1);
      const [first, second, ...more] = await quotesOf();
      expect(more).toEqual([]);
      expect(second).toMatchObject({ sats: first?.sats, expiresAt: first?.expiresAt });
      // Back on the first way there is nothing to make.
      expect(await open("lightning", later)).toEqual({ ok: true, value: "lightning" });
      expect(await open("chain", later)).toEqual({ ok: true, value: "chain" });
      expect((await invoices()).length).toBe(1);
      expect((await quotesOf()).length).toBe(2);
      expect(await view(later)).toMatchObject({ lockedAt: start, way: "chain" });
      expect(await view(later, "lightning")).toMatchObject({ way: "lightning" });
    });

    test("an amount from the threshold on begins on-chain", async () => {
      const { db, id, open, node } = await checkout();
      await open("chain");
      const settings = { lightningBelowCents: 1499 };
      const options = { policy, label: "Satchel", chainUp: true, lightning: node.lightning };
      expect(await paymentView(db, id, null, { ...options, settings, now: start })).toMatchObject({
        ways: ["chain", "lightning"],
        way: "chain",
      });
    });

    test("forty forms at once make one invoice", async () => {
      const node = simulatedNode(() => start);
      const { open, invoices } = await checkout(node);
      const { create } = node.lightning.node;
      const answers = Promise.withResolvers<void>();
      node.lightning.node.create = async (request) => {
        await answers.promise;
        return create(request);
      };
      const forms = Promise.all(Array.from({ length: 40 }, () => open("lightning")));
      // Queries are served in turn, so that all forms have got as far as the node.
      for (let query = 0; query < 40; query += 1) await invoices();
      answers.resolve();
      await forms;
      expect((await invoices()).length).toBe(1);
      expect(node.made()).toBe(1);
    });

    test("with the node down there is an address, and Lightning is not offered", async () => {
      const node = simulatedNode(() => start);
      const { open, view } = await checkout(node);
      node.isUp = false;
      expect(await open("lightning")).toEqual({ ok: true, value: "chain" });
      expect(await view()).toMatchObject({ ways: ["chain"], way: "chain" });
    });

    test("an invoice that was shown stays when the node goes down, until it is known to be unpaid", async () => {
      const node = simulatedNode(() => start);
      const { db, open, view, invoices } = await checkout(node);
      await open("lightning");
      const { bolt11 } = (await view())?.invoice ?? {};
      node.isUp = false;
      const shown = { ways: ["chain", "lightning"], way: "lightning", invoice: { bolt11 } };
      const unsure = { invoiceMayBePaid: true, lightningUp: false };
      expect(await view()).toMatchObject({ ...shown, ...unsure });
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      expect(await open(null), "step 1 is sent again").toEqual({ ok: true, value: "lightning" });
      expect(await open("chain")).toEqual({ ok: true, value: "chain" });
      expect(await view()).toMatchObject({ way: "chain", ...unsure });
      const late = after(HOUR_MS + SECOND_MS);
      expect(await view(late)).toMatchObject({ status: "expired", invoice: null, ...unsure });
      await recordUnpaid(db, [(await invoices())[0]?.id ?? 0], after(HOUR_MS + 15 * MINUTE_MS));
      expect(await view(late)).toMatchObject({ invoiceMayBePaid: false });
    });

    test("an invoice that was shown stays when the node can receive less than before", async () => {
      const node = simulatedNode(() => start);
      const { open, view } = await checkout(node);
      await open("lightning");
      node.lightning.mayReceive = (sats) => sats < 1000;
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      expect(await view()).toMatchObject({
        ways: ["lightning", "chain"],
        invoice: expect.anything(),
        invoiceMayBePaid: true,
        lightningUp: false,
      });
    });

    test("a node that fails while the invoice is made leads to an address too", async () => {
      const node = simulatedNode(() => start);
      const { open } = await checkout({
        ...node,
        lightning: {
          ...node.lightning,
          mayReceive: () => {
            node.isUp = false;
            return true;
          },
        },
      });
      expect(await open("lightning")).toEqual({ ok: true, value: "chain" });
    });

    test("after the end there is a new invoice, for a new amount", async () => {
      const { open, invoices, view } = await checkout();
      await open("lightning");
      const late = after(HOUR_MS + SECOND_MS);
      expect(await view(late)).toMatchObject({ status: "expired", invoice: null });
      expect(await open("lightning", late)).toEqual({ ok: true, value: "lightning" });
      expect((await invoices()).length).toBe(2);
    });
  });

  describe("payments", () => {
    test("a paid invoice settles at once, places the order and is told beside its method", async () => {
      const { db, id, open, invoices, pay, view } = await checkout();
      await open("lightning");
      const [invoice] = await invoices();
      await pay(invoice?.paymentHash ?? "");
      expect(await orderOfCheckout(db, id)).toMatchObject({
        status: "processing",
        paymentStatus: "paid",
        paymentMethod: "bitcoin",
        byLightning: true,
        bitcoinWallet: null,
      });
      expect(await view()).toMatchObject({ status: "paid", ways: [], way: "lightning" });
    });

    test("the old invoice, paid as well, waits for a decision", async () => {
      const { db, id, open, invoices, pay } = await checkout();
      await open("lightning");
      const late = after(HOUR_MS + SECOND_MS);
      await open("lightning", late);
      const [first, second] = await invoices();
      await pay(second?.paymentHash ?? "", late);
      await pay(first?.paymentHash ?? "", late);
      expect(await orderOfCheckout(db, id)).toMatchObject({ paymentStatus: "overpaid" });
    });

    test("no invoice is made once money was seen", async () => {
      const { open, invoices, pay } = await checkout();
      await open("lightning");
      const [invoice] = await invoices();
      await pay(invoice?.paymentHash ?? "");
      const late = after(HOUR_MS + SECOND_MS);
      expect(await open("lightning", late)).toEqual({ ok: false, error: "money-seen" });
      expect(await open("chain", late)).toEqual({ ok: false, error: "money-seen" });
    });
  });

  describe("look-ups", () => {
    test("go on for 15 minutes after the end, then come once more a day after it", async () => {
      const { db, open, invoices } = await checkout();
      await open("lightning");
      const next = async (now: Date) => {
        const [invoice] = await invoices();
        await recordUnpaid(db, [invoice?.id ?? 0], now);
        return (await invoices())[0]?.nextCheckAt;
      };
      expect(await next(after(10 * SECOND_MS)), "its page is open").toEqual(after(11 * SECOND_MS));
      expect(await next(after(MINUTE_MS))).toEqual(after(90 * SECOND_MS));
      const almost = after(HOUR_MS + 15 * MINUTE_MS - SECOND_MS);
      expect(await next(almost)).toEqual(addMs(almost, 30 * SECOND_MS));
      expect(await next(after(HOUR_MS + 15 * MINUTE_MS))).toEqual(after(HOUR_MS + DAY_MS));
      expect(await next(after(HOUR_MS + DAY_MS))).toBeNull();
    });

    test("an invoice that the node does not have is counted, and asked for again", async () => {
      const { db, open, invoices, pay } = await checkout();
      await open("lightning");
      const [invoice] = await invoices();
      await recordUnknown(db, invoice?.id ?? 0, start);
      expect(await countUnknown(db, after(MINUTE_MS))).toBe(1);
      expect((await invoices())[0]?.nextCheckAt).toEqual(after(10 * MINUTE_MS));
      await pay(invoice?.paymentHash ?? "");
      expect(await countUnknown(db, after(MINUTE_MS))).toBe(0);
    });

    test.each([
      ["was unpaid shortly before its end", HOUR_MS - 20 * SECOND_MS, HOUR_MS + SECOND_MS, 0],
      ["was unpaid after its end", HOUR_MS + SECOND_MS, 25 * HOUR_MS, 0],
      ["may have been paid since it was last looked up", HOUR_MS / 2, HOUR_MS + SECOND_MS, 1],
      ["was not looked up before", null, HOUR_MS + SECOND_MS, 1],
      ["has not ended", HOUR_MS / 2, HOUR_MS / 2 + SECOND_MS, 1],
    ])("of one that the node no longer has, which %s", async (_, unpaidAt, unknownAt, alarms) => {
      const { db, open, invoices } = await checkout();
      await open("lightning");
      const [invoice] = await invoices();
      const id = invoice?.id ?? 0;
      const before = await countUnknown(db, after(unknownAt));
      if (unpaidAt !== null) await recordUnpaid(db, [id], after(unpaidAt));
      for (const later of [0, 20 * MINUTE_MS, 2 * DAY_MS])
        await recordUnknown(db, id, after(unknownAt + later));
      expect((await countUnknown(db, after(unknownAt))) - before).toBe(alarms);
      expect((await invoices())[0]?.nextCheckAt).toBeNull();
      await recordUnpaid(db, [id], after(unknownAt));
    });
  });

  test("an unpaid order is rejected only after the node said that its invoice ended unpaid", async () => {
    const { db, id, open, confirm, invoices } = await checkout();
    await open("lightning");
    await confirm();
    const late = after(26 * HOUR_MS);
    const status = async () => (await orderOfCheckout(db, id))?.status;
    await rejectUnpaidOrders(db, { policy, now: late });
    expect(await status(), "the node was not asked").toBe("pending");
    const [invoice] = await invoices();
    await recordUnknown(db, invoice?.id ?? 0, late);
    await rejectUnpaidOrders(db, { policy, now: late });
    expect(await status(), "the node does not know").toBe("pending");
    await recordUnpaid(db, [invoice?.id ?? 0], late);
    await rejectUnpaidOrders(db, { policy, now: late });
    expect(await status()).toBe("rejected");
  });
});
