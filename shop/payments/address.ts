import { createBase58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { sha256 } from "@noble/hashes/sha2.js";
import { Address, NETWORK, p2sh, p2wpkh, TEST_NETWORK } from "@scure/btc-signer";
import { type Result, ok, refuse } from "#lib/result.ts";

export const networks = ["mainnet", "testnet", "signet", "regtest"] as const;
export type Network = (typeof networks)[number];

type Script = "p2wpkh" | "p2sh-p2wpkh";

/** An account-level extended public key, ready to derive receiving addresses from. */
export interface AccountKey {
  /** As configured: names the key in the database. */
  text: string;
  network: Network;
  script: Script;
  node: HDKey;
}

/** SLIP-132 version bytes: which networks a prefix is for, and which script it means. */
const publicVersions: Record<string, { version: number; mainnet: boolean; script: Script }> = {
  xpub: { version: 0x0488b21e, mainnet: true, script: "p2wpkh" },
  ypub: { version: 0x049d7cb2, mainnet: true, script: "p2sh-p2wpkh" },
  zpub: { version: 0x04b24746, mainnet: true, script: "p2wpkh" },
  tpub: { version: 0x043587cf, mainnet: false, script: "p2wpkh" },
  upub: { version: 0x044a5262, mainnet: false, script: "p2sh-p2wpkh" },
  vpub: { version: 0x045f1cf6, mainnet: false, script: "p2wpkh" },
};

const privatePrefixes = ["xprv", "yprv", "zprv", "tprv", "uprv", "vprv"];
const base58check = createBase58check(sha256);

/** Reads an extended public key for this network; refuses private keys and keys of other networks by name. */
export function parseAccountKey(text: string, network: Network): Result<AccountKey, string> {
  const key = text.trim();
  const prefix = key.slice(0, 4);
  if (privatePrefixes.includes(prefix) || isWif(key)) {
    return refuse(
      "this is a private key. Never put one on a server: give the extended public key (xpub, zpub, …)",
    );
  }
  const version = publicVersions[prefix];
  if (!version)
    return refuse(
      "not an extended public key (xpub, ypub, zpub; tpub, upub, vpub on test networks)",
    );
  if (version.mainnet !== (network === "mainnet")) {
    return refuse(`a ${prefix} is not for the network "${network}"`);
  }
  try {
    const node = HDKey.fromExtendedKey(key, { public: version.version, private: 0 });
    return ok({ text: key, network, script: version.script, node });
  } catch {
    return refuse("the extended public key is mistyped (its checksum does not fit)");
  }
}

/** The receiving address at this index: m/0/index below the account (BIP 44, 49, 84). */
export function addressAt(key: AccountKey, index: number): string {
  const child = key.node.deriveChild(0).deriveChild(index);
  if (!child.publicKey) throw new Error("an extended public key derives public keys");
  const params = networkParams(key.network);
  const native = p2wpkh(child.publicKey, params);
  const address = key.script === "p2wpkh" ? native.address : p2sh(native, params).address;
  if (!address) throw new Error(`no address for ${key.script}`);
  return address;
}

/** An address of this network, in its usual writing; refuses keys and addresses of other networks. */
export function parseAddress(text: string, network: Network): Result<string, string> {
  const address = text.trim();
  if (privatePrefixes.includes(address.slice(0, 4)) || isWif(address)) {
    return refuse("this is a private key. Never put one on a server: give an address");
  }
  try {
    const coder = Address(networkParams(network));
    return ok(coder.encode(coder.decode(address)));
  } catch {
    return refuse(`not a Bitcoin address of the network "${network}"`);
  }
}

function networkParams(network: Network): typeof NETWORK {
  if (network === "mainnet") return NETWORK;
  return network === "regtest" ? { ...TEST_NETWORK, bech32: "bcrt" } : TEST_NETWORK;
}

/** Wallet import format (base58check, version 0x80 or 0xef, 32 or 33 bytes): a single private key. */
function isWif(text: string): boolean {
  try {
    const bytes = base58check.decode(text);
    return (bytes[0] === 0x80 || bytes[0] === 0xef) && (bytes.length === 33 || bytes.length === 34);
  } catch {
    return false;
  }
}
