import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Settings } from "#shop/settings/settings.ts";
import { type AddressSource, addressAt } from "./address.ts";

/** Returns a fingerprint of the account key, the same for every notation of it, or of the fixed address. */
export function walletFingerprint(addresses: AddressSource): string {
  const account = addresses.kind === "xpub" ? addresses.key.id : addresses.address;
  return bytesToHex(sha256(new TextEncoder().encode(account)));
}

/**
 * True when an administrator has confirmed that the addresses belong to the owner's wallet. Only live mode asks, and
 * again for another key: a mistyped or foreign one would lose every payment.
 */
export function isWalletConfirmed(
  settings: Settings,
  addresses: AddressSource,
  mode: "sandbox" | "live",
): boolean {
  return mode === "sandbox" || settings.confirmedWallet === walletFingerprint(addresses);
}

/** Enough addresses to identify a key by. */
const COUNT = 3;

/** Returns the first receiving addresses, which the owner compares with those of their wallet. */
export function firstAddresses(source: AddressSource): string[] {
  if (source.kind === "fixed") return [source.address];
  return Array.from({ length: COUNT }, (_, index) => addressAt(source.key, index));
}
