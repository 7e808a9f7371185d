import fc from "fast-check";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { selectPackage } from "#shop/checkout/steps.server.ts";
import { confirmOrder } from "#shop/checkout/confirm-order.server.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import { deleteOrder, setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { orders } from "#shop/orders/tables.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { fastCheckOptions, TIME_LIMIT_MS } from "../../../tests/lifecycle/run-scenario.ts";
import { pick, World } from "../../../tests/lifecycle/world.ts";
import { mira, onlyBitcoin } from "../../../tests/make.ts";
import { simulatedNode, type SimulatedNode } from "../../../tests/simulated-node.ts";
import { quotes } from "../tables.ts";
import { lightningInvoices } from "./tables.ts";
import { openPayment } from "../open-payment.server.ts";
import { recordOutputs } from "../outputs.server.ts";
import { recheckNext } from "../review/rechecks.server.ts";
import { paymentReviews } from "../review/tables.ts";
import {
  recordCanceled,
  recordSettled,
  recordUnknown,
  recordUnpaid,
} from "./invoice-states.server.ts";

const which = fc.nat({ max: 5 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ act: fc.constant("begin" as const), visitor: which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("open" as const),
      which,
      way: fc.constantFrom("both" as const, "lightning" as const, "chain" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("confirm" as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("pay invoice" as const),
      which,
      /** What the node says was sent, in percent of the amount. */
      percent: fc.constantFrom(-5, 0, 90, 100, 100, 200),
      /** The node tells twice, as after a reconnection. */
      times: fc.constantFrom(1, 1, 2),
    }),
  },
  fc.record({ act: fc.constant("pay address" as const), which }),
  fc.record({ act: fc.constant("node" as const), up: fc.boolean() }),
  fc.record({ act: fc.constant("look up" as const) }),
  fc.record({
    act: fc.constant("lose invoice" as const),
    which,
    /** As the node says then. */
    as: fc.constantFrom("cancelled" as const, "unknown" as const),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("wait" as const),
      ms: fc.constantFrom(MINUTE_MS, HOUR_MS - 1, HOUR_MS, 2 * HOUR_MS, 26 * HOUR_MS),
    }),
  },
  fc.record({ act: fc.constant("reject" as const), which }),
  fc.record({ act: fc.constant("delete" as const), which }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const stories = fc
  .array(fc.array(step, { minLength: 1, maxLength: 3, size: "max" }), {
    minLength: 6,
    maxLength: 24,
    size: "max",
  })
  .map((moments): Step[][] => [
    [{ act: "begin", visitor: 0 }],
    [{ act: "open", which: 0, way: "lightning" }],
    ...moments,
  ]);

/** Stories of up to three steps at a moment. PGlite has a single connection, so most run on the server. */
const runs = { embedded: 10, postgresql: 20 };

describeOnBothDatabases("payments by Lightning under random stories", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  test(
    "each paid invoice is its order's exactly once, or waits for a decision",
    async () => {
      const { db } = database;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom("xpub" as const, "fixed" as const),
          stories,
          async (kind, moments) => {
            const world = await World.begin(db, kind);
            const node = simulatedNode();
            for (const steps of moments) {
              world.advanceClock();
              await Promise.all(steps.map((each) => take(world, node, db, each)));
              while (await recheckNext(db, world.policy, world.now));
              await expectAccounted(db, node);
            }
          },
        ),
        fastCheckOptions(runs[database.kind]),
      );
    },
    TIME_LIMIT_MS,
  );
});

