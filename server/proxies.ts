import { BlockList, isIP } from "node:net";
import { plainAddress } from "#lib/network.ts";

/** Which addresses are proxies of ours, whose forwarding headers count. */
export interface TrustedProxies {
  includes(address: string): boolean;
}

/** Without proxies every address is the connection's. */
export const trustNobody: TrustedProxies = { includes: () => false };

/** Reads addresses and networks (`10.0.0.0/8`, `fd00::/8`); the ones that are neither are returned instead. */
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
 * The address that a request came from: the connection's, or what trusted proxies say (X-Forwarded-For). Each proxy
 * appends whom it was asked by, so the list is read from its end, as far as each of them is trusted: what stands
 * before that anybody may have written.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | null | undefined,
  trusted: TrustedProxies,
): string {
  let address = plainAddress(connection ?? "");
  const said = (forwardedFor ?? "").split(",");
  while (isIP(address) && trusted.includes(address)) {
    const next = withoutPort(said.pop()?.trim() ?? "");
    if (!isIP(next)) break;
    address = plainAddress(next);
  }
  return address || "unknown";
}

/** Some proxies add the port: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}

/** The origin that a browser sees this request at: behind a trusted proxy, by the protocol that reached that. */
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
  // The nearest proxy's word is the last one.
  const said = forwardedProto?.split(",").at(-1)?.trim().toLowerCase();
  const counts = (said === "http" || said === "https") && isTrusted(connection, trusted);
  return `${counts ? `${said}:` : protocol}//${host}`;
}

function isTrusted(connection: string | undefined, trusted: TrustedProxies): boolean {
  const address = plainAddress(connection ?? "");
  return isIP(address) !== 0 && trusted.includes(address);
}
