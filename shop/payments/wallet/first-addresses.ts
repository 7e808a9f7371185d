import { addressAt } from "./address.ts";
import type { AddressSource } from "../quotes.server.ts";

/** How many are enough to tell one key from another. */
const COUNT = 5;

/** The first addresses that buyers pay to, for the owner to compare with those that their wallet shows. */
export function firstAddresses(source: AddressSource): string[] {
  if (source.kind === "fixed") return [source.address];
  return Array.from({ length: COUNT }, (_, index) => addressAt(source.key, index));
}
