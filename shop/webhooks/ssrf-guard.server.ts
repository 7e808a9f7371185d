import { Resolver } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { type Result, ok, err } from "#lib/result.ts";

/** The policy for the targets of webhooks. */
export interface TargetPolicy {
  /** Allows addresses inside the host's own network. */
  allowPrivate: boolean;
  httpsOnly: boolean;
  /** Refuses every target: a sandbox on the data of a live shop would send them real messages. */
  reachesNobody?: boolean;
}

/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<string[]>;

export type TargetError = "https-only" | "private" | "unknown-host";

/**
 * IPv4 addresses that are not globally reachable: IANA's registry of special-purpose addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry), multicast and reserved ones.
 */
const inside4 = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  inside4.addSubnet(network, bits, "ipv4");

/** IPv6 global unicast; all other ranges (::1, fc00::/7, fe80::/10, ff00::/8 …) are not reachable. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/** Special ranges within global unicast: protocol assignments with Teredo, documentation, 6to4. */
const special6 = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special6.addSubnet(network, bits, "ipv6");

/** IPv6 ranges that hold an IPv4 address in the last 32 bits: IPv4-mapped and NAT64. */
const wrapped4 = new BlockList();
wrapped4.addSubnet("::ffff:0:0", 96, "ipv6");
wrapped4.addSubnet("64:ff9b::", 96, "ipv6");

/** True for an address inside the host's own network, and for text that is not an address. */
export function isPrivateAddress(address: string): boolean {
  // An address with a zone (fe80::1%eth0) is link-local.
  if (address.includes("%")) return true;
  switch (isIP(address)) {
    case 4:
      return inside4.check(address, "ipv4");
    case 6:
      if (wrapped4.check(address, "ipv6")) return inside4.check(last32(address), "ipv4");
      return !global6.check(address, "ipv6") || special6.check(address, "ipv6");
    default:
      return true;
  }
}

/** Returns the last 32 bits of an IPv6 address as an IPv4 address. */
function last32(address: string): string {
  // WHATWG URLs normalize IPv6 addresses to hexadecimal groups.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":").slice(-2);
  return groups
    .map((group) => Number.parseInt(group || "0", 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** Two tries of a name server that does not answer take some 8 seconds. */
const RESOLVE_MS = 2500;

/**
 * Resolves a name by DNS alone, in its own sockets: `dns.lookup` has four threads for the whole process, so that a few
 * names of which the servers do not answer would hold all other look-ups.
 */
export function resolverOf(resolver: Resolver): Resolve {
  return async (name) => {
    // Not in the DNS (RFC 6761, 6.3).
    if (/(?:^|\.)localhost$/.test(name)) return ["127.0.0.1"];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const [first] = answers;
    if (found.length === 0 && first.status === "rejected") throw first.reason;
    return found;
  };
}

const resolveName = resolverOf(new Resolver({ timeout: RESOLVE_MS, tries: 2 }));

/** Checks a URL against the policy by the addresses that its name resolves to now. */
export async function checkTarget(
  url: string,
  policy: TargetPolicy,
  resolve: Resolve = resolveName,
): Promise<Result<void, TargetError>> {
  const { protocol } = new URL(url);
  if (policy.httpsOnly && protocol !== "https:") return err("https-only");
  if (policy.allowPrivate) return ok(undefined);
  const addresses = await addressesOf(hostOf(url), resolve).catch(() => []);
  if (addresses.length === 0) return err("unknown-host");
  return addresses.some(isPrivateAddress) ? err("private") : ok(undefined);
}

/** Returns the host of a URL; IPv6 addresses without brackets. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
}

async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  return isIP(host) ? [host] : resolve(host);
}

/** The error for a URL that resolves to a private address. */
export const PRIVATE_ADDRESS = "This address is inside the shop's own network";

/**
 * Returns a function for Node's `lookup` option. The connection goes to the address it returns, which prevents DNS
 * rebinding after the check. A single private address rejects the name.
 */
export function guardedLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, options, done) => {
    const finish = (addresses: readonly string[]): void => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (!first) done(new Error(`No address for ${name}`), "");
      else if (addresses.some(isPrivateAddress)) done(new Error(PRIVATE_ADDRESS), "");
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    };
    resolve(name).then(finish, (error: unknown) => done(error as NodeJS.ErrnoException, ""));
  };
}
