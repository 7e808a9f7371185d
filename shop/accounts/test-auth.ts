import type { Db } from "#db/client.server.ts";
import { type Auth, type AuthOptions, createAuth } from "./auth.server.ts";
import { hashCheaply } from "./passwords.server.ts";

/**
 * Creates the authentication of a shop without social sign-in and with cheap password hashes; `changes` replaces some
 * of the options.
 */
export function createTestAuth(db: Db, changes: Partial<AuthOptions> = {}): Auth {
  return createAuth(db, {
    appUrl: "http://127.0.0.1:3000",
    secret: "a secret that is long enough for anything",
    adminEmail: null,
    allowsDemo: true,
    social: [],
    shopName: "Satchel",
    onEmailVerified: async () => undefined,
    onAccountDeleted: async () => undefined,
    hash: hashCheaply,
    ...changes,
  });
}
