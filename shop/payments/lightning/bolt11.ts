import { bech32 } from "@scure/base";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Result, err, ok } from "#lib/result.ts";
import type { Network } from "../wallet/address.ts";

/** A BOLT 11 invoice with a valid checksum and signature. */
export interface Bolt11Invoice {
  network: Network;
  /** Millisatoshis; null when the payer chooses the amount. */
  msat: number | null;
  /** Hex, like all hashes and keys here. */
  paymentHash: string;
  /** The public key of the node that signed. */
  payee: string;
  /** Seconds since 1970. */
  timestamp: number;
  expirySeconds: number;
  /** Null when the invoice has only the hash of its description. */
  description: string | null;
  descriptionHash: string | null;
  minFinalCltvDelta: number;
  /** The bits of the feature vector that are set. */
  features: number[];
  /** Whether it names an address to which it can be paid on the chain. */
  hasFallback: boolean;
}

const networkOf: Record<string, Network> = {
  bc: "mainnet",
  tb: "testnet",
  tbs: "signet",
  bcrt: "regtest",
};

/** Pico-bitcoins of one unit by its multiplier; ten of them are one millisatoshi. */
const picoOf: Record<string, bigint> = {
  "": 10n ** 12n,
  m: 10n ** 9n,
  u: 10n ** 6n,
  n: 10n ** 3n,
  p: 1n,
};

const TIMESTAMP_WORDS = 7;
const SIGNATURE_WORDS = 104;
/** Words of the fields of fixed length, by type. */
const fixedLengths: Record<number, number> = { 1: 52, 16: 52, 23: 52, 19: 53 };
/** The known types of fields that may be there once: `p`, `s`, `d`, `h`, `n`, `x`, `c`, `9` and `m`. */
const SINGLE = [1, 16, 13, 23, 19, 6, 24, 5, 27];

/** BOLT 9: var_onion_optin, payment_secret, basic_mpp, option_route_blinding, option_payment_metadata. */
const KNOWN_FEATURES = [8, 14, 16, 24, 48];

const DEFAULT_EXPIRY_SECONDS = 3600;
const DEFAULT_CLTV_DELTA = 18;

/**
 * Reads an invoice and verifies its checksum and signature, by the rules for readers of BOLT 11:
 * https://github.com/lightning/bolts/blob/master/11-payment-encoding.md
 */
export function readBolt11(text: string): Result<Bolt11Invoice, string> {
  // The limit of 90 characters does not hold for invoices.
  const decoded = bech32.decodeUnsafe(text, false);
  if (!decoded) return err("not bech32, or mistyped (its checksum does not fit)");
  const { prefix, words } = decoded;
  const amount = readPrefix(prefix);
  if (!amount.ok) return amount;
  if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) return err("too short for an invoice");
  const signed = words.slice(0, -SIGNATURE_WORDS);
  const fields = readFields(signed.slice(TIMESTAMP_WORDS));
  if (!fields.ok) return fields;
  const content = readContent(fields.value);
  if (!content.ok) return content;
  const { payee: named, ...rest } = content.value;
  const hash = sha256(concatBytes(utf8ToBytes(prefix), paddedBytes(signed)));
  const payee = verifiedPayee(wholeBytes(words.slice(-SIGNATURE_WORDS)), hash, named);
  if (!payee) return err("the signature does not fit");
  return ok({
    ...amount.value,
    timestamp: numberOf(signed.slice(0, TIMESTAMP_WORDS)),
    payee: bytesToHex(payee),
    ...rest,
  });
}

function readPrefix(prefix: string): Result<Pick<Bolt11Invoice, "network" | "msat">, string> {
  const [, currency = "", digits, unit = ""] =
    /^ln(bcrt|bc|tbs|tb)(?:([1-9]\d*)([munp]?))?$/.exec(prefix) ?? [];
  const network = networkOf[currency];
  if (!network) return err("the prefix is not that of an invoice in bitcoin");
  if (digits === undefined) return ok({ network, msat: null });
  const pico = BigInt(digits) * (picoOf[unit] ?? 0n);
  if (pico % 10n !== 0n) return err("the amount is not in whole millisatoshis");
  const msat = Number(pico / 10n);
  if (!Number.isSafeInteger(msat)) return err("the amount is too large");
  return ok({ network, msat });
}

type Field = { type: number; data: number[] };

