import { z } from "zod";
import { t } from "#messages/translate.ts";
import { nameField } from "../rules/name-field.ts";

/** A passkey in the list of its account. */
export interface PasskeyView {
  id: string;
  name: string;
  createdAt: Date;
  /** Null before the first sign-in with it. */
  lastUsedAt: Date | null;
}

/** How many passkeys an account can have. */
export const PASSKEYS_MAX = 20;

export const PASSKEY_NAME_MAX = 60;

export const passkeyNameSchema = z.object({
  name: nameField({ missing: () => t("rules.nameMissing"), max: PASSKEY_NAME_MAX }),
});

/** Bytes as WebAuthn's JSON has them: base64url without padding. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const credential = {
  // 1,023 bytes at most (WebAuthn, section 4, "Credential ID").
  id: bytes(1364),
  rawId: bytes(1364),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
};

/** What a browser sends when a passkey was made: `RegistrationResponseJSON`, without what the shop does not use. */
export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: z.array(z.string().regex(/^[\w-]{1,30}$/)).max(10),
  }),
});

/** What a browser sends when a passkey has signed: `AuthenticationResponseJSON`. */
export const signedChallengeSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).optional(),
  }),
});

/** Parses JSON text by a schema; null for any other text. */
export function parseCredential<T>(schema: z.ZodType<T>, text: string): T | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return schema.safeParse(value).data ?? null;
}
