import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import type { Network } from "#shop/payments/wallet/address.ts";

export interface Bolt11Parts {
  network: Network;
  msat: bigint | null;
  /** Hex, as all hashes. */
  paymentHash: string;
  paymentSecret: string;
  timestamp: number;
  description?: string;
  descriptionHash?: string;
  expirySeconds?: number;
  minFinalCltvDelta?: number;
  features: number[];
  /** An address on the chain: the witness version, and the program in hex. */
  fallback?: [version: number, program: string];
  /** Whether the key is named in an `n` field. */
  namesPayee?: boolean;
}

const currencies = { mainnet: "bc", testnet: "tb", signet: "tbs", regtest: "bcrt" };

/** Returns a signed invoice (BOLT 11). */
export function signBolt11(parts: Bolt11Parts, secretKey: Uint8Array): string {
  const field = (type: number, data: number[]) => [
    type,
    data.length >> 5,
    data.length & 31,
    ...data,
  ];
  const bytes = (type: number, content: Uint8Array) => field(type, bech32.toWords(content));
  const { description, descriptionHash, expirySeconds, minFinalCltvDelta } = parts;
  const words = [
    ...numberWords(parts.timestamp, 7),
    ...bytes(1, hexToBytes(parts.paymentHash)),
    ...bytes(16, hexToBytes(parts.paymentSecret)),
    ...(description === undefined ? [] : bytes(13, utf8ToBytes(description))),
    ...(descriptionHash === undefined ? [] : bytes(23, hexToBytes(descriptionHash))),
    ...(expirySeconds === undefined ? [] : field(6, numberWords(expirySeconds))),
    ...(minFinalCltvDelta === undefined ? [] : field(24, numberWords(minFinalCltvDelta))),
    ...(parts.fallback
      ? field(9, [parts.fallback[0], ...bech32.toWords(hexToBytes(parts.fallback[1]))])
      : []),
    ...(parts.namesPayee ? bytes(19, secp256k1.getPublicKey(secretKey)) : []),
    ...(parts.features.length === 0 ? [] : field(5, featureWords(parts.features))),
  ];
  return signWords(`ln${currencies[parts.network]}${amountText(parts.msat)}`, words, secretKey);
}

/** Appends a signature to the words of an invoice, and encodes it. */
export function signWords(prefix: string, words: number[], secretKey: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((words.length * 5) / 8));
  for (const [index, word] of words.entries())
    for (let bit = 0; bit < 5; bit += 1) {
      const at = index * 5 + bit;
      if ((word >> (4 - bit)) & 1) padded[at >> 3] = (padded[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  const hash = sha256(concatBytes(utf8ToBytes(prefix), padded));
  const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: "recovered" });
  const recoveryIdLast = concatBytes(signature.subarray(1), signature.subarray(0, 1));
  return bech32.encode(prefix, [...words, ...bech32.toWords(recoveryIdLast)], false);
}

/** Returns the amount with the largest unit in which it is a whole number. */
function amountText(msat: bigint | null): string {
  if (msat === null) return "";
  const pico = msat * 10n;
  const units: [string, bigint][] = [
    ["", 10n ** 12n],
    ["m", 10n ** 9n],
    ["u", 10n ** 6n],
    ["n", 10n ** 3n],
  ];
  const [unit, size] = units.find(([, each]) => pico % each === 0n) ?? ["p", 1n];
  return `${pico / size}${unit}`;
}

/** Returns the number in this many words, or in as few as it needs: none for 0. */
function numberWords(number: number, count = 0): number[] {
  const words: number[] = [];
  for (let rest = BigInt(number); rest > 0n; rest >>= 5n) words.unshift(Number(rest & 31n));
  while (words.length < count) words.unshift(0);
  return words;
}

function featureWords(features: number[]): number[] {
  const words = Array<number>(Math.floor(Math.max(...features) / 5) + 1).fill(0);
  for (const bit of features) {
    const at = words.length - 1 - Math.floor(bit / 5);
    words[at] = (words[at] ?? 0) | (1 << (bit % 5));
  }
  return words;
}
