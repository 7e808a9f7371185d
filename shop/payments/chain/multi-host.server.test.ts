import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { checkoutAtPayment, type TestSandbox, startTestSandbox } from "../../../tests/make.ts";
import type { ChainSource } from "./chain.ts";
import { esploraSource } from "./esplora.server.ts";
import { recordOutputs } from "../outputs.server.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { paymentView } from "../payment-view.server.ts";
import { reassessUnfinalized } from "../payments.server.ts";
import { recordTip } from "../poller/watch.server.ts";

describeOnBothDatabases("two hosts of which one is wrong", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  let source: ChainSource;
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
  });
  afterAll(() => Promise.all([database.close(), world.close()]));
  beforeEach(() => {
    source = esploraSource(["esplora", "esplora2"].map((host) => `${world.url}/${host}`));
  });
  afterEach(async () => {
    vi.useRealTimers();
    await world.setFaults({ esplora: null, esplora2: null });
  });

  /** A checkout, and what the shop makes of the chain when it looks now. */
  async function someCheckout() {
    const now = new Date();
    const { checkout, address, sats } = await checkoutAtPayment(db, {
      now,
      addresses: world.addresses,
    });
    const look = async () => {
      await recordTip(db, await source.tip(), new Date());
      const history = await source.historyOf(address);
      await recordOutputs(db, { address, ...history, policy, rateCents: null, now: new Date() });
      await reassessUnfinalized(db, policy, new Date());
      const options = { policy, label: "Satchel", chainUp: true, now: new Date() };
      const order = await orderOfCheckout(db, checkout.id);
      return (await paymentView(db, checkout.id, order, options))?.status;
    };
    return { address, sats, look };
  }

  test.each(["esplora", "esplora2"])("nothing settles because %s says so alone", async (liar) => {
    const { address, sats, look } = await someCheckout();
    await world.setFaults({ [liar]: "hasty" });
    await world.pay(address, sats);
    expect(await look()).toBe("detected");
    await world.setFaults({ [liar]: null });
    expect(await look()).toBe("detected");
    await world.mine(1);
    expect(await look()).toBe("paid");
  });

  test.each(["esplora", "esplora2"])(
    "nothing is taken back because %s knows nothing of it",
    async (liar) => {
      const { address, sats, look } = await someCheckout();
      await world.pay(address, sats, 1);
      expect(await look()).toBe("paid");
      await world.setFaults({ [liar]: "forgetful" });
      expect(await look()).toBe("paid");
    },
  );

  test("a payment that only one of them knows is shown as seen", async () => {
    const { address, sats, look } = await someCheckout();
    await world.setFaults({ esplora: "forgetful" });
    await world.pay(address, sats, 1);
    expect(await look()).toBe("detected");
    await world.setFaults({ esplora: null });
    expect(await look()).toBe("paid");
  });

  test.each(["esplora", "esplora2"])(
    "while %s lags, what is newer waits; when it has caught up, it settles",
    async (laggard) => {
      const { address, sats, look } = await someCheckout();
      await world.mine(3);
      await world.setFaults({ [laggard]: "lagging" });
      const before = await source.tip();
      await world.pay(address, sats, 2);
      expect(await look()).toBe("detected");
      expect((await source.tip()).height).toBe(before.height + 2);
      await world.mine(2);
      expect(await look()).toBe("paid");
    },
  );

  test("a third one decides between two", async () => {
    const { address, sats, look } = await someCheckout();
    const hosts = ["esplora", "esplora2", "esplora2"].map((host) => `${world.url}/${host}`);
    source = esploraSource(hosts);
    await world.setFaults({ esplora: "forgetful" });
    await world.pay(address, sats, 1);
    expect(await look()).toBe("paid");
  });

  test("one that does not answer does not keep the other from being believed", async () => {
    const { address, sats, look } = await someCheckout();
    await world.setFaults({ esplora: "500" });
    await world.pay(address, sats, 1);
    expect(await look()).toBe("paid");
    expect(source.agrees?.(new Date())).toBe(true);
  });

  test("what lasts longer than news takes is a disagreement, until it is over or forgotten", async () => {
    const { look } = await someCheckout();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const at = (minutes: number) => vi.setSystemTime(start + minutes * 60_000);
    await world.mine(3);
    await world.setFaults({ esplora2: "lagging" });
    await look();
    expect(source.agrees?.(new Date())).toBe(true);
    at(4);
    await look();
    expect(source.agrees?.(new Date())).toBe(false);
    at(25);
    expect(source.agrees?.(new Date())).toBe(true);
    await look();
    at(30);
    await look();
    expect(source.agrees?.(new Date())).toBe(false);
    await world.setFaults({ esplora2: null });
    await look();
    expect(source.agrees?.(new Date())).toBe(true);
  });
});
