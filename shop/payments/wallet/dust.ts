import type { Script } from "./descriptor.ts";

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
