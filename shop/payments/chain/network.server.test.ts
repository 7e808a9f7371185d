import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { runStep } from "../../../tests/lifecycle/actions.ts";
import type { ReorgFate } from "../../../tests/lifecycle/simulated-chain.ts";
import { runPoller } from "../../../tests/lifecycle/poller.ts";
import { World } from "../../../tests/lifecycle/world.ts";
import { listReviews } from "../review/review-list.server.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

describeOnBothDatabases("what network and clock do with a payment", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: World;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  beforeEach(async () => {
    world = await World.begin(db, "xpub");
  });
  afterAll(() => database.close());

  /** An order of 350 coins, confirmed and unpaid. */
  async function order(visitor = 0) {
    await runStep(world, db, { act: "begin", visitor, packageId: "2" });
    await runStep(world, db, { act: "confirm", checkout: visitor, times: 1 });
    world.now = world.addSeconds(0.001);
  }
  const payee = async (which: number) => {
    const checkout = await world.checkout(db, which);
    const quote = checkout && (await world.newestQuote(db, checkout.id));
    if (!quote?.address) throw new Error(`checkout ${which} has no quote`);
    return { address: quote.address, sats: quote.sats };
  };
  const mine = (count = 1) => world.chain.mine(count, "everything", world.now);
  /** Runs the watcher once, a minute later by default, when all open addresses are due. */
  async function poll(seconds = 60) {
    world.now = world.addSeconds(seconds);
    await runPoller(world, db, "whole");
  }
  const states = async () =>
    (await db.select().from(orders).orderBy(asc(orders.createdAt))).map(
      ({ status, paymentStatus }) => `${status}, ${paymentStatus}`,
    );
  const notified = async () =>
    (await db.select().from(mails).orderBy(asc(mails.createdAt))).flatMap(({ message }) =>
      message.template === "admin-payment" ? message.status : [],
    );
  const settlements = async () =>
    (await db.select().from(orderEvents)).filter(
      ({ type, data }) => type === "status" && data.by === "payment",
    ).length;

  test("one transaction that pays two orders settles both", async () => {
    await order(0);
    await order(1);
    world.chain.send([await payee(0), await payee(1)]);
    mine();
    await poll();
    expect(await states()).toEqual(["processing, paid", "processing, paid"]);
  });

  test("a fee bump is the same payment in another transaction: it counts once", async () => {
    await order();
    const txid = world.chain.send([await payee(0)]);
    await poll();
    world.chain.replace(txid, "the same");
    await poll();
    expect(await states()).toEqual(["pending, detected"]);
    mine();
    await poll();
    expect(await states()).toEqual(["processing, paid"]);
  });

  test.each([
    ["replaces it", true, "processing, paid"],
    ["spends another coin", false, "pending, review"],
  ])(
    "a payment in time, and days later, at a lower rate, one that %s: %s",
    async (_, isFeeBump, then) => {
      await order();
      const txid = world.chain.send([await payee(0)]);
      await poll();
      world.rateCents = 9_000_000;
      world.now = world.addSeconds(3 * DAY);
      if (isFeeBump) {
        world.chain.replace(txid, "the same");
      } else {
        world.chain.evict(txid);
        world.chain.send([await payee(0)]);
      }
      await poll();
      mine();
      await poll();
      expect(await states()).toEqual([then]);
    },
  );

  test("a payment that is replaced by one to another address is none", async () => {
    await order();
    const txid = world.chain.send([await payee(0)]);
    await poll();
    world.chain.replace(txid, "elsewhere");
    mine();
    await poll();
    expect(await states()).toEqual(["pending, pending"]);
  });

  test("a payment that the mempool forgot, and a block has all the same, settles", async () => {
    await order();
    const txid = world.chain.send([await payee(0)]);
    await poll();
    world.chain.evict(txid);
    await poll();
    expect(await states()).toEqual(["pending, pending"]);
    world.chain.rebroadcast(txid);
    mine();
    await poll();
    expect(await states()).toEqual(["processing, paid"]);
  });

  test.each<[number, ReorgFate, string[], string]>([
    [1, "mined again", ["paid"], "paid"],
    [2, "mined again", ["paid"], "paid"],
    [6, "mined again", ["paid"], "paid"],
    [1, "wait again", ["paid"], "detected"],
    [2, "wait again", ["paid"], "detected"],
    [6, "wait again", ["paid"], "detected"],
    [1, "double spent", ["paid", "reversed"], "reversed"],
    [2, "double spent", ["paid", "reversed"], "reversed"],
    [6, "double spent", ["paid", "reversed"], "reversed"],
  ])("with %i confirmations its block is replaced: %s", async (depth, fate, news, then) => {
    await order();
    world.chain.send([await payee(0)]);
    mine(depth);
    await poll();
    expect(await states()).toEqual(["processing, paid"]);
    world.chain.reorg(depth, fate, world.now);
    await poll();
    expect(await states()).toEqual([`processing, ${then}`]);
    expect(await notified()).toEqual(news);
    // What waits for a block again is paid with the next one; what was spent elsewhere stays away.
    mine();
    await poll();
    expect(await states()).toEqual([`processing, ${fate === "double spent" ? then : "paid"}`]);
    expect(await settlements()).toBe(1);
  });

  test("an order that is completed keeps its status when the chain takes the money back, and the owner is notified", async () => {
    await order();
    world.chain.send([await payee(0)]);
    mine();
    await poll();
    const placed = await world.order(db, 0);
    await setOrderStatus(db, {
      orderId: placed?.id ?? "",
      version: null,
      status: "completed",
      actor: world.administrator,
      now: world.now,
    });
    world.chain.reorg(1, "double spent", world.now);
    await poll();
    expect(await states()).toEqual(["completed, reversed"]);
    expect(await notified()).toEqual(["paid", "reversed"]);
  });

  test.each([
    [HOUR - 1, "partial", []],
    [HOUR, "partial", []],
    [HOUR + 1, "review", ["underpaid"]],
  ])("half of it, polled %i seconds after it was quoted: %s", async (seconds, is, reasons) => {
    await order();
    const { address, sats } = await payee(0);
    const quotedAt = (await world.newestQuote(db, (await world.checkout(db, 0))?.id ?? ""))
      ?.lockedAt;
    world.chain.send([{ address, sats: Math.ceil(sats / 2) }]);
    await poll();
    world.now = new Date((quotedAt?.getTime() ?? 0) + seconds * 1000);
    await runStep(world, db, { act: "poll", checkout: 0, response: "whole" });
    expect(await states()).toEqual([`pending, ${is}`]);
    expect((await listReviews(db, null)).rows.map(({ reason }) => reason)).toEqual(reasons);
  });

  test.each([
    ["the price stands", 10_000_000, "processing, paid"],
    ["the price has fallen", 9_000_000, "pending, review"],
    ["no price is known", null, "pending, review"],
  ])("days late, while %s", async (_, rateCents, then) => {
    await order();
    world.now = world.addSeconds(3 * DAY);
    world.rateCents = rateCents;
    world.chain.send([await payee(0)]);
    mine();
    await runStep(world, db, { act: "poll", checkout: 0, response: "whole" });
    await poll();
    expect(await states()).toEqual([then]);
    const waiting = (await listReviews(db, null)).rows.map(({ reason }) => reason);
    expect(waiting).toEqual(then.endsWith("review") ? ["late"] : []);
  });

  test("down across the end of the quote with the payment inside: it settles at the amount of the quote", async () => {
    await order();
    world.now = world.addSeconds(HOUR - 60);
    world.chain.send([await payee(0)]);
    mine();
    world.rateCents = 5_000_000;
    await runStep(world, db, { act: "restart", dies: "at rest", checkout: 0 });
    await poll(5 * HOUR);
    expect(await states()).toEqual(["processing, paid"]);
  });

  test("a clock that jumps ten days ahead and back loses no payment and settles it once", async () => {
    await order();
    world.now = world.addSeconds(10 * DAY);
    world.chain.send([await payee(0)]);
    await runStep(world, db, { act: "poll", checkout: 0, response: "whole" });
    world.now = world.addSeconds(-10 * DAY);
    mine();
    await runStep(world, db, { act: "poll", checkout: 0, response: "whole" });
    await poll();
    expect(await states()).toEqual(["processing, paid"]);
    expect(await settlements()).toBe(1);
  });
});
