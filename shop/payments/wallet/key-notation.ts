import { z } from "zod";
import { type Result, err, ok } from "#lib/result.ts";
import {
  parseSteps,
  type RangedDescriptor,
  type Script,
  splitKeyExpression,
} from "./descriptor.ts";

/** A key on its own; `script` is undefined where nothing but its prefix names it. */
export type LoneKey = Omit<RangedDescriptor, "script"> & { script?: Script };

/** Script types by the purpose of a derivation path (BIP 49, 84, 86). */
const purposes: Record<string, Script> = { "49": "p2sh-p2wpkh", "84": "p2wpkh", "86": "p2tr" };

/** Script types by BTCPay Server's suffix (docs/API.md of dgarage/NBXplorer, "Derivation scheme"). */
const suffixes: Record<string, Script> = { "[p2sh]": "p2sh-p2wpkh", "[taproot]": "p2tr" };

const LEGACY = "addresses that begin with 1, which cost the most to spend; give a SegWit account";
const SEVERAL_SIGNERS =
  "this key belongs to a wallet with several signers; give one of a single signer";

/** For text that is neither a key nor a descriptor. */
export const NO_KEY =
  "not an extended public key (xpub, ypub, zpub; tpub, upub, vpub on test networks), nor a descriptor";
const BAD_ORIGIN =
  "before the key the brackets hold a fingerprint of eight hex digits and a path, such as [73c5da0a/84h/0h/0h]";

/**
 * Parses a key that no descriptor surrounds: `xpub…`, a key expression (BIP 380) such as `[fingerprint/84h/0h/0h]xpub…`,
 * or BTCPay Server's `xpub…-[p2sh]`. Its receiving addresses are 0/* below it (BIP 44, 49, 84), unless it says otherwise.
 */
export function parseLoneKey(text: string): Result<LoneKey, string> {
  const [written = "", ...options] = text.split("-");
  if (/^\d+-of-|^[YZUV]pub|pub\w+-\w*pub/.test(text)) return err(SEVERAL_SIGNERS);
  const expression = splitKeyExpression(written);
  if (!expression) return err(written.startsWith("[") ? BAD_ORIGIN : NO_KEY);
  const { origin, key, steps } = expression;
  const purpose = /^\[\w{8}\/(\d+)[h']/.exec(origin)?.[1] ?? "";
  if (["45", "48", "87"].includes(purpose)) return err(SEVERAL_SIGNERS);
  if (purpose === "44") return err(`the path ${origin} stands for ${LEGACY}`);
  if (options.includes("[legacy]")) return err(`[legacy] stands for ${LEGACY}`);
  const unknown = options.find((option) => !Object.hasOwn(suffixes, option));
  if (unknown !== undefined) return err(`"-${unknown}" after the key is not known`);
  const named = [purposes[purpose], ...options.map((option) => suffixes[option])].filter(
    (script) => script !== undefined,
  );
  if (new Set(named).size > 1)
    return err("the path before the key and the word after it name different kinds of addresses");
  const path = steps === "" ? ok([0]) : parseSteps(steps);
  return path.ok ? ok({ origin, key, path: path.value, script: named[0] }) : path;
}

/** A descriptor in JSON, unless it is one of change addresses. */
const entrySchema = z.object({
  desc: z.string().optional(),
  descriptor: z.string().optional(),
  internal: z.literal(false).optional(),
});

/** Takes a key or descriptor out of quotation marks, comment lines, or JSON as wallets export it. */
export function unwrapKey(text: string): Result<string, string> {
  const bare = text
    // A comment line; a checksum is never at the beginning.
    .replaceAll(/^\s*(#|\/\/).*$/gm, "")
    .trim()
    .replace(/^(["'`“])(.*)["'`”]$/s, "$2")
    .trim();
  // A key expression begins with a bracket, too.
  if (!/^\{|^\[\s*\{/.test(bare))
    return /[\r\n]/.test(bare)
      ? err("these are several lines; give the key or descriptor that buyers pay to alone")
      : ok(bare);
  const found = descriptorsIn(bare);
  if (found === null) return err("this JSON is incomplete; give the descriptor in it alone");
  const [first, ...others] = new Set(found);
  if (first === undefined)
    return err("this JSON has no descriptor of receiving addresses; give the key alone");
  if (others.length > 0)
    return err(
      `this JSON has ${others.length + 1} descriptors; give the one of the addresses that buyers pay to, such as wpkh(…/0/*)`,
    );
  return ok(first);
}

/**
 * Returns the descriptors of receiving addresses in JSON such as the answer to Bitcoin Core's `listdescriptors`
 * (https://bitcoincore.org/en/doc/30.0.0/rpc/wallet/listdescriptors/); null for text that is not JSON.
 */
function descriptorsIn(json: string): string[] | null {
  const found: string[] = [];
  try {
    JSON.parse(json, (_key, value: unknown) => {
      const { desc, descriptor = desc } = entrySchema.safeParse(value).data ?? {};
      if (descriptor !== undefined) found.push(descriptor);
      return value;
    });
  } catch {
    return null;
  }
  return found;
}
