import { redirect as redirectTo, redirectDocument } from "react-router";
import { localPath } from "#messages/languages.ts";

/** Leads to an address in this shop; to the home page for any other. */
export function redirect(address: string, init?: number | ResponseInit): Response {
  return redirectTo(localPath(address), init);
}

/** Leads out of the shop: to the page of a payment or identity provider. */
export function redirectOutside(url: string, init?: number | ResponseInit): Response {
  return redirectDocument(url, init);
}
