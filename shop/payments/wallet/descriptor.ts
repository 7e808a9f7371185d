import { type Result, ok, err } from "#lib/result.ts";

/** Supported script types. P2PKH is left out, because it costs the most to spend. */
export type Script = "p2wpkh" | "p2sh-p2wpkh" | "p2tr";

/** How wallets name the script types, with the beginning of their addresses on mainnet. */
export const scriptNames: Record<Script, string> = {
  p2wpkh: "Native SegWit (bc1q…)",
  "p2sh-p2wpkh": "Nested SegWit (3…)",
  p2tr: "Taproot (bc1p…)",
};

/** A descriptor with one extended public key and a range: `wpkh([fingerprint/path]xpub/0/*)`. */
export interface RangedDescriptor {
  script: Script;
  /** The key origin in brackets, as written; empty without one. */
  origin: string;
  /** The extended public key in base58. */
  key: string;
  /** The derivation steps between the key and the index. */
  path: readonly number[];
}

const scripts: Record<string, Script> = { wpkh: "p2wpkh", "sh(wpkh": "p2sh-p2wpkh", tr: "p2tr" };

// BIP 380: the characters of a descriptor in the order of their groups, and those of its checksum.
const INPUT_CHARACTERS =
  "0123456789()[],'/*abcdefgh@:$%{}" +
  "IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~" +
  'ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARACTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

const FORMS = "wpkh(KEY/0/*), sh(wpkh(KEY/0/*)) or tr(KEY/0/*)";

/** Parses a descriptor with or without checksum; of `<0;1>` it takes 0, the receiving addresses. */
export function parseDescriptor(text: string): Result<RangedDescriptor, string> {
  const [body = "", checksum, ...more] = text.split("#");
  if (checksum !== undefined && (more.length > 0 || checksum !== descriptorChecksum(body)))
    return err("the descriptor is mistyped (its checksum does not fit)");
  const [, name = "", inner = "", closing = ""] =
    /^(sh\(wpkh|[a-z]+)\(([^()]*)(\)+)$/.exec(body) ?? [];
  if (name === "pkh")
    return err("pkh(…) is not supported: its addresses cost the most to spend. Use wpkh(…)");
  const script = scripts[name];
  if (!script || closing.length !== (name === "sh(wpkh" ? 2 : 1))
    return err(`of descriptors only those with one key can be used: ${FORMS}`);
  const expression = splitKeyExpression(inner);
  if (!expression) return err(`the key in the descriptor cannot be read: write ${FORMS}`);
  const { origin, key, steps } = expression;
  const path = parseSteps(steps);
  return path.ok ? ok({ script, origin, key, path: path.value }) : path;
}

/** Splits a key expression (BIP 380) into origin, key and steps, each as written; null for other text. */
export function splitKeyExpression(text: string) {
  const [, origin = "", key = "", steps = ""] =
    /^(\[[0-9a-fA-F]{8}(?:\/\d+[h']?)*\])?([1-9A-HJ-NP-Za-km-z]+)(\/.*)?$/.exec(text) ?? [];
  return key ? { origin, key, steps } : null;
}

/** Parses the steps from a key to its addresses: `/0/*` gives [0]. */
export function parseSteps(steps: string): Result<number[], string> {
  if (!steps.endsWith("/*"))
    return err(
      "the descriptor has no range: without /* at its end all buyers would get one address",
    );
  const path = steps.slice(1, -2).split("/").filter(Boolean);
  const chosen = path.map((step) => /^<(\d+);\d+>$/.exec(step)?.[1] ?? step);
  if (chosen.some((step) => !/^\d{1,10}$/.test(step) || Number(step) >= 2 ** 31))
    return err("after a public key a descriptor has plain numbers only, such as /0/*");
  return ok(chosen.map(Number));
}

/** Formats a descriptor for Bitcoin Core, with its checksum. */
export function formatDescriptor({ script, origin, key, path }: RangedDescriptor): string {
  const steps = [...path, "*"].map((step) => `/${step}`).join("");
  const inner = `${origin.replaceAll("'", "h")}${key}${steps}`;
  const bodies = {
    p2wpkh: `wpkh(${inner})`,
    "p2sh-p2wpkh": `sh(wpkh(${inner}))`,
    p2tr: `tr(${inner})`,
  };
  return withChecksum(bodies[script]);
}

/** Appends the checksum to a descriptor. */
export function withChecksum(body: string): string {
  return `${body}#${descriptorChecksum(body)}`;
}

/** Returns the checksum of a descriptor (BIP 380); null for text with invalid characters. */
function descriptorChecksum(body: string): string | null {
  const symbols: number[] = [];
  let groups: number[] = [];
  for (const character of body) {
    const position = INPUT_CHARACTERS.indexOf(character);
    if (position < 0) return null;
    symbols.push(position % 32);
    groups.push(Math.floor(position / 32));
    if (groups.length < 3) continue;
    symbols.push(groups.reduce((whole, group) => whole * 3 + group, 0));
    groups = [];
  }
  if (groups.length > 0) symbols.push(groups.reduce((whole, group) => whole * 3 + group, 0));
  const rest = [...symbols, 0, 0, 0, 0, 0, 0, 0, 0].reduce(polymod, 1n) ^ 1n;
  return Array.from(
    { length: 8 },
    (_, at) => CHECKSUM_CHARACTERS[Number((rest >> BigInt(5 * (7 - at))) & 31n)],
  ).join("");
}

/** The limit of the script that costs the most to spend, for an address whose script is not known here. */
const HIGHEST_DUST_SATS = 546;

const dustSats: Record<Script, number> = { p2wpkh: 294, "p2sh-p2wpkh": 540, p2tr: 330 };

/**
 * Returns the least satoshis that nodes relay to an output of this script, by the default `-dustrelayfee` of Bitcoin
 * Core (GetDustThreshold in src/policy/policy.cpp): three times what it costs to create and to spend it at 1 sat/vB.
 */
export function dustLimit(script: Script | null): number {
  return script === null ? HIGHEST_DUST_SATS : dustSats[script];
}

/** Returns the dust limit of an address, by the script that its first characters and its length tell (BIP 173, 350). */
export function dustLimitOf(address: string): number {
  if (/^(?:bc|tb|bcrt)1q.{38}$/.test(address)) return dustSats.p2wpkh;
  if (/^(?:bc|tb|bcrt)1p.{58}$/.test(address)) return dustSats.p2tr;
  return HIGHEST_DUST_SATS;
}

function polymod(remainder: bigint, symbol: number): bigint {
  const top = remainder >> 35n;
  return GENERATOR.reduce(
    (value, generator, bit) => ((top >> BigInt(bit)) & 1n ? value ^ generator : value),
    ((remainder & 0x7ffffffffn) << 5n) ^ BigInt(symbol),
  );
}
