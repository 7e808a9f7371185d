import { addressAt } from "./address.ts";
import type { AddressSource } from "../quotes.server.ts";

/** Enough addresses to identify a key by. */
const COUNT = 3;

/** Returns the first receiving addresses, which the owner compares with those of their wallet. */
export function firstAddresses(source: AddressSource): string[] {
  if (source.kind === "fixed") return [source.address];
  return Array.from({ length: COUNT }, (_, index) => addressAt(source.key, index));
}
