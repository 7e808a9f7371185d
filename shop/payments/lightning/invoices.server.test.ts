import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { orderHistory, orderOfCheckout } from "#shop/orders/orders.server.ts";
import { orders } from "#shop/orders/tables.ts";
import { GAP_LIMIT } from "#shop/settings/records/payments.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { lightningCheckout, start } from "../../../tests/lightning-checkout.ts";
import { deleteCheckouts, seenOutput, testKey } from "../../../tests/make.ts";
import { type SimulatedNode, simulatedNode } from "../../../tests/simulated-node.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import { paymentView } from "../payment-view.server.ts";
import { paymentReviews } from "../review/tables.ts";
import { addressKeys, paymentAddresses } from "../tables.ts";
import { addressAt } from "../wallet/address.ts";
import { unpaidRun } from "../wallet/address-indexes.server.ts";
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
    test("an invoice and an address are opened together, for the same amount and with the same end", async () => {
      const { db, id, open, invoices, quotesOf, view } = await checkout();
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      const [quote, ...more] = await quotesOf();
      expect(more).toEqual([]);
      const [invoice] = await invoices();
      expect(invoice).toMatchObject({ sats: 14_990, quoteId: quote?.id });
      const { address } = quote ?? {};
      expect(await view()).toMatchObject({
        ways: ["both", "lightning", "chain"],
        way: "both",
        chain: { address },
        unified: {
          uri: `bitcoin:${address}?amount=0.00014990&label=Satchel&lightning=${invoice?.bolt11}`,
          code: [`bitcoin:${address}?amount=0.00014990&lightning=`, invoice?.bolt11.toUpperCase()],
        },
        missingSats: 14_990,
      });
      // On the other ways, and later, there is nothing to make.
      const later = after(10 * MINUTE_MS);
      for (const way of ["both", "chain", "lightning"] as const) {
        expect(await open(way, later)).toEqual({ ok: true, value: way });
        expect(await view(later, way)).toMatchObject({ lockedAt: start, way });
      }
      expect(await open(null, later)).toEqual({ ok: true, value: "both" });
      expect((await invoices()).length).toBe(1);
      expect(await db.$count(paymentAddresses, eq(paymentAddresses.checkoutId, id))).toBe(1);
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
      expect((await quotesOf()).length).toBe(1);
      await recordUnpaid(db, [id], start);
      expect(await view()).toMatchObject({ invoice: expect.anything() });
    });

    test("an amount from the threshold on begins on-chain", async () => {
      const { db, id, open, node } = await checkout();
      await open("chain");
      const settings = { lightningBelowCents: 1499 };
      const options = { policy, label: "Satchel", chainUp: true, lightning: node.lightning };
      expect(await paymentView(db, id, null, { ...options, settings, now: start })).toMatchObject({
        ways: ["both", "chain", "lightning"],
        way: "both",
      });
    });

    test("an address beside an invoice is of the first half of the gap limit; who chooses the chain has one of their own", async () => {
      const { db } = database;
      await deleteCheckouts(db);
      await db.delete(addressKeys);
      const addresses = { kind: "xpub", key: testKey } as const;
      const half = GAP_LIMIT / 2;
      const amounts = [];
      for (let buyer = 0; buyer < half + 2; buyer += 1) {
        const { open, quotesOf, invoices } = await checkout();
        await open("lightning");
        const [quote] = await quotesOf();
        expect(await invoices()).toMatchObject([{ sats: quote?.sats }]);
        amounts.push(quote?.sats);
      }
      expect(await unpaidRun(db, addresses)).toBe(half);
      expect(amounts.slice(-3)).toEqual([14_990, 14_991, 14_992]);
      const { open, quotesOf } = await checkout();
      expect(await open("chain")).toEqual({ ok: true, value: "chain" });
      expect(await quotesOf()).toMatchObject([{ sats: 14_990, policy: { tolerancePercent: 1 } }]);
      expect(await unpaidRun(db, addresses)).toBe(half + 1);
    });

    test("a network that opened many gets no address once its half is used up, and still an invoice", async () => {
      const { db } = database;
      await deleteCheckouts(db);
      await db.delete(addressKeys);
      const crowd = () => lightningCheckout(db, undefined, { from: "198.51.100.7" });
      for (let buyer = 0; buyer < GAP_LIMIT / 2; buyer += 1)
        expect((await (await crowd()).open("lightning")).ok).toBe(true);
      const { open, quotesOf } = await crowd();
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      expect(await quotesOf()).toMatchObject([{ address: null, sats: 14_990 }]);
    });

    test("without a free amount there is the invoice alone; who chooses the chain still gets an address", async () => {
      const { db } = database;
      const addresses = { kind: "fixed", address: addressAt(testKey, 900) } as const;
      const begin = () => lightningCheckout(db, undefined, { packageId: "1", addresses });
      // 2,990 sats have 30 amounts.
      for (let buyer = 0; buyer < 15; buyer += 1) await (await begin()).open("lightning");
      const { open, view } = await begin();
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      expect(await view()).toMatchObject({ ways: ["lightning", "chain"], chain: null });
      expect(await open("chain")).toEqual({ ok: true, value: "chain" });
      expect(await view(start, "chain")).toMatchObject({ way: "chain", missingSats: 3006 });
      // The invoice is for less by some satoshis, so that one code for both would contradict itself.
      expect(await view()).toMatchObject({ invoice: { sats: 2990 }, unified: null });
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
      const shown = { ways: ["both", "chain", "lightning"], way: "both", invoice: { bolt11 } };
      const unsure = { invoiceMayBePaid: true, lightningUp: false };
      expect(await view()).toMatchObject({ ...shown, ...unsure });
      expect(await open("lightning")).toEqual({ ok: true, value: "lightning" });
      expect(await open(null), "step 1 is sent again").toEqual({ ok: true, value: "both" });
      expect(await open("chain")).toEqual({ ok: true, value: "chain" });
      expect(await view(start, "chain")).toMatchObject({ way: "chain", ...unsure });
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
        ways: ["both", "lightning", "chain"],
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
        bitcoinWallet: (await view())?.chain?.address,
      });
      expect(await view()).toMatchObject({ status: "paid", ways: [], way: "lightning" });
    });

    test.each([
      ["the invoice, then the address", ["invoice", "address", "block"]],
      ["the address, then the invoice", ["address", "invoice", "block"]],
      ["the address, and after its block the invoice", ["address", "block", "invoice"]],
      ["both at the same moment", ["both", "block"]],
    ])("both ways paid: %s: one order, settled once, and the rest waits", async (_, steps) => {
      const { db, id, open, invoices, quotesOf, pay } = await checkout();
      await open("both");
      const [invoice] = await invoices();
      const [{ address, sats } = { address: null, sats: 0 }] = await quotesOf();
      if (!invoice || !address) throw new Error("nothing to pay");
      const txid = randomBytes(32).toString("hex");
      const report = (height?: number) =>
        recordOutputs(db, {
          address,
          outputs: [seenOutput(sats, { txid, height, time: after(MINUTE_MS) })],
          complete: true,
          policy,
          rateCents: 10_000_000,
          now: after(MINUTE_MS),
        });
      const take: Record<string, () => Promise<unknown>> = {
        invoice: () => pay(invoice.paymentHash, after(MINUTE_MS)),
        address: () => report(),
        block: () => report(100),
        both: () => Promise.all([pay(invoice.paymentHash, after(MINUTE_MS)), report()]),
      };
      for (const each of steps) await take[each]?.();
      const placed = await db.select().from(orders).where(eq(orders.checkoutId, id));
      expect(placed).toMatchObject([{ status: "processing", paymentStatus: "overpaid" }]);
      const events = await orderHistory(db, placed[0]?.id ?? "");
      expect(
        events.filter(({ type, data }) => type === "status" && data.to === "processing"),
      ).toHaveLength(1);
      expect(
        await db.$count(paymentReviews, eq(paymentReviews.checkoutId, id)),
        "what was paid twice",
      ).toBe(1);
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
