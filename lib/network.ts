import { isIPv6 } from "node:net";

/** Returns the network of an IP address: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  return v4 ?? firstGroups(address, 3) ?? address;
}

/**
 * Returns the key under which a rate limiter counts a client: an IPv4 address, or the /64 of an IPv6 address, within
 * which one connection can choose any address. Returns anything else unchanged.
 */
export function clientKey(address: string): string {
  return plainAddress(address).includes(".")
    ? plainAddress(address)
    : (firstGroups(address, 4) ?? address);
}

/** What all networks of an IPv6 site may take together, as a multiple of what each of the 65,536 may. */
export const SITE_FACTOR = 10;

/** Returns the /48 of an IPv6 address, which one site may have as a whole (RFC 6177); null for anything else. */
export function siteOf(address: string): string | null {
  return plainAddress(address).includes(".") ? null : firstGroups(address, 3);
}

/** Unwraps an IPv4-mapped IPv6 address (`::ffff:203.0.113.9`). */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Returns whether pages at this URL travel unencrypted. The network of an onion service encrypts by itself. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !hostname.endsWith(".onion");
}

function firstGroups(address: string, count: number): string | null {
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return null;
  // WHATWG URLs serialize IPv6 addresses in one form; the groups that `::` omits are zeros.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return [...groups, ...zeros, ...rest].slice(0, count).join(":");
}
