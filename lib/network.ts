import { isIPv6 } from "node:net";

/** The network that an address belongs to: an IPv4 address's first three numbers, an IPv6 address's first 48 bits. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (v4) return v4;
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  // WHATWG URLs write IPv6 addresses in one way only; what `::` stands for counts as zeros.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return [...groups, ...zeros, ...rest].slice(0, 3).join(":");
}
