import { HDKey } from "@scure/bip32";
import { p2sh, p2tr, p2wpkh } from "@scure/btc-signer";
import { describeScript, REGTEST, scriptOfAddress } from "../chain/network.ts";
import { RequestError } from "../errors.ts";
import { RPC, RpcError } from "./errors.ts";

const TEST_VERSIONS = { private: 0x04358394, public: 0x043587cf };

/** An output descriptor that was read: its scripts (hex) by index; one without range has index 0 only. */
export type Descriptor = { text: string; isRange: boolean; scriptAt: (index: number) => string };

// A cache: each import covers its range from the beginning, and deriving a key is slow.
const derived = new Map<string, string>();

// BIP 380: the characters of a descriptor in the order of their groups, and those of its checksum.
const INPUT =
  "0123456789()[],'/*abcdefgh@:$%{}" +
  "IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~" +
  'ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/** The eight characters after the `#` (BIP 380); throws RpcError for an invalid character. */
export function checksumOf(text: string): string {
  let c = 1n;
  const feed = (value: bigint) => {
    const top = c >> 35n;
    c = ((c & 0x7ffffffffn) << 5n) ^ value;
    GENERATOR.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) c ^= generator;
    });
  };
  let group = 0;
  let grouped = 0;
  for (const character of text) {
    const at = INPUT.indexOf(character);
    if (at < 0) throw invalid(`Invalid characters in payload`);
    feed(BigInt(at & 31));
    group = group * 3 + (at >> 5);
    grouped += 1;
    if (grouped === 3) {
      feed(BigInt(group));
      group = 0;
      grouped = 0;
    }
  }
  if (grouped > 0) feed(BigInt(group));
  for (let i = 0; i < 8; i++) feed(0n);
  c ^= 1n;
  return Array.from(
    { length: 8 },
    (_, i) => CHECKSUM[Number((c >> BigInt(5 * (7 - i))) & 31n)],
  ).join("");
}

/** Parses the descriptors that the shop imports: addr(…), and wpkh, sh(wpkh) and tr of a tpub with a path. */
export function readDescriptor(given: string, { checksum }: { checksum: boolean }): Descriptor {
  const [text = "", sum] = given.split("#");
  if (sum === undefined && checksum) throw invalid("Missing checksum");
  if (sum !== undefined && sum !== checksumOf(text)) {
    throw invalid(
      `Provided checksum '${sum}' does not match computed checksum '${checksumOf(text)}'`,
    );
  }
  const address = /^addr\(([^()]*)\)$/.exec(text)?.[1];
  if (address !== undefined) {
    const script = scriptOf(address);
    return { text, isRange: false, scriptAt: () => script };
  }
  const keyed =
    /^(wpkh|sh\(wpkh|tr)\((?:\[[^\]]*\])?(tpub[1-9A-HJ-NP-Za-km-z]+)((?:\/\d+)*)(\/\*)?\)+$/.exec(
      text,
    );
  if (!keyed) throw invalid(`'${text}' is not a valid descriptor function`);
  const [, kind = "", key = "", path = "", star] = keyed;
  const node = parentOf(key, path);
  const derive = (index: number) =>
    scriptOfKey(kind, star === undefined ? node : node.deriveChild(index));
  return {
    text,
    isRange: star !== undefined,
    scriptAt: (index) => {
      const name = `${text} ${index}`;
      const script = derived.get(name) ?? derive(index);
      derived.set(name, script);
      return script;
    },
  };
}

/** The address of a script (hex). */
export function addressOf(script: string): string {
  return describeScript(script).address ?? "";
}

function parentOf(key: string, path: string): HDKey {
  try {
    const node = HDKey.fromExtendedKey(key, TEST_VERSIONS);
    return path
      .split("/")
      .slice(1)
      .reduce((at, step) => at.deriveChild(Number(step)), node);
  } catch {
    throw invalid(`key '${key}' is not valid`);
  }
}

function scriptOfKey(kind: string, { publicKey }: HDKey): string {
  if (!publicKey) throw invalid("a key without its public half");
  const native = p2wpkh(publicKey, REGTEST);
  if (kind === "wpkh") return hex(native.script);
  if (kind === "tr") return hex(p2tr(publicKey.subarray(1), undefined, REGTEST).script);
  return hex(p2sh(native, REGTEST).script);
}

function scriptOf(address: string): string {
  try {
    return scriptOfAddress(address);
  } catch (error) {
    throw error instanceof RequestError ? invalid("Address is not valid") : error;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function invalid(message: string): RpcError {
  return new RpcError(RPC.invalidAddressOrKey, message);
}
