import type { Db } from "#db/client.server.ts";
import { type Auth, type AuthOptions, createAuth } from "./auth.server.ts";
import { hashCheaply } from "./passwords.server.ts";
import { totpCode, totpStep } from "./single-use-codes.server.ts";

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

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the cookies of a response as the headers of the next request. */
export function cookiesOf(response: Response): Headers {
  return new Headers({ cookie: response.headers.getSetCookie().join("; ") });
}

/**
 * Sets up an authenticator app for the account of a session, by its first code. Returns the codes of the steps from then on,
 * `code(0)` being used, and the recovery codes.
 */
export async function setUpAuthenticator(auth: Auth, password: string, headers: Headers) {
  const started = await auth.api.enableTwoFactor({
    body: { password },
    headers,
    asResponse: true,
  });
  const enabled = (await started.json()) as {
    method: string;
    totpURI: string;
    backupCodes: string[];
  };
  if (enabled.method !== "totp") throw new Error("no authenticator app");
  const secret = new URL(enabled.totpURI).searchParams.get("secret") ?? "";
  const bits = Array.from(secret, (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = totpStep(new Date());
  const code = (offset: number) => totpCode(key, step + offset);
  const verified = await auth.api.verifyTOTP({
    body: { code: code(0) },
    headers: cookiesOf(started),
    asResponse: true,
  });
  if (!verified.ok) throw new Error("the first code was refused");
  return { code, backupCodes: enabled.backupCodes };
}
