import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Settings } from "#shop/settings/settings.ts";
import type { AddressSource } from "../quotes.server.ts";

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
