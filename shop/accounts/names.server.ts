import { refuseHostName } from "#lib/web-addresses.server.ts";
import { nameSchema } from "./account.ts";

/** The schema of a name, for the server, which also knows host names. */
export const safeNameSchema = nameSchema.check(({ value, issues }) =>
  refuseHostName(value.name, issues),
);

/** Returns the name that an OAuth provider gave if the register form would accept it, and a neutral one otherwise. */
export function nameFromProvider(name: string): string {
  const parsed = safeNameSchema.safeParse({ name });
  return parsed.success ? parsed.data.name : "Customer";
}
