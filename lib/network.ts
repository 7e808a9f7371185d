import { isIPv6 } from "node:net";

/** The network that an address belongs to: an IPv4 address's first three numbers, an IPv6 address's first 48 bits. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  return v4 ?? firstGroups(address, 3) ?? address;
}

/**
 * Whom tries are counted for: an IPv4 address, or an IPv6 address's first 64 bits, within which a single
 * connection can take any address it likes. What is no address stays what it is.
 */
export function connectionOf(address: string): string {
  return plainAddress(address).includes(".")
    ? plainAddress(address)
    : (firstGroups(address, 4) ?? address);
}

/** An IPv4 address as such, also when it came wrapped in an IPv6 one (`::ffff:203.0.113.9`). */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function firstGroups(address: string, count: number): string | null {
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return null;
  // WHATWG URLs write IPv6 addresses in one way only; what `::` stands for counts as zeros.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return [...groups, ...zeros, ...rest].slice(0, count).join(":");
}
