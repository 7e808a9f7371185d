import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { chainOutputs } from "./tables.ts";
import { lightningInvoices } from "./lightning/tables.ts";
import { chainTip } from "./chain/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { storedInvoice } from "../../tests/lightning-payment.ts";
import { checkoutAtPayment, roundRate } from "../../tests/make.ts";
import { defaultPaymentPolicy } from "./model/payment.ts";
import { paymentDetails } from "./payment-details.server.ts";
import { openLightningQuote, openQuote } from "./quotes.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describeOnBothDatabases("details of a payment", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  test("are every output, also those that are gone, and every quote, the newest first", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const rate = { ...roundRate, rateCents: 5_000_000, at: at(4000) };
    const requoted = await openQuote(db, {
      checkoutId: checkout.id,
      rate,
      addresses: { kind: "fixed", address },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now: at(4000),
    });
    expect(requoted.ok).toBe(true);
    const output = { address, checkoutId: checkout.id, vout: 0, firstSeenAt: at(60) };
    await db.insert(chainTip).values({ height: 105, hash: "tip", seenAt: start });
    await db.insert(chainOutputs).values([
      { ...output, txid: "a", sats: 9000, state: "replaced", replacedBy: "b" },
      { ...output, txid: "b", sats: 10_000, state: "confirmed", blockHeight: 103, blockHash: "x" },
      { ...output, txid: "c", sats: 500, state: "mempool", firstSeenAt: at(90) },
    ]);

    const details = await paymentDetails(db, checkout.id);
    expect(details.receivedSats).toBe(10_500);
    expect(
      details.transactions.map(({ txid, state, replacedBy, confirmations }) => [
        txid,
        state,
        replacedBy,
        confirmations,
      ]),
    ).toEqual([
      ["a", "replaced", "b", 0],
      ["b", "confirmed", null, 3],
      ["c", "mempool", null, 0],
    ]);
    expect(details.quotes).toMatchObject([
      { rateCents: 5_000_000, sats: 29_980, lockedAt: at(4000), lightningOnly: false },
      { rateCents: 10_000_000, sats: 14_990, sources: ["kraken"], lockedAt: start },
    ]);
  });

  test("name the quotes that only Lightning can pay, and the paid invoices", async () => {
    const { checkout } = await checkoutAtPayment(db, { now: start });
    const quote = await openLightningQuote(db, {
      checkoutId: checkout.id,
      rate: { ...roundRate, at: at(4000) },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now: at(4000),
    });
    expect(quote.ok).toBe(true);
    const lightning = { checkoutId: checkout.id, policy: defaultPaymentPolicy, now: at(4000) };
    const { paymentHash, settle } = await storedInvoice(db, lightning);
    expect(await paymentDetails(db, checkout.id)).toMatchObject({
      receivedSats: 0,
      lightningPayments: [],
      quotes: [{ lightningOnly: true }, { lightningOnly: false }],
    });
    await db.update(lightningInvoices).set({ unknownSince: at(4050) });
    expect(await paymentDetails(db, checkout.id)).toMatchObject({
      receivedSats: 0,
      unknownInvoices: [{ paymentHash, sats: 14_990, unknownSince: at(4050) }],
    });
    await settle(at(4060));
    expect(await paymentDetails(db, checkout.id)).toMatchObject({
      receivedSats: 14_990,
      unrefundedSats: 14_990,
      lightningPayments: [{ paymentHash, sats: 14_990, firstSeenAt: at(4060) }],
      unknownInvoices: [],
    });
  });

  test("are empty where nothing was quoted or seen", async () => {
    const nothing = await paymentDetails(db, "00000000-0000-0000-0000-000000000000");
    expect(nothing).toEqual({
      receivedSats: 0,
      unrefundedSats: 0,
      lightningPayments: [],
      unknownInvoices: [],
      refunds: [],
      transactions: [],
      quotes: [],
      receipts: [],
    });
  });
});
