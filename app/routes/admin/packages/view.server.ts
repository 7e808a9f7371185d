import { shopCookie } from "#app/shop-cookie.server.ts";
import { DAY_MS, SECOND_MS } from "#lib/time.ts";

/** The view of the packages that an administrator chose last, remembered by the browser. */
export type PackagesView = "cards" | "table";

const cookieFor = shopCookie("satchel_packages", (365 * DAY_MS) / SECOND_MS);

interface CookieOptions {
  /** Whether the shop is reached by https. */
  secure: boolean;
}

export async function readPackagesView(
  request: Request,
  { secure }: CookieOptions,
): Promise<PackagesView> {
  const value: unknown = await cookieFor({ secure }).parse(request.headers.get("cookie"));
  return value === "table" ? "table" : "cards";
}

/** Returns the header that remembers a view. */
export async function rememberPackagesView(view: PackagesView, { secure }: CookieOptions) {
  return { "set-cookie": await cookieFor({ secure }).serialize(view) };
}
