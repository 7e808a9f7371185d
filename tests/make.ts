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
import type { Checkout, Recipient } from "#shop/checkout/checkout.ts";
import { saveRecipient, selectPackage } from "#shop/checkout/checkouts.server.ts";
import type { MailMessage } from "#shop/mail/mail.ts";
import type { Offer } from "#shop/methods/offer.ts";
import { type AccountKey, parseAccountKey } from "#shop/payments/wallet/address.ts";
import type { SeenOutput } from "#shop/payments/chain/chain.ts";
import { type AddressSource, openQuote } from "#shop/payments/quotes.server.ts";
import type { Rate } from "#shop/payments/prices/rate.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { client } from "../sandbox/test-sandbox.ts";

export const mira: Recipient = {
  tiktokUsername: "mira.holt",
  tiktokUid: "6812044711902236417",
  email: "mira@example.com",
};

/** What checkout offers in a shop that takes nothing but Bitcoin. */
export const onlyBitcoin: readonly Offer[] = [{ method: "bitcoin", how: "chain" }];

/** A rate at which a dollar is 1,000 satoshis, so that amounts can be read at a glance. */
export const roundRate: Rate = {
  rateCents: 10_000_000,
  sources: ["kraken"],
  at: new Date("2026-11-20T08:00:00Z"),
};

/** A public key whose private side nobody holds: BIP 84's test vector. */
export const testKey: AccountKey = (() => {
  const result = parseAccountKey(
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
    "mainnet",
  );
  if (!result.ok) throw new Error(result.error);
  return result.value;
})();

/** A visitor whom nothing is known of yet. */
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

/** Forgets all checkouts and what came of them, so that a test finds nothing of the one before. */
export async function forgetCheckouts(db: Db): Promise<void> {
  await db.execute(
    sql`truncate checkouts, payment_addresses, chain_outputs, chain_tip, mails cascade`,
  );
}

/** A sandbox in a folder of its own, with a client for it; `addresses` are the shop's there. */
export async function startOutsideWorld() {
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
    /** Sets the faults; those left out stay as they are. */
    suffer: (faults: Record<string, string | null>) => api.send("PUT", "/sandbox/faults", faults),
    close: async () => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type OutsideWorld = Awaited<ReturnType<typeof startOutsideWorld>>;

/** Expects something of what `read` gives, sooner or later: patient, since the machine may be busy. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 30_000, interval: 20 });
}

/** A web server that answers as the test wants it to. */
export async function startServer(
  answer: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer);
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

/** A mail that is ready for the outbox. */
export function someMail(
  key: string,
  tiktokUsername = "mira.holt",
): { key: string; to: string; message: MailMessage } {
  return {
    key,
    to: "mira@example.com",
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

/** An output as a chain source tells it; in the mempool unless a block height is given. */
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
