import { afterAll, beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { seedPackages } from "#shop/catalog/package.ts";
import type { Lightning, LightningStatus } from "#shop/payments/lightning/lightning.jobs.server.ts";
import { recordUnknown, recordUnpaid } from "#shop/payments/lightning/invoice-states.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { lightningInvoices } from "#shop/payments/lightning/tables.ts";
import { describeOnBothDatabases } from "../../../../tests/db.ts";
import { storedInvoice } from "../../../../tests/lightning-payment.ts";
import { checkoutAtPayment, roundRate } from "../../../../tests/make.ts";
import { simulatedNode } from "../../../../tests/simulated-node.ts";
import { readLightningState } from "#shop/payments/lightning/lightning-state.server.ts";
import { lightningItems } from "./lightning-items.ts";

const now = new Date("2026-11-20T08:00:00Z");
const [dearest] = seedPackages.toSorted((a, b) => b.priceCents - a.priceCents);
/** At the round rate a cent is 10 satoshis. */
const DEAREST_SATS = (dearest?.priceCents ?? 0) * 10;

describeOnBothDatabases("what needs attention about the Lightning node", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  function nodeWith(changes: {
    problem?: string;
    receivableSats?: number;
    opensChannels?: boolean;
  }) {
    const { problem = null, receivableSats = 10_000_000, opensChannels = false } = changes;
    const named = { network: "mainnet" as const, alias: "shop", version: null };
    const state = {
      ...named,
      nodeId: null,
      receivableSats,
      feeCreditSats: null,
      opensChannels,
      obstacle: null,
    };
    const status: LightningStatus = { kind: "lnd", state, problem };
    const { node } = simulatedNode().lightning;
    return {
      node,
      status: () => status,
      mayReceive: (sats) => problem === null && (opensChannels || receivableSats >= sats),
    } satisfies Lightning;
  }
  const read = (lightning: Lightning | null, at = now) =>
    readLightningState(db, lightning, {
      packages: {
        grid: seedPackages.map((pkg) => ({
          ...pkg,
          soldOut: false,
          validFrom: null,
          validUntil: null,
        })),
        promotion: null,
        others: [],
      },
      rate: roundRate,
      marginPercent: 0,
      now: at,
    });
  const titles = async (lightning: Lightning | null, at = now) =>
    lightningItems(await read(lightning, at)).map(({ title }) => title);

  test("is nothing without a node, and while it can receive the dearest package", async () => {
    expect(await read(null)).toBeNull();
    expect(await titles(null)).toEqual([]);
    expect(await titles(nodeWith({ receivableSats: DEAREST_SATS }))).toEqual([]);
    expect(await titles(nodeWith({ receivableSats: 0, opensChannels: true }))).toEqual([]);
  });

  test("is a node that cannot be used, or can receive less than the dearest package costs", async () => {
    expect(await titles(nodeWith({ problem: "It does not answer." }))).toEqual([
      "Lightning is not offered",
    ]);
    const little = nodeWith({ receivableSats: DEAREST_SATS - 1 });
    expect(await read(little)).toMatchObject({
      tooLittle: { receivableSats: DEAREST_SATS - 1, dearestSats: DEAREST_SATS },
    });
    expect(await titles(little)).toEqual(["The Lightning node can receive little"]);
  });

  test("are invoices that the node made and does not have, for a week", async () => {
    const { checkout } = await checkoutAtPayment(db, { now });
    const { paymentHash } = await storedInvoice(db, { checkoutId: checkout.id, policy, now });
    const [invoice] = await db
      .select()
      .from(lightningInvoices)
      .where(eq(lightningInvoices.paymentHash, paymentHash));
    const id = invoice?.id ?? -1;
    const unknown = ["Invoices unknown to the Lightning node"];
    await recordUnknown(db, id, now);
    expect(await titles(nodeWith({}))).toEqual(unknown);
    expect(await titles(nodeWith({}), addMs(now, 6 * DAY_MS))).toEqual(unknown);
    expect(await titles(nodeWith({}), addMs(now, 8 * DAY_MS))).toEqual([]);
    await recordUnpaid(db, [id], now);
    expect(await titles(nodeWith({}))).toEqual([]);
  });
});
