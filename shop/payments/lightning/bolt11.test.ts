import { bech32 } from "@scure/base";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Bolt11Parts, signBolt11, signWords } from "../../../tests/bolt11.ts";
import { bolt11Parts, secretKeys } from "../../../tests/bolt11-arbitrary.ts";
import { type Bolt11Invoice, readBolt11 } from "./bolt11.ts";
// Published by the specification: https://github.com/lightning/bolts, bolt11/invoice-test.json.
import vectors from "./bolt11-vectors.json" with { type: "json" };
import { runs } from "../../../tests/runs.ts";

const example: Bolt11Parts = {
  network: "regtest",
  msat: 3_117_000n,
  paymentHash: "01".repeat(32),
  paymentSecret: "02".repeat(32),
  timestamp: 1_764_000_000,
  description: "Satchel 7KQ2M9X",
  expirySeconds: 3600,
  features: [8, 14, 17],
};
const key = new Uint8Array(32).fill(7);
const payee = bytesToHex(secp256k1.getPublicKey(key));

function valueOf(text: string): Bolt11Invoice {
  const read = readBolt11(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
const errorOf = (text: string) => {
  const read = readBolt11(text);
  return read.ok ? null : read.error;
};

describe("the vectors of the specification", () => {
  test.each(vectors.filter(({ valid }) => valid))("are read: $description", ({ invoice }) => {
    expect(valueOf(invoice)).toMatchObject({
      minFinalCltvDelta: invoice.includes("cqp2rzjq") ? 10 : 18,
      features: expect.arrayContaining([8, 14]),
    });
  });

  test.each([
    [
      "Please make a donation",
      { msat: null, description: "Please consider supporting this project" },
    ],
    ["Please send $3 for", { msat: 250_000_000, description: "1 cup coffee", expirySeconds: 60 }],
    [
      "Please send 0.0025 BTC",
      { msat: 250_000_000, description: "ナンセンス 1杯", expirySeconds: 60 },
    ],
    [
      "Now send $24",
      {
        msat: 2_000_000_000,
        description: null,
        descriptionHash: "3925b6f67e2c340036ed12093dd44e0368df1b6ea26c53dbe4811f58fd5db8c1",
      },
    ],
    ["Hashed description on testnet", { network: "testnet" }],
    ["Please send 0.00967878534 BTC", { msat: 967_878_534, expirySeconds: 604_800 }],
    ["Uppercase", { msat: 2_500_000_000, features: [8, 14, 99], description: "coffee beans" }],
    ["Please send 0.01 BTC", { msat: 1_000_000_000, features: [8, 14, 48] }],
  ] satisfies [string, Partial<Bolt11Invoice>][])("hold what they say: %s", (start, content) => {
    const { invoice = "" } = vectors.find(({ description }) => description.startsWith(start)) ?? {};
    const fields: Partial<Bolt11Invoice> = {
      network: "mainnet",
      payee: "03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad",
      expirySeconds: 3600,
      ...content,
    };
    expect(valueOf(invoice)).toMatchObject(fields);
  });

  test("that are not valid are refused for the reason that they name", () => {
    const refused = vectors
      .filter(({ valid }) => !valid)
      .map(({ description, invoice }) => [description, errorOf(invoice)]);
    expect(refused).toEqual([
      ["Unknown fields and invalid fixed-length fields", "a field has the wrong length"],
      ["Two distinct p fields in an otherwise valid invoice", "a field is there twice"],
      ["The same p field twice in an otherwise valid invoice", "a field is there twice"],
      ["Unknown required feature 100", "requires the unknown feature 100"],
      ["Bech32 checksum is invalid", expect.stringContaining("bech32")],
      ["Malformed bech32 string (no 1)", expect.stringContaining("bech32")],
      ["Malformed bech32 string (mixed case)", expect.stringContaining("bech32")],
      ["Signature is not recoverable", "the signature does not fit"],
      ["String is too short", "too short for an invoice"],
      ["Invalid multiplier", expect.stringContaining("prefix")],
      ["Invalid sub-millisatoshi precision", "the amount is not in whole millisatoshis"],
      ["Missing required s field", "no payment secret"],
      // It has its payment secret twice as well.
      ["Non canonical signature (high-S) with 'n' field defined", "a field is there twice"],
    ]);
  });
});

test("what was signed is read as it was written", () => {
  fc.assert(
    fc.property(bolt11Parts, secretKeys, (written, signer) => {
      const { msat, paymentSecret, namesPayee, ...rest } = written;
      expect(valueOf(signBolt11(written, signer))).toEqual({
        description: null,
        descriptionHash: null,
        expirySeconds: 3600,
        minFinalCltvDelta: 18,
        hasFallback: false,
        ...rest,
        msat: msat === null ? null : Number(msat),
        features: rest.features.toSorted((a, b) => a - b),
        payee: bytesToHex(secp256k1.getPublicKey(signer)),
      });
    }),
    { numRuns: runs(300) },
  );
});

describe("an altered invoice", () => {
  const text = signBolt11(example, key);
  const named = signBolt11({ ...example, namesPayee: true }, key);
  const characters = "023456789acdefghjklmnpqrstuvwxyz1bio";
  const mutation = fc.record({
    of: fc.constantFrom(text, named),
    at: fc.nat(named.length - 1),
    kind: fc.constantFrom("replace", "insert", "remove", "swap", "cut", "repeat"),
    character: fc.oneof(
      fc.constantFrom(...Array.from(characters)),
      fc.string({ unit: "binary", maxLength: 2 }),
    ),
  });
  function mutate({
    of,
    at,
    kind,
    character,
  }: typeof mutation extends fc.Arbitrary<infer T> ? T : never) {
    const [before, after] = [of.slice(0, at), of.slice(at)];
    if (kind === "insert") return `${before}${character}${after}`;
    if (kind === "remove") return `${before}${after.slice(1)}`;
    if (kind === "swap")
      return `${before}${after.slice(1, 2)}${after.slice(0, 1)}${after.slice(2)}`;
    if (kind === "cut") return before;
    if (kind === "repeat") return `${before}${after}${after}`;
    return `${before}${character}${after.slice(1)}`;
  }

  test("is never taken for one of the node, and nothing throws", () => {
    fc.assert(
      fc.property(mutation, (change) => {
        const changed = mutate(change);
        fc.pre(changed.toLowerCase() !== change.of);
        const read = readBolt11(changed);
        // Bech32 does not notice letters "q" that are inserted before a final "p": the signature does.
        if (read.ok) expect(read.value.payee).not.toBe(payee);
      }),
      { numRuns: runs(20_000) },
    );
  });

  test("is noticed by its signature even if the checksum fits", () => {
    const { prefix, words } = bech32.decode(named as `${string}1${string}`, false);
    fc.assert(
      fc.property(fc.nat(words.length - 1), fc.integer({ min: 1, max: 31 }), (at, change) => {
        const altered = words.with(at, (words[at] ?? 0) ^ change);
        const read = readBolt11(bech32.encode(prefix, altered, false));
        // With a named key the recovery id, in the last two words, is not needed.
        if (read.ok && at < words.length - 2) expect(read.value.payee).not.toBe(payee);
      }),
      { numRuns: runs(1000) },
    );
    expect(errorOf(bech32.encode("lnbcrt31180n", words, false))).toBe("the signature does not fit");
  });
});

test("with a named key only the low S is a signature", () => {
  const { prefix, words } = bech32.decode(
    signBolt11({ ...example, namesPayee: true }, key) as `${string}1${string}`,
    false,
  );
  const signature = bech32.fromWords(words.slice(-104));
  const s = BigInt(`0x${bytesToHex(signature.subarray(32, 64))}`);
  const high = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, "0");
  signature.set(hexToBytes(high), 32);
  const altered = [...words.slice(0, -104), ...bech32.toWords(signature)];
  expect(errorOf(bech32.encode(prefix, altered, false))).toBe("the signature does not fit");
});

test.each([
  ["both a description and its hash", { ...example, descriptionHash: "03".repeat(32) }],
  ["neither", { ...example, description: undefined }],
])("with %s it is refused", (_, written) => {
  expect(errorOf(signBolt11(written as Bolt11Parts, key))).toContain("not one description");
});

test.each([
  ["", "bech32"],
  ["lnbc1", "bech32"],
  [signWords("lnbcrt31170n", [], key), "too short"],
  [signWords("lnbcrt031170n", Array<number>(20).fill(0), key), "prefix"],
  [signWords("lnltc31170n", Array<number>(20).fill(0), key), "prefix"],
  [signWords("lnbc99999999", Array<number>(20).fill(0), key), "too large"],
  // A field that is longer than what is left, and a type without a length.
  [signWords("lnbc", [...Array<number>(7).fill(0), 13, 31, 31, 1], key), "cut off"],
  [signWords("lnbc", [...Array<number>(7).fill(0), 13], key), "cut off"],
])("%s is refused", (text, reason) => {
  expect(errorOf(text)).toContain(reason);
});
