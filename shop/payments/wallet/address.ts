import { createBase58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { Address, NETWORK, OutScript, p2sh, p2tr, p2wpkh, TEST_NETWORK } from "@scure/btc-signer";
import { formatBtc } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { formatDescriptor, parseDescriptor, type Script } from "./descriptor.ts";
import { type LoneKey, NO_KEY, parseLoneKey, unwrapKey } from "./key-notation.ts";

export const networks = ["mainnet", "testnet", "signet", "regtest"] as const;
export type Network = (typeof networks)[number];

/** An extended public key that receiving addresses are derived from. */
export interface AccountKey {
  /** Identifies the key in the database: the same for every notation of it (xpub, zpub, descriptor with origin). */
  id: string;
  network: Network;
  script: Script;
  /** The parent node of the receiving addresses. */
  node: HDKey;
  /** The key as a descriptor for Bitcoin Core. */
  descriptor: string;
}

/** Where buyers pay to: a new address for each checkout, or one fixed address with a distinct amount for each. */
export type AddressSource = { kind: "xpub"; key: AccountKey } | { kind: "fixed"; address: string };

const XPUB = 0x0488b21e;
const TPUB = 0x043587cf;

/** SLIP-132 version bytes: the networks and the script type of a prefix. */
const publicVersions: Record<string, { version: number; mainnet: boolean; script: Script }> = {
  xpub: { version: XPUB, mainnet: true, script: "p2wpkh" },
  ypub: { version: 0x049d7cb2, mainnet: true, script: "p2sh-p2wpkh" },
  zpub: { version: 0x04b24746, mainnet: true, script: "p2wpkh" },
  tpub: { version: TPUB, mainnet: false, script: "p2wpkh" },
  upub: { version: 0x044a5262, mainnet: false, script: "p2sh-p2wpkh" },
  vpub: { version: 0x045f1cf6, mainnet: false, script: "p2wpkh" },
};

/** The kinds of addresses that belong to the holder of a key. */
const OWNED = new Set(["pkh", "sh", "wpkh", "wsh", "tr"]);

const base58check = createBase58check(sha256);

/**
 * Parses an extended public key, or a descriptor with one, for this network. Rejects private keys and keys of other
 * networks; the error never contains the key.
 */
export function parseAccountKey(text: string, network: Network): Result<AccountKey, string> {
  if (holdsPrivateKey(text)) {
    return err(
      "this is a private key. Never put one on a server: give the extended public key (xpub, zpub, …)",
    );
  }
  const given = unwrapKey(text);
  if (!given.ok) return given;
  if (!given.value.includes("(")) {
    const parsed = parseLoneKey(given.value);
    return parsed.ok ? readKey(network, parsed.value) : parsed;
  }
  const parsed = parseDescriptor(given.value);
  if (!parsed.ok) return parsed;
  if (!/^[xt]pub/.test(parsed.value.key))
    return err("inside a descriptor the key has to be an xpub (a tpub on test networks)");
  return readKey(network, parsed.value);
}

function readKey(
  network: Network,
  { key, path, origin, script }: LoneKey,
): Result<AccountKey, string> {
  const prefix = key.slice(0, 4);
  const version = publicVersions[prefix];
  if (!version) return err(NO_KEY);
  if (script && !/^[xt]pub/.test(prefix) && script !== version.script)
    return err(`a ${prefix} is not a key for the kind of addresses that is named beside it`);
  if (version.mainnet !== (network === "mainnet")) {
    return err(`a ${prefix} is not for the network "${network}"`);
  }
  try {
    const account = HDKey.fromExtendedKey(key, { public: version.version, private: 0 });
    const meant = { script: script ?? version.script, origin, path };
    const xpub = asXpub(key, version.mainnet);
    return ok({
      id: formatDescriptor({ ...meant, origin: "", key: xpub }),
      network,
      script: meant.script,
      node: path.reduce((node, step) => node.deriveChild(step), account),
      descriptor: formatDescriptor({ ...meant, key: xpub }),
    });
  } catch {
    return err("the extended public key is mistyped (its checksum does not fit)");
  }
}

/** Returns the key with the `xpub` or `tpub` prefix that Bitcoin Core accepts. */
function asXpub(key: string, mainnet: boolean): string {
  const bytes = base58check.decode(key);
  const version = mainnet ? XPUB : TPUB;
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, version);
  return base58check.encode(bytes);
}

