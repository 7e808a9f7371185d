import { createCookie } from "react-router";

/**
 * The coupon of a link (`/?code=SPRING`), until a package is chosen: from there on the checkout remembers it. Set by such a
 * link only.
 */
const attributes = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 30 * 24 * 60 * 60,
} as const;
const plainCookie = createCookie("satchel_code", attributes);
/** The prefix `__Host-` restricts it to this host and to https (RFC 6265bis). */
const hostCookie = createCookie("__Host-satchel_code", { ...attributes, secure: true });

interface CookieOptions {
  /** Whether the shop is reached by https. */
  secure: boolean;
}

/** Returns the code that a link brought to this browser, or null. */
export async function readLinkedCode(
  request: Request,
  { secure }: CookieOptions,
): Promise<string | null> {
  const code: unknown = await cookieFor(secure).parse(request.headers.get("cookie"));
  return typeof code === "string" ? code : null;
}

/** Returns the header that has this browser remember a code. */
export async function rememberLinkedCode(code: string, options: CookieOptions): Promise<string> {
  return cookieFor(options.secure).serialize(code);
}

/** Returns the header that has this browser forget the code. */
export async function forgetLinkedCode(options: CookieOptions): Promise<string> {
  return cookieFor(options.secure).serialize("", { maxAge: 0 });
}

function cookieFor(secure: boolean) {
  return secure ? hostCookie : plainCookie;
}
