import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import type { Auth } from "./auth.server.ts";
import { isBlockedResponse } from "./blocking.server.ts";
import { newPasskeySchema, parseCredential, signedChallengeSchema } from "./passkey.ts";
import { findPasskeyOwner, hasPasskey } from "./passkeys.server.ts";
import { readSignedCookie } from "./signed-cookies.server.ts";
import { passkeys, users } from "./tables.ts";

/** A sign-in that waits for its second factor, and which ones its account has. */
export interface PendingSignIn {
  userId: string;
  hasApp: boolean;
  hasPasskey: boolean;
}

/** Reads the sign-in of this browser that waits for a second factor; null for none, or an expired one. */
export async function readPendingSignIn(
  db: Db,
  auth: Auth,
  headers: Headers,
  now: Date,
): Promise<PendingSignIn | null> {
  const context = await auth.$context;
  const { name } = context.createAuthCookie("two_factor");
  const pending = readSignedCookie(context, headers, name);
  const found = pending ? await context.internalAdapter.findVerificationValue(pending) : null;
  if (!found || found.expiresAt < now) return null;
  const [user] = await db
    .select({ userId: users.id, hasApp: users.twoFactorEnabled, hasPasskey })
    .from(users)
    .where(eq(users.id, found.value));
  return user ? { ...user, hasApp: user.hasApp ?? false } : null;
}

/** A challenge, as `navigator.credentials` takes it in JSON, and the cookies that hold which one it was. */
export interface Challenge<Options> {
  options: Options;
  cookies: string[];
}

/**
 * Creates a challenge, valid for five minutes and once, that any passkey can sign, or those of one user for the second
 * step of their sign-in.
 */
export async function createSignInChallenge(
  db: Db,
  auth: Auth,
  { headers, userId }: { headers: Headers; userId: string | null },
): Promise<Challenge<PublicKeyCredentialRequestOptionsJSON>> {
  const response = await auth.api.generatePasskeyAuthenticationOptions({
    headers,
    asResponse: true,
  });
  const options = (await response.json()) as PublicKeyCredentialRequestOptionsJSON;
  const own = userId
    ? await db
        .select({ id: passkeys.credentialID })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
    : [];
  return {
    options: {
      ...options,
      // The plugin only prefers it.
      userVerification: "required",
      ...(userId && { allowCredentials: own.map(({ id }) => ({ id, type: "public-key" })) }),
    },
    cookies: response.headers.getSetCookie(),
  };
}

/**
 * Signs in by a signed challenge. For the second step of a sign-in, `pendingUserId` is its user, and passkeys of others
 * are refused. Returns Better Auth's response with the cookies of the session.
 */
export async function signInWithPasskey(
  db: Db,
  auth: Auth,
  signIn: { signed: string; pendingUserId: string | null; headers: Headers },
): Promise<Result<Response, "failed" | "blocked">> {
  const { signed, pendingUserId, headers } = signIn;
  const response = parseCredential(signedChallengeSchema, signed);
  if (!response) return err("failed");
  if (pendingUserId !== null && (await findPasskeyOwner(db, response.id)) !== pendingUserId)
    return err("failed");
  const verified = await auth.api.verifyPasskeyAuthentication({
    body: { response },
    headers,
    asResponse: true,
  });
  if (verified.ok) return ok(verified);
  return err((await isBlockedResponse(verified)) ? "blocked" : "failed");
}

/** Creates the challenge for a new passkey of the user who is signed in by these headers. */
export async function createPasskeyChallenge(
  auth: Auth,
  headers: Headers,
): Promise<Challenge<PublicKeyCredentialCreationOptionsJSON>> {
  const response = await auth.api.generatePasskeyRegistrationOptions({ headers, asResponse: true });
  if (!response.ok) throw new Error(`no challenge for a passkey: ${response.status}`);
  const options = (await response.json()) as PublicKeyCredentialCreationOptionsJSON;
  return { options, cookies: response.headers.getSetCookie() };
}

/** Adds a passkey to the account that the challenge was created for; false if it is none, or not a new one. */
export async function addPasskey(auth: Auth, made: string, headers: Headers): Promise<boolean> {
  const response = parseCredential(newPasskeySchema, made);
  if (!response || !isWithoutCertificates(response.response.attestationObject)) return false;
  const added = await auth.api.verifyPasskeyRegistration({
    body: { response },
    headers,
    asResponse: true,
  });
  return added.ok;
}

/**
 * Returns whether an attestation has no certificates, of which browsers send none unasked. The library would follow the
 * addresses in them, so that anybody with an account could have the shop send requests anywhere.
 */
export function isWithoutCertificates(attestationObject: string): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = attestation.get("fmt");
    return (
      format === "none" ||
      (format === "packed" && attestation.get("attStmt").get("x5c") === undefined)
    );
  } catch {
    return false;
  }
}