/** Reads the tagged fields: a type of 1 word, a length of 2 words, and the data. */
function readFields(words: number[]): Result<Field[], string> {
  const fields: Field[] = [];
  for (let at = 0; at < words.length;) {
    const type = words[at] ?? 0;
    const length = numberOf(words.slice(at + 1, at + 3));
    const data = words.slice(at + 3, at + 3 + length);
    if (at + 3 > words.length || data.length < length) return err("a field is cut off");
    if (data.length !== (fixedLengths[type] ?? data.length))
      return err("a field has the wrong length");
    if (SINGLE.includes(type) && fields.some((field) => field.type === type))
      return err("a field is there twice");
    fields.push({ type, data });
    at += 3 + length;
  }
  return ok(fields);
}

type Content = Omit<Bolt11Invoice, "network" | "msat" | "timestamp" | "payee"> & {
  payee: Uint8Array | null;
};

function readContent(fields: Field[]): Result<Content, string> {
  const dataOf = (type: number) => fields.find((field) => field.type === type)?.data ?? null;
  const hexOf = (type: number) => {
    const data = dataOf(type);
    return data && bytesToHex(wholeBytes(data));
  };
  const paymentHash = hexOf(1);
  if (!paymentHash) return err("no payment hash");
  if (!dataOf(16)) return err("no payment secret");
  const described = dataOf(13);
  const descriptionHash = hexOf(23);
  if ((described === null) === (descriptionHash === null))
    return err("not one description or description hash");
  const description = described && utf8Of(wholeBytes(described));
  if (described && description === null) return err("a description that is not UTF-8");
  const features = setBits(dataOf(5) ?? []);
  const unknown = features.find((bit) => bit % 2 === 0 && !KNOWN_FEATURES.includes(bit));
  if (unknown !== undefined) return err(`requires the unknown feature ${unknown}`);
  const expiry = dataOf(6);
  const cltvDelta = dataOf(24);
  const expirySeconds = expiry ? numberOf(expiry) : DEFAULT_EXPIRY_SECONDS;
  const minFinalCltvDelta = cltvDelta ? numberOf(cltvDelta) : DEFAULT_CLTV_DELTA;
  if (![expirySeconds, minFinalCltvDelta].every(Number.isSafeInteger))
    return err("a number is too large");
  const named = dataOf(19);
  const payee = named && wholeBytes(named);
  return ok({
    paymentHash,
    payee,
    expirySeconds,
    description,
    descriptionHash,
    minFinalCltvDelta,
    features,
    hasFallback: dataOf(9) !== null,
  });
}

/**
 * Returns the key that the signature (R, S and the recovery id) is of: the named one, for which S must be the low
 * one, or the recovered one. Null when the signature is not valid.
 */
function verifiedPayee(
  signature: Uint8Array,
  hash: Uint8Array,
  named: Uint8Array | null,
): Uint8Array | null {
  const compact = signature.subarray(0, 64);
  try {
    if (named)
      return secp256k1.verify(compact, hash, named, { prehash: false, lowS: true }) ? named : null;
    const recoverable = concatBytes(signature.subarray(64), compact);
    return secp256k1.recoverPublicKey(recoverable, hash, { prehash: false });
  } catch {
    // Thrown for numbers that are out of range and points that are not on the curve.
    return null;
  }
}

/** Returns the number of 5-bit words, most significant first; not exact above 2^53. */
function numberOf(words: number[]): number {
  return words.reduce((number, word) => number * 32 + word, 0);
}

/** Returns the positions of the bits that are set; bit 0 is the last one. */
function setBits(words: number[]): number[] {
  return words
    .toReversed()
    .flatMap((word, index) =>
      [0, 1, 2, 3, 4].filter((bit) => (word >> bit) & 1).map((bit) => index * 5 + bit),
    );
}

/** Returns the whole bytes in the words; the bits that are left over are padding. */
function wholeBytes(words: number[]): Uint8Array {
  return paddedBytes(words).subarray(0, Math.floor((words.length * 5) / 8));
}

/** Returns the bits of the words, with zeros up to the next byte. */
function paddedBytes(words: number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((words.length * 5) / 8));
  for (const [index, word] of words.entries()) {
    const bit = index * 5;
    const byte = bit >> 3;
    // The word within the 16 bits that begin at this byte.
    const shifted = word << (11 - (bit & 7));
    bytes[byte] = (bytes[byte] ?? 0) | (shifted >> 8);
    if (byte + 1 < bytes.length) bytes[byte + 1] = shifted & 0xff;
  }
  return bytes;
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
