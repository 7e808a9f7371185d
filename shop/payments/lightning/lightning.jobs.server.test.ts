import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { selectPackage } from "#shop/checkout/steps.server.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { mira, roundRate, someVisitor, testKey } from "../../../tests/make.ts";
import { openStandIns } from "../../../tests/lightning-stand-ins.ts";
import { SIMULATED_NODE, simulatedNode } from "../../../tests/simulated-node.ts";
import { defaultPaymentPolicy } from "../model/payment.ts";
import { openPayment } from "../open-payment.server.ts";
import { paymentView } from "../payment-view.server.ts";
import { lightningInvoices } from "./tables.ts";
import { lastSettleIndex } from "./invoice-states.server.ts";
import { type Lightning, openLightning } from "./lightning.jobs.server.ts";
import { NodeUnavailable } from "./lightning-node.ts";

const SOON = { timeout: 20_000 };

describeOnBothDatabases("the watch of the Lightning node", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
    await seedCatalog(database.db);
  });
  afterAll(() => database.close());

  /** Opens a checkout with an invoice; returns its id, the payment hash and the invoice's text. */
  async function invoice({ lightning }: { lightning: Lightning }) {
    const { db } = database;
    const now = new Date();
    const visitorHash = someVisitor();
    const selected = await selectPackage(db, { visitorHash, packageId: "2", now });
    if (!selected.ok) throw new Error(selected.error);
    const { id } = selected.value;
    await saveRecipient(db, id, mira, now);
    await openPayment(db, {
      checkoutId: id,
      rate: roundRate,
      addresses: { kind: "xpub", key: testKey },
      lightning,
      way: "lightning",
      memo: "Satchel",
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now,
    });
    const [stored] = await db
      .select()
      .from(lightningInvoices)
      .where(eq(lightningInvoices.checkoutId, id));
    if (!stored) throw new Error("no invoice was made");
    return { id, paymentHash: stored.paymentHash, bolt11: stored.bolt11 };
  }
  const isPaid = async (checkoutId: string) =>
    (await orderOfCheckout(database.db, checkoutId))?.paymentStatus === "paid";

  function watch(
    { lightning: { node } }: { lightning: Pick<Lightning, "node"> },
    network: "regtest" | "mainnet" = "regtest",
  ) {
    const log: string[] = [];
    const lightning = openLightning(database.db, {
      node,
      network,
      policy: defaultPaymentPolicy,
      log: (message, error) => log.push(error instanceof Error ? error.message : message),
    });
    lightning.start();
    return { lightning, log };
  }

  test("finds payments by look-ups alone, also those that came while the node was down", async () => {
    const node = simulatedNode();
    const { id, paymentHash } = await invoice(node);
    node.isUp = false;
    const { lightning, log } = watch(node);
    await vi.waitFor(() => expect(log).toContain("The node is down."), SOON);
    expect(lightning.mayReceive(1000)).toBe(false);
    expect(lightning.status()).toMatchObject({ problem: "The node is down." });
    node.pay(paymentHash, 100, new Date());
    node.isUp = true;
    await vi.waitFor(async () => expect(await isPaid(id)).toBe(true), SOON);
    expect(lightning.mayReceive(1000)).toBe(true);
    expect(lightning.mayReceive(20_000_000), "beyond its capacity").toBe(false);
    await lightning.stop();
  });

  test("an odd answer about one invoice stops no other look-up", async () => {
    const node = simulatedNode();
    const odd = await invoice(node);
    const other = await invoice(node);
    const { lookUp } = node.lightning.node;
    node.lightning.node.lookUp = (paymentHash) => {
      if (paymentHash === odd.paymentHash) throw new NodeUnavailable("An odd answer.");
      return lookUp(paymentHash);
    };
    const { lightning, log } = watch(node);
    await vi.waitFor(() => expect(log).toContain("An odd answer."), SOON);
    node.pay(other.paymentHash, 100, new Date());
    await vi.waitFor(async () => expect(await isPaid(other.id)).toBe(true), SOON);
    expect(lightning.status()).toMatchObject({ problem: null });
    await lightning.stop();
  });

  test("the sale that opens phoenixd's channel, partly paid by the fee credit, is not overpaid", async () => {
    const standIns = await openStandIns();
    onTestFinished(() => standIns.close());
    const { lightning } = watch({ lightning: { node: standIns.node("phoenixd") } });
    await vi.waitFor(() => expect(lightning.mayReceive(1000)).toBe(true), SOON);
    const { id, bolt11 } = await invoice({ lightning });
    await standIns.setFault("fee-credit-used");
    await standIns.pay(bolt11);
    await vi.waitFor(async () => expect(await isPaid(id)).toBe(true), SOON);
    const view = await paymentView(database.db, id, null, {
      policy: defaultPaymentPolicy,
      label: "Satchel",
      chainUp: true,
      now: new Date(),
    });
    expect(view).toMatchObject({ status: "paid", receivedSats: 14_990, excessSats: 0 });
    await lightning.stop();
  });

  test("an invoice that the node cancelled can no longer be paid by the page", async () => {
    const node = simulatedNode();
    const { paymentHash } = await invoice(node);
    const { lookUp } = node.lightning.node;
    node.lightning.node.lookUp = (hash) =>
      hash === paymentHash ? Promise.resolve({ status: "ended" }) : lookUp(hash);
    const { lightning } = watch(node);
    const stored = async () => {
      const { paymentHash: hash } = lightningInvoices;
      const rows = await database.db.select().from(lightningInvoices).where(eq(hash, paymentHash));
      return rows[0]?.canceledAt;
    };
    await vi.waitFor(async () => expect(await stored()).not.toBeNull(), SOON);
    await lightning.stop();
  });

  test("a node that cannot receive now is not offered, and its invoices are looked up", async () => {
    const node = simulatedNode();
    const { id, paymentHash } = await invoice(node);
    const { state } = node.lightning.node;
    const obstacle = "LND is still catching up with the blockchain.";
    node.lightning.node.state = async () => ({ ...(await state()), obstacle });
    const { lightning } = watch(node);
    await vi.waitFor(() => expect(lightning.status()).toMatchObject({ problem: obstacle }), SOON);
    expect(lightning.mayReceive(1)).toBe(false);
    node.pay(paymentHash, 100, new Date());
    await vi.waitFor(async () => expect(await isPaid(id)).toBe(true), SOON);
    await lightning.stop();
  });

  test("is told of payments from the settle index of the node that answers, also once another does", async () => {
    const node = simulatedNode();
    const { lightning: inner } = node;
    const heard: number[] = [];
    const { listen, state } = inner.node;
    inner.node.listen = (options) => {
      heard.push(options.after);
      return listen(options);
    };
    let nodeId = SIMULATED_NODE;
    inner.node.state = async () => ({ ...(await state()), nodeId });
    const { paymentHash } = await invoice(node);
    const settled = node.pay(paymentHash, 100, new Date());
    const { lightning } = watch(node);
    await vi.waitFor(() => expect(heard.length).toBe(1), SOON);
    await vi.waitFor(
      async () =>
        expect(await lastSettleIndex(database.db, SIMULATED_NODE)).toBe(settled?.settleIndex),
      SOON,
    );
    nodeId = `03${"22".repeat(32)}`;
    await vi.waitFor(() => expect(heard.at(-1)).toBe(0), SOON);
    expect(heard.length).toBe(2);
    await lightning.stop();
  });

  test("a node on another network is not offered", async () => {
    const { lightning } = watch(simulatedNode(), "mainnet");
    const problem = expect.stringContaining('on the network "regtest"');
    await vi.waitFor(() => expect(lightning.status()).toMatchObject({ problem }), SOON);
    expect(lightning.mayReceive(1000)).toBe(false);
    await lightning.stop();
  });
});
