import { createCookie } from "react-router";

/** The view of the packages that an administrator chose last, remembered by the browser. */
export type PackagesView = "cards" | "table";

const attributes = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 365 * 24 * 60 * 60,
} as const;
const plainCookie = createCookie("satchel_packages", attributes);
const hostCookie = createCookie("__Host-satchel_packages", { ...attributes, secure: true });

interface CookieOptions {
  /** Whether the shop is reached by https. */
  secure: boolean;
}

export async function readPackagesView(
  request: Request,
  { secure }: CookieOptions,
): Promise<PackagesView> {
  const value: unknown = await cookieFor(secure).parse(request.headers.get("cookie"));
  return value === "table" ? "table" : "cards";
}

/** Returns the header that remembers a view. */
export async function rememberPackagesView(view: PackagesView, { secure }: CookieOptions) {
  return { "set-cookie": await cookieFor(secure).serialize(view) };
}

function cookieFor(secure: boolean) {
  return secure ? hostCookie : plainCookie;
}
