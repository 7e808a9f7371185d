import { refuseNameAddress } from "../rules/web-addresses.server.ts";
import { nameSchema } from "./account.ts";
import { passkeyNameSchema } from "./passkey.ts";

// The schemas of names for the server, which also knows host names.

export const safeNameSchema = nameSchema.check(refuseNameAddress);
export const safePasskeyNameSchema = passkeyNameSchema.check(refuseNameAddress);

/** Returns the name that an OAuth provider gave if the register form would accept it, and a neutral one otherwise. */
export function nameFromProvider(name: string): string {
  const parsed = safeNameSchema.safeParse({ name });
  return parsed.success ? parsed.data.name : "Customer";
}
