import { Address, NETWORK, OutScript, TEST_NETWORK } from "@scure/btc-signer";
import { RequestError } from "../errors.ts";

/** Address prefixes of Bitcoin's regtest network. */
export const REGTEST = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

const regtest = Address(REGTEST);

/** Returns type and address of an output script in Esplora's terms; no address if the script has none. */
type ScriptKind = { type: string; address?: string };

/** The output script, in hex, of any kind of regtest address; throws RequestError for anything else. */
export function scriptOfAddress(address: string): string {
  try {
    return Buffer.from(OutScript.encode(regtest.decode(address))).toString("hex");
  } catch {
    // The two messages are Esplora's distinction: a good address of another network, or none.
    const elsewhere = [NETWORK, TEST_NETWORK].some((network) => isAddress(address, network));
    throw new RequestError(
      elsewhere ? "Address on invalid network: the sandbox is regtest" : "Invalid Bitcoin address",
    );
  }
}

/** Names the type and address of an output script given in hex. */
export function describeScript(hex: string): ScriptKind {
  const script = Buffer.from(hex, "hex");
  if (script.length === 0) return { type: "empty" };
  if (script[0] === 0x6a) return { type: "op_return" };
  if (/^(21[0-9a-f]{66}|41[0-9a-f]{130})ac$/.test(hex)) return { type: "p2pk" };
  if (/^76a914[0-9a-f]{40}88ac$/.test(hex)) {
    return {
      type: "p2pkh",
      address: regtest.encode({ type: "pkh", hash: script.subarray(3, 23) }),
    };
  }
  if (/^a914[0-9a-f]{40}87$/.test(hex)) {
    return { type: "p2sh", address: regtest.encode({ type: "sh", hash: script.subarray(2, 22) }) };
  }
  if (/^0014[0-9a-f]{40}$/.test(hex)) {
    return {
      type: "v0_p2wpkh",
      address: regtest.encode({ type: "wpkh", hash: script.subarray(2) }),
    };
  }
  if (/^0020[0-9a-f]{64}$/.test(hex)) {
    return { type: "v0_p2wsh", address: regtest.encode({ type: "wsh", hash: script.subarray(2) }) };
  }
  if (/^5120[0-9a-f]{64}$/.test(hex)) {
    return { type: "v1_p2tr", address: regtest.encode({ type: "tr", pubkey: script.subarray(2) }) };
  }
  return { type: "unknown" };
}

function isAddress(text: string, network: typeof NETWORK): boolean {
  try {
    Address(network).decode(text);
    return true;
  } catch {
    return false;
  }
}
