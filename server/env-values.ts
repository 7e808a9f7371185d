import { isIPv6 } from "node:net";
import { z } from "zod";
import { trustedProxies } from "./proxies.ts";

/** An address that begins with one of these protocols. */
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

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

/** Several values, separated by commas. */
export const list = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.length > 0, { error: "must name at least one address" });

/** Addresses and networks of proxies, separated by commas. */
export const proxies = list.transform((texts, context) => {
  const read = trustedProxies(texts);
  if (read.ok) return read.value;
  context.addIssue(
    `must be network addresses (192.0.2.1) or networks (10.0.0.0/8): "${read.error.join('", "')}"`,
  );
  return z.NEVER;
});

/** Where a shop is reached that was told only where to listen. */
export function originOf(host: string, port: number): string {
  // Listening at every address of the machine, which is none itself.
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
