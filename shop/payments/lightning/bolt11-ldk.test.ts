// Compares the reader with that of the Lightning Development Kit (lightningdevkit), which shares no code with it.
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import type { Bolt11Invoice as LdkInvoice, Description } from "lightningdevkit";
import { beforeAll, describe, expect, test } from "vitest";
import { type Ldk, loadLdk, unwrap } from "../../../sandbox/lightning/ldk.ts";
import { bolt11Parts, secretKeys } from "../../../tests/bolt11-arbitrary.ts";
import { signBolt11 } from "../../../tests/bolt11.ts";
import type { Network } from "../wallet/address.ts";
import { type Bolt11Invoice, readBolt11 } from "./bolt11.ts";
import vectors from "./bolt11-vectors.json" with { type: "json" };

let ldk: Ldk;
beforeAll(async () => {
  ldk = await loadLdk();
});

/** Returns what LDK reads in an invoice, in our terms. It only compares descriptions: those of `ours` are expected. */
function readByLdk(text: string, ours: Bolt11Invoice): Bolt11Invoice {
  const invoice = unwrap(ldk.Bolt11Invoice.constructor_from_str(text), "reading") as LdkInvoice;
  const amount = invoice.amount_milli_satoshis();
  const raw = invoice.into_signed_raw().raw_invoice();
  const { description, descriptionHash } = ours;
  const hasDescription =
    description === null
      ? raw.description().hash() === 0n
      : (unwrap(ldk.Description.constructor_new(description), "description") as Description).eq(
          raw.description(),
        );
  const hasHash =
    descriptionHash === null
      ? raw.description_hash().hash() === 0n
      : ldk.Sha256.constructor_from_bytes(hexToBytes(descriptionHash)).eq(raw.description_hash());
  return {
    network: (networkNames().get(invoice.currency()) ?? "simnet") as Network,
    msat: amount instanceof ldk.Option_u64Z_Some ? Number(amount.some) : null,
    paymentHash: bytesToHex(invoice.payment_hash()),
    payee: bytesToHex(invoice.get_payee_pub_key()),
    timestamp: Number(invoice.duration_since_epoch()),
    expirySeconds: Number(invoice.expiry_time()),
    description: hasDescription ? description : "another",
    descriptionHash: hasHash ? descriptionHash : "another",
    minFinalCltvDelta: Number(invoice.min_final_cltv_expiry_delta()),
    features: bitsOf(invoice.features().write().subarray(2)),
    hasFallback: invoice.fallback_addresses().length > 0,
  };
}

/** Returns the set bits of bytes, most significant first. */
function bitsOf(bytes: Uint8Array): number[] {
  const size = bytes.length * 8;
  return Array.from({ length: size }, (_, bit) => bit).filter(
    (bit) => ((bytes[bytes.length - 1 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1,
  );
}

const networkNames = () =>
  new Map([
    [ldk.Currency.LDKCurrency_Bitcoin, "mainnet"],
    [ldk.Currency.LDKCurrency_BitcoinTestnet, "testnet"],
    [ldk.Currency.LDKCurrency_Signet, "signet"],
    [ldk.Currency.LDKCurrency_Regtest, "regtest"],
  ]);

function valueOf(text: string): Bolt11Invoice {
  const read = readBolt11(text);
  if (!read.ok) throw new Error(`${read.error}: ${text}`);
  return read.value;
}

/** Both readers read the same in this text. */
function expectAgreement(text: string) {
  const ours = valueOf(text);
  expect(ours).toEqual(readByLdk(text, ours));
}

describe("LDK and the reader agree", () => {
  // LDK 0.1 is older than two vectors: it refuses every high S, and skips fields of the wrong length.
  const shared = vectors.filter(({ description }) => !/high-S|fixed-length/.test(description));
  test.each(shared)("on the vector: $description", ({ valid, invoice }) => {
    if (valid) expectAgreement(invoice);
    else expect(ldk.Bolt11Invoice.constructor_from_str(invoice).is_ok()).toBeFalsy();
  });

  test("on invoices that were signed here", () => {
    fc.assert(
      fc.property(bolt11Parts, secretKeys, (parts, key) => {
        const text = signBolt11(parts, key);
        expectAgreement(text);
      }),
    );
  });

  test("on invoices that LDK signed", () => {
    const seed = new Uint8Array(32).fill(5);
    const manager = ldk.PhantomKeysManager.constructor_new(seed, 1n, 1, seed);
    const logger = ldk.Logger.new_impl({ log: () => undefined });
    const anyNode = secp256k1.getPublicKey(seed);
    const currencies = [...networkNames().keys()];
    fc.assert(
      fc.property(bolt11Parts, fc.constantFrom(...currencies), (parts, currency) => {
        const made = ldk.UtilMethods.constructor_create_phantom_invoice(
          parts.msat === null
            ? ldk.Option_u64Z.constructor_none()
            : ldk.Option_u64Z.constructor_some(parts.msat),
          ldk.Option_ThirtyTwoBytesZ.constructor_none(),
          parts.description ?? "",
          parts.expirySeconds ?? 3600,
          [ldk.PhantomRouteHints.constructor_new([], 7n, anyNode)],
          manager.as_EntropySource(),
          manager.as_NodeSigner(),
          logger,
          currency,
          ldk.Option_u16Z.constructor_some(Math.max(24, parts.minFinalCltvDelta ?? 24)),
          BigInt(parts.timestamp),
        );
        const text = (unwrap(made, "creating an invoice") as LdkInvoice).to_str();
        expectAgreement(text);
      }),
    );
  });
});