async function take(world: World, node: SimulatedNode, db: Db, step: Step): Promise<void> {
  const { policy, now, administrator: actor } = world;
  switch (step.act) {
    case "begin": {
      const visitorHash = `visitor-${step.visitor}`;
      const selected = await selectPackage(db, { visitorHash, packageId: "2", now });
      if (!selected.ok) throw new Error(selected.error);
      return saveRecipient(db, selected.value.id, mira, now).then(() => undefined);
    }
    case "open": {
      const checkout = await world.checkout(db, step.which);
      if (!checkout || checkout.state === "purged") return;
      await openPayment(db, {
        checkoutId: checkout.id,
        rate: world.rate(),
        addresses: world.addresses,
        lightning: node.lightning,
        way: step.way,
        firstWay: "lightning",
        memo: "Satchel",
        settings: defaultSettings,
        quoteSeconds: 3600,
        from: null,
        now,
      });
      return;
    }
    case "confirm": {
      const checkout = await world.checkout(db, step.which);
      if (!checkout) return;
      const { visitorHash, id: checkoutId } = checkout;
      await confirmOrder(db, { offers: onlyBitcoin, visitorHash, checkoutId, policy, now });
      return;
    }
    case "pay invoice": {
      const invoice = pick(await invoicesOf(db), step.which);
      const settled = invoice && node.pay(invoice.paymentHash, step.percent, now);
      if (!settled) return;
      for (let time = 0; time < step.times; time += 1)
        await recordSettled(db, invoice, settled, { policy, now });
      return;
    }
    case "pay address": {
      const rows = await db.select().from(quotes).orderBy(asc(quotes.id));
      const quote = pick(
        rows.filter(({ address }) => address !== null),
        step.which,
      );
      if (!quote?.address) return;
      world.chain.send([{ address: quote.address, sats: quote.sats }]);
      const { address } = quote;
      const outputs = world.chain.historyOf(address);
      await recordOutputs(db, {
        address,
        outputs,
        complete: true,
        policy,
        rateCents: 10_000_000,
        now,
      });
      return;
    }
    case "node":
      node.isUp = step.up;
      return;
    case "look up": {
      const open = (await invoicesOf(db)).filter(({ settledAt }) => settledAt === null);
      await recordUnpaid(
        db,
        open.map(({ id }) => id),
        now,
      );
      return;
    }
    case "lose invoice": {
      const invoice = pick(await invoicesOf(db), step.which);
      if (!invoice || !node.delete(invoice.paymentHash)) return;
      const record = step.as === "cancelled" ? recordCanceled : recordUnknown;
      await record(db, invoice.id, now);
      return;
    }
    case "wait":
      world.now = addMs(now, step.ms);
      return;
    case "reject":
    case "delete": {
      const order = await world.order(db, step.which);
      if (!order) return;
      const change = { orderId: order.id, version: null, actor, now };
      if (step.act === "delete") await deleteOrder(db, change);
      else await setOrderStatus(db, { ...change, status: "rejected" });
    }
  }
}

async function invoicesOf(db: Db) {
  return db.select().from(lightningInvoices).orderBy(asc(lightningInvoices.id));
}

async function expectAccounted(db: Db, node: SimulatedNode): Promise<void> {
  const invoices = await invoicesOf(db);
  const shown = invoices.filter(({ canceledAt }) => canceledAt === null);
  expect(new Set(shown.map(({ quoteId }) => quoteId)).size).toBe(shown.length);
  for (const { paymentHash, checkoutId, settledAt } of invoices) {
    expect(settledAt !== null, "paid as the node says").toBe(node.isPaid(paymentHash));
    if (!settledAt) continue;
    const [order] = await db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
    const [review] = await db
      .select()
      .from(paymentReviews)
      .where(eq(paymentReviews.checkoutId, checkoutId));
    expect(order, "an order for the money").toBeDefined();
    expect(checkout?.state).not.toBe("purged");
    if (!order) continue;
    expect(["paid", "overpaid"], "final").toContain(order.paymentStatus);
    expect(order.settledAt).not.toBeNull();
    expect(order.paymentMethod).toBe("bitcoin");
    const mine = invoices.filter((row) => row.checkoutId === checkoutId && row.settledAt);
    const wasSettledBefore =
      order.deletedAt && order.settledAt && order.settledAt <= order.deletedAt;
    const waits =
      mine.length > 1 ||
      order.paymentStatus === "overpaid" ||
      order.status === "rejected" ||
      (order.deletedAt !== null && !wasSettledBefore);
    if (waits) expect(review, `${order.paymentStatus} ${order.status}`).toBeDefined();
  }
}
