import { isIPv6 } from "node:net";
import leven from "leven";
import { z } from "zod";
import { trustedProxies } from "./proxies.ts";

/** A URL with one of these protocols. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) =>
        protocols.some((protocol) => text.startsWith(`${protocol}://`)) && URL.canParse(text),
      {
        error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}://`).join(" or ")}`,
      },
    );

/** A web address without a path, where the shop is; its pages have no address below one. */
export const origin = url("http", "https").superRefine((text, context) => {
  if (!URL.canParse(text)) return;
  const { origin: bare, pathname, search, hash, username } = new URL(text);
  if (/^\/*$/.test(pathname) && !search && !hash && !username) return;
  context.addIssue(
    `must have no path: ${bare} is possible, what follows it is not. Give the shop a domain or subdomain of its own`,
  );
});

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

/** A comma-separated list. */
export const list = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.length > 0, { error: "must name at least one address" });

/** A comma-separated list of proxy addresses and networks. */
export const proxies = list.transform((texts, context) => {
  const read = trustedProxies(texts);
  if (read.ok) return read.value;
  context.addIssue(
    `must be network addresses (192.0.2.1) or networks (10.0.0.0/8): "${read.error.join('", "')}"`,
  );
  return z.NEVER;
});

/** Returns the origin of a shop without APP_URL, from its listening address. */
export function originOf(host: string, port: number): string {
  // The unspecified address listens on every interface, but cannot be opened in a browser.
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Names this long that differ in so few letters are taken for one another. */
const SIMILAR_LENGTH = 7;
const SIMILAR_LETTERS = 2;

/** Returns a problem for each variable that is none of `names` but is spelled nearly alike. */
export function misspelled(given: Record<string, string | undefined>, names: string[]): string[] {
  return Object.keys(given)
    .filter((name) => name.length >= SIMILAR_LENGTH && !names.includes(name))
    .flatMap((name) => {
      const meant = names.find(
        (known) => known.length >= SIMILAR_LENGTH && leven(name, known) <= SIMILAR_LETTERS,
      );
      return meant ? [`${name} is not known. Did you mean ${meant}?`] : [];
    });
}
