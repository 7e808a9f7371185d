import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { networks } from "#shop/payments/wallet/address.ts";
import type { Bolt11Parts } from "./bolt11.ts";

const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);
/** Private keys. */
export const secretKeys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => secp256k1.utils.isValidSecretKey(key));
/** Invoices with every kind of field, as far as they may be combined. */
export const bolt11Parts: fc.Arbitrary<Bolt11Parts> = fc
  .record({
    network: fc.constantFrom(...networks),
    msat: fc.option(fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) })),
    paymentHash: hex32,
    paymentSecret: hex32,
    timestamp: fc.integer({ min: 0, max: 2 ** 35 - 1 }),
    text: fc.oneof(
      fc.record({ description: fc.string({ unit: "grapheme", maxLength: 60 }) }),
      fc.record({ descriptionHash: hex32 }),
    ),
    expirySeconds: fc.option(fc.integer({ min: 0, max: 2 ** 31 }), { nil: undefined }),
    minFinalCltvDelta: fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined }),
    features: fc.subarray([17, 48, 99, 149]).map((more) => [8, 14, ...more]),
    namesPayee: fc.boolean(),
  })
  .map(({ text, expirySeconds, minFinalCltvDelta, ...rest }) => ({
    ...rest,
    ...text,
    ...(expirySeconds !== undefined && { expirySeconds }),
    ...(minFinalCltvDelta !== undefined && { minFinalCltvDelta }),
  }));
