import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { lightningCheckout, start } from "../../../tests/lightning-checkout.ts";
import { type SimulatedNode, simulatedNode } from "../../../tests/simulated-node.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { paymentView } from "../payment-view.server.ts";
import { paymentAddresses } from "../tables.ts";
import {
  countUnknown,
  recordCanceled,
  recordPaidOnChain,
  recordUnknown,
  recordUnpaid,
} from "./invoice-states.server.ts";

const after = (ms: number) => addMs(start, ms);

describeOnBothDatabases("Lightning invoices", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
    await seedCatalog(database.db);
  });
  afterAll(() => database.close());
  const checkout = (node?: SimulatedNode) => lightningCheckout(database.db, node);

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

    test("an invoice that the node cancelled leaves the page, and another is made", async () => {
      const { db, open, view, invoices } = await checkout();
      await open("lightning");
      await recordCanceled(db, (await invoices())[0]?.id ?? 0, after(MINUTE_MS));
      expect(await view()).toMatchObject({ invoice: null, invoiceMayBePaid: false });
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      const [canceled, other] = await invoices();
      expect((await view())?.invoice).toMatchObject({ bolt11: other?.bolt11 });
      expect(canceled).toMatchObject({ canceledAt: after(MINUTE_MS) });
    });

    test.each([
      ["does not have", recordUnknown],
      ["says that it was paid on-chain", recordPaidOnChain],
    ])("an invoice of which the node %s leaves the page, and may be paid", async (_, record) => {
      const { db, open, view, invoices, quotesOf } = await checkout();
      await open("lightning");
      const before = await countUnknown(db, after(MINUTE_MS));
      const id = (await invoices())[0]?.id ?? 0;
      await record(db, id, start);
      expect(await countUnknown(db, after(MINUTE_MS))).toBe(before + 1);
      expect(await view()).toMatchObject({ invoice: null, invoiceMayBePaid: true });
      expect(await open("lightning"), "no second invoice").toEqual({ ok: true, value: "chain" });
      expect((await invoices()).length).toBe(1);
      expect((await quotesOf()).length).toBe(2);
      await recordUnpaid(db, [id], start);
      expect(await view()).toMatchObject({ invoice: expect.anything() });
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
});
