import type { Chance } from "./chance.ts";

/** A UUID by chance. */
export function uuid(chance: Chance): string {
  const hex = Buffer.from(chance.bytes(16)).toString("hex");
  // Version 4, variant 1 (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