/** Derives the receiving address at this index. */
export function addressAt(key: AccountKey, index: number): string {
  const { publicKey } = key.node.deriveChild(index);
  if (!publicKey) throw new Error("an extended public key derives public keys");
  const { address } = paymentTo(publicKey, key.script, networkParams(key.network));
  if (!address) throw new Error(`no address for ${key.script}`);
  return address;
}

function paymentTo(publicKey: Uint8Array, script: Script, params: typeof NETWORK) {
  // BIP 86: the x-only key, and no script path.
  if (script === "p2tr") return p2tr(publicKey.subarray(1), undefined, params);
  const native = p2wpkh(publicKey, params);
  return script === "p2wpkh" ? native : p2sh(native, params);
}

/** Returns the address of a payment URI (BIP 21), as which wallets copy one as well. */
function withoutScheme(text: string): string {
  return text
    .trim()
    .replace(/^bitcoin:/i, "")
    .replace(/\?.*$/s, "");
}

/** Returns the canonical form of an address or a payment URI; rejects keys and addresses of other networks. */
export function parseAddress(text: string, network: Network): Result<string, string> {
  const address = withoutScheme(text);
  if (holdsPrivateKey(address)) {
    return err("this is a private key. Never put one on a server: give an address");
  }
  try {
    const coder = Address(networkParams(network));
    const decoded = coder.decode(address);
    // Pay-to-anchor (https://github.com/bitcoin/bips/blob/master/bip-0433.mediawiki) and anything that may follow.
    if (!OWNED.has(decoded.type))
      return err("anybody could spend what is sent to this address: give one of a wallet");
    return ok(coder.encode(decoded));
  } catch {
    return err(`not a Bitcoin address of the network "${network}"`);
  }
}

/** Returns the output script, in hex, that pays to a valid address of this network. */
export function scriptOf(address: string, network: Network): string {
  return bytesToHex(OutScript.encode(Address(networkParams(network)).decode(address)));
}

/** Returns the address that an output script (in hex) pays to; null for one without an address. */
export function addressOf(script: string, network: Network): string | null {
  try {
    return Address(networkParams(network)).encode(OutScript.decode(hexToBytes(script)));
  } catch {
    return null;
  }
}

function networkParams(network: Network): typeof NETWORK {
  if (network === "mainnet") return NETWORK;
  return network === "regtest" ? { ...TEST_NETWORK, bech32: "bcrt" } : TEST_NETWORK;
}

/** True for an extended or single private key, even mistyped or inside a descriptor. */
function holdsPrivateKey(text: string): boolean {
  const words = text.match(/[1-9A-HJ-NP-Za-km-z]+/g) ?? [];
  return words.some((word) => /^[xyztuvYZUV]prv/.test(word) || isWif(word));
}

/** True for a single private key in wallet import format (base58check, version 0x80 or 0xef, 32 or 33 bytes). */
function isWif(text: string): boolean {
  try {
    const bytes = base58check.decode(text);
    return (bytes[0] === 0x80 || bytes[0] === 0xef) && (bytes.length === 33 || bytes.length === 34);
  } catch {
    return false;
  }
}

/**
 * Returns a payment URI: `bitcoin:<address>?amount=<BTC>&label=<text>`, with `&lightning=<invoice>` for a wallet that can
 * pay either way (https://github.com/bitcoin/bips/blob/master/bip-0321.mediawiki, which replaces BIP 21). The amount is
 * formatted from integer satoshis, decimal and without exponent.
 */
export function paymentUri(address: string, sats: number, label: string, bolt11?: string): string {
  const uri = `bitcoin:${address}?amount=${formatBtc(sats)}&label=${encodeURIComponent(label)}`;
  return bolt11 ? `${uri}&lightning=${bolt11}` : uri;
}

/**
 * Returns the segments of a QR code for either way of paying. BIP 321 has keys in any case, but some wallets find
 * `lightning` in lower case only (https://github.com/btcpayserver/btcpayserver/pull/4557), and the address of some may
 * not be in upper case. The invoice may (BOLT 11): alone in its segment it is alphanumeric, 5.5 bits a character.
 */
export function unifiedCode(address: string, sats: number, bolt11: string): [string, string] {
  const start = `bitcoin:${address}?amount=${formatBtc(sats)}&lightning=`;
  return [start, bolt11.toUpperCase()];
}
