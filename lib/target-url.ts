import { z } from "zod";
import { ONE_LINE, invalidCharacters } from "./text.ts";

const URL_MAX = 2000;

/** Validates the URL of a program outside the shop, and normalizes it. */
export const targetUrl = z
  .string()
  .trim()
  .min(1, "URL is required")
  .max(URL_MAX, `URL is too long (at most ${URL_MAX} characters)`)
  .regex(ONE_LINE, invalidCharacters("URL"))
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !["https:", "http:"].includes(url.protocol))
      context.addIssue("URL must begin with https:// or http://");
    else if (url.username || url.password)
      context.addIssue("URL must not hold a user or a password");
    else if (url.hash) context.addIssue("URL must not have a # in it");
    else return url.href;
    return z.NEVER;
  });

/** Returns the host names in a text, which commas or spaces separate; null if one is none. */
export function readHosts(text: string): string[] | null {
  const hosts = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const isHost = (host: string) =>
    host.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(host);
  return hosts.every(isHost) ? hosts : null;
}
