import { type Cookie, createCookie } from "react-router";

interface CookieOptions {
  /** Whether the shop is reached by https. */
  secure: boolean;
}

/**
 * Returns a cookie of the shop by whether it is reached by https: scripts cannot read it, and other sites' forms do not
 * send it. By https its name begins with `__Host-`, which restricts it to this host and to https (RFC 6265bis, 4.1.3.2).
 * @param maxAge in seconds
 */
export function shopCookie(name: string, maxAge: number): (options: CookieOptions) => Cookie {
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", maxAge } as const;
  const plain = createCookie(name, attributes);
  const host = createCookie(`__Host-${name}`, { ...attributes, secure: true });
  return ({ secure }) => (secure ? host : plain);
}
