import { lookup } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { type Result, ok, refuse } from "#lib/result.ts";

/** Where webhooks may go. */
export interface TargetPolicy {
  /** Also to addresses inside the host's own network. */
  allowPrivate: boolean;
  httpsOnly: boolean;
}

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<string[]>;

export type TargetRefusal = "https-only" | "private" | "unknown-host";

/**
 * What leads nowhere on the internet, or nobody knows where: IANA's registry of special-purpose IPv4 addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry), multicast and what is reserved.
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

/** The internet's part of IPv6; whatever lies beside it (::1, fc00::/7, fe80::/10, ff00::/8 …) is not. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/** What of that part leads elsewhere all the same: protocol assignments with Teredo, documentation, 6to4. */
const special6 = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special6.addSubnet(network, bits, "ipv6");

/** Addresses that stand for the IPv4 address in their last 32 bits: mapped ones, and what NAT64 translates. */
const wrapped4 = new BlockList();
wrapped4.addSubnet("::ffff:0:0", 96, "ipv6");
wrapped4.addSubnet("64:ff9b::", 96, "ipv6");

/** True for an address that lies inside the host's own network, and for anything that is no address. */
export function isInside(address: string): boolean {
  // A zone (fe80::1%eth0) is that of a link.
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

/** The last 32 bits of an IPv6 address, as an IPv4 address. */
function last32(address: string): string {
  // WHATWG URLs write IPv6 addresses in one way only, without dots.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":").slice(-2);
  return groups
    .map((group) => Number.parseInt(group || "0", 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

const resolveName: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Whether webhooks may go to this URL, as its name leads now. */
export async function checkTarget(
  url: string,
  policy: TargetPolicy,
  resolve: Resolve = resolveName,
): Promise<Result<void, TargetRefusal>> {
  const { protocol } = new URL(url);
  if (policy.httpsOnly && protocol !== "https:") return refuse("https-only");
  if (policy.allowPrivate) return ok(undefined);
  const addresses = await addressesOf(hostOf(url), resolve).catch(() => []);
  if (addresses.length === 0) return refuse("unknown-host");
  return addresses.some(isInside) ? refuse("private") : ok(undefined);
}

/** The name or the address that a URL leads to; IPv6 without its brackets. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
}

async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  return isIP(host) ? [host] : resolve(host);
}

/** What is said of a URL that leads inside. */
export const LEADS_INSIDE = "This address lies inside the shop's own network";

/**
 * For node's `lookup` option: what it answers is what is connected to, so a name that has come to lead inside since it
 * was checked (DNS rebinding) leads nowhere. One address inside is enough to refuse all.
 */
export function guardedLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, options, done) => {
    const answer = (addresses: readonly string[]): void => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (!first) done(new Error(`No address for ${name}`), "");
      else if (addresses.some(isInside)) done(new Error(LEADS_INSIDE), "");
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    };
    resolve(name).then(answer, (error: unknown) => done(error as NodeJS.ErrnoException, ""));
  };
}
