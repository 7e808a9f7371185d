import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.server.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import type { Checkout, Recipient } from "#shop/checkouts/checkout.ts";
import { selectPackage } from "#shop/checkout/steps.server.ts";
import { confirmOrder } from "#shop/checkout/confirm-order.server.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import type { OrderAddress } from "#shop/mail/addresses.ts";
import type { OrderPlacedMail } from "#shop/mail/mail.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { type AccountKey, parseAccountKey } from "#shop/payments/wallet/address.ts";
import type { SeenOutput } from "#shop/payments/chain/chain.ts";
import { defaultPaymentPolicy, type PaymentPolicy } from "#shop/payments/model/payment.ts";
import { openQuote } from "#shop/payments/quotes.server.ts";
import type { AddressSource } from "#shop/payments/wallet/address.ts";
import type { Rate } from "#shop/payments/prices/rate.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { client } from "../sandbox/test-sandbox.ts";
import { readSettings } from "#shop/settings/settings.server.ts";

export const mira: Recipient = {
  tiktokUsername: "mira.holt",
  tiktokUid: "6812044711902236417",
  email: "mira@example.com",
};

/** The offers of a shop that accepts only Bitcoin. */
export const onlyBitcoin: readonly Offer[] = [{ method: "bitcoin", how: "chain" }];

/** A rate at which a dollar is 1,000 satoshis, so that amounts can be read at a glance. */
export const roundRate: Rate = {
  rateCents: 10_000_000,
  sources: ["kraken"],
  at: new Date("2026-11-20T08:00:00Z"),
};

/** The public account key of BIP 84's test vector. */
export const testKey: AccountKey = (() => {
  const result = parseAccountKey(
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
    "mainnet",
  );
  if (!result.ok) throw new Error(result.error);
  return result.value;
})();

/** Generates the hash of a new visitor. */
export function someVisitor(): string {
  return randomBytes(32).toString("hex");
}

/** A checkout of the 350 coins (14.99 USD, 14,990 sats at the round rate) that has reached step 2. */
export async function checkoutAtPayment(
  db: Db,
  options: { now: Date; visitorHash?: string; packageId?: string; addresses?: AddressSource },
): Promise<{ checkout: Checkout; visitorHash: string; address: string; sats: number }> {
  const {
    now,
    visitorHash = someVisitor(),
    packageId = "2",
    addresses = { kind: "xpub", key: testKey },
  } = options;
  await seedCatalog(db);
  const selected = await selectPackage(db, { visitorHash, packageId, now });
  if (!selected.ok) throw new Error(selected.error);
  await saveRecipient(db, selected.value.id, mira, now);
  const quote = await openQuote(db, {
    checkoutId: selected.value.id,
    rate: roundRate,
    addresses,
    settings: await readSettings(db),
    quoteSeconds: 3600,
    from: null,
    now,
  });
  if (!quote.ok) throw new Error(quote.error);
  return {
    checkout: { ...selected.value, recipient: mira },
    visitorHash,
    address: quote.value.address,
    sats: quote.value.sats,
  };
}

/** An order for the 350 coins, to be paid in Bitcoin: `checkoutAtPayment`, confirmed at `confirmedAt`. */
export async function placedOrder(
  db: Db,
  options: Parameters<typeof checkoutAtPayment>[1] & { confirmedAt?: Date; policy?: PaymentPolicy },
) {
  const { now, confirmedAt = now, policy = defaultPaymentPolicy } = options;
  const made = await checkoutAtPayment(db, options);
  const order = await confirmOrder(db, {
    offers: onlyBitcoin,
    visitorHash: made.visitorHash,
    checkoutId: made.checkout.id,
    policy,
    now: confirmedAt,
  });
  if (!order.ok) throw new Error(order.error);
  return { ...made, orderId: order.value.id };
}

/** Deletes all checkouts with their payments and mails. */
export async function deleteCheckouts(db: Db): Promise<void> {
  await db.execute(
    sql`truncate checkouts, payment_addresses, address_keys, chain_outputs, chain_tip, mails cascade`,
  );
}

/** Starts a sandbox in a folder of its own, with a client; `addresses` is the shop's account key. */
export async function startTestSandbox() {
  const dir = mkdtempSync(join(tmpdir(), "satchel-outside-"));
  const { url, smtpUrl, xpub, core, services, close } = await startSandbox({ dir });
  const key = parseAccountKey(xpub, "regtest");
  if (!key.ok) throw new Error(key.error);
  const api = client(url);
  return {
    ...api,
    url,
    smtpUrl,
    core,
    services,
    addresses: { kind: "xpub", key: key.value } satisfies AddressSource,
    /** Sets these faults; others are unchanged. */
    setFaults: (faults: Record<string, string | boolean | null>) =>
      api.send("PUT", "/sandbox/faults", faults),
    close: async () => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** Polls an expectation with a long timeout, since the machine may be busy. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 30_000, interval: 20 });
}

/** Starts a web server with the test's request handler. */
export async function startServer(
  response: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(response);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns an address as one that any mail may go to. */
export function anyAddress(email: string): never {
  return email as never;
}

/** Builds a mail for the outbox. */
export function someMail(
  key: string,
  tiktokUsername = "mira.holt",
): { key: string; to: OrderAddress; message: OrderPlacedMail } {
  return {
    key,
    to: anyAddress("mira@example.com"),
    message: {
      template: "order-placed",
      orderId: "7KQ2M9X",
      coins: 350,
      tiktokUsername,
      totalCents: 1499,
      payment: null,
      trackingKey: "key",
    },
  };
}

/** Builds an output as a chain source reports it; in the mempool unless a block height is given. */
export function seenOutput(
  sats: number,
  options: { txid?: string; vout?: number; height?: number; time?: Date } = {},
): SeenOutput {
  const {
    txid = randomBytes(32).toString("hex"),
    vout = 0,
    height,
    time = new Date("2026-11-20T08:10:00Z"),
  } = options;
  return {
    txid,
    vout,
    sats,
    block: height === undefined ? null : { height, hash: `block-${height}`, time },
  };
}
