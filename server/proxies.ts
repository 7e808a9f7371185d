import { BlockList, isIP } from "node:net";
import { plainAddress } from "#lib/network.ts";

/** The addresses of proxies whose forwarding headers are trusted. */
export interface TrustedProxies {
  includes(address: string): boolean;
}

/** Trusts no proxy: the client is the peer of the connection. */
export const trustNoProxy: TrustedProxies = { includes: () => false };

/** Parses addresses and networks (`10.0.0.0/8`, `fd00::/8`); returns the invalid ones as the error. */
export function trustedProxies(
  texts: readonly string[],
): { ok: true; value: TrustedProxies } | { ok: false; error: string[] } {
  const list = new BlockList();
  const wrong = texts.filter((text) => !add(list, text));
  if (wrong.length > 0) return { ok: false, error: wrong };
  return { ok: true, value: { includes: (address) => list.check(...typed(address)) } };
}

function add(list: BlockList, text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) {
    list.addAddress(...typed(address));
    return true;
  }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  list.addSubnet(address, Number(bits), version === 4 ? "ipv4" : "ipv6");
  return true;
}

function typed(address: string): [address: string, type: "ipv4" | "ipv6"] {
  const plain = plainAddress(address);
  return [plain, isIP(plain) === 6 ? "ipv6" : "ipv4"];
}

/**
 * Returns the client address: the peer of the connection, or the one that trusted proxies report (X-Forwarded-For). Each
 * proxy appends its peer, so the list is read from its end while the addresses are trusted; anything before may be
 * forged.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | null | undefined,
  trusted: TrustedProxies,
): string {
  let address = plainAddress(connection ?? "");
  const hops = (forwardedFor ?? "").split(",");
  while (isIP(address) && trusted.includes(address)) {
    const next = withoutPort(hops.pop()?.trim() ?? "");
    if (!isIP(next)) break;
    address = plainAddress(next);
  }
  return address || "unknown";
}

/** Strips the port that some proxies add: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}

/** Returns the origin in the browser: behind a trusted proxy, with the protocol that the proxy reports. */
export function requestOrigin(
  url: string,
  {
    connection,
    forwardedProto,
    trusted,
  }: {
    connection: string | undefined;
    forwardedProto: string | undefined;
    trusted: TrustedProxies;
  },
): string {
  const { protocol, host } = new URL(url);
  // The nearest proxy appends last.
  const reported = forwardedProto?.split(",").at(-1)?.trim().toLowerCase();
  const valid = (reported === "http" || reported === "https") && isTrusted(connection, trusted);
  return `${valid ? `${reported}:` : protocol}//${host}`;
}

/** Returns whether the peer of a connection is a trusted proxy. */
export function isTrusted(connection: string | undefined, trusted: TrustedProxies): boolean {
  const address = plainAddress(connection ?? "");
  return isIP(address) !== 0 && trusted.includes(address);
}
