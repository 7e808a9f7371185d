import { DAY_MS, SECOND_MS } from "#lib/time.ts";
import { shopCookie } from "./shop-cookie.server.ts";

/**
 * The coupon of a link (`/?code=SPRING`), until a package is chosen: from there on the checkout remembers it. Set by such a
 * link only.
 */
const cookieFor = shopCookie("satchel_code", (30 * DAY_MS) / SECOND_MS);

interface CookieOptions {
  /** Whether the shop is reached by https. */
  secure: boolean;
}

/** Returns the code that a link brought to this browser, or null. */
export async function readLinkedCode(
  request: Request,
  { secure }: CookieOptions,
): Promise<string | null> {
  const code: unknown = await cookieFor({ secure }).parse(request.headers.get("cookie"));
  return typeof code === "string" ? code : null;
}

/** Returns the header that has this browser remember a code. */
export async function rememberLinkedCode(code: string, options: CookieOptions): Promise<string> {
  return cookieFor(options).serialize(code);
}

/** Returns the header that has this browser forget the code. */
export async function forgetLinkedCode(options: CookieOptions): Promise<string> {
  return cookieFor(options).serialize("", { maxAge: 0 });
}
