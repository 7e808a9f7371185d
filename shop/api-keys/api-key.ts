import { z } from "zod";
import { isTeamRole } from "../accounts/access.ts";
import type { Role } from "../accounts/account.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import { ONE_LINE, invalidCharacters } from "#lib/text.ts";

/** The scopes of API keys, with their labels. */
export const apiScopes = {
  "orders:read": "See orders, with the names and addresses of their buyers",
  "orders:write": "Set the status of orders",
  "packages:read": "See the packages that are for sale",
  "packages:costs": "See what these packages cost you",
} as const;

export type ApiScope = keyof typeof apiScopes;

export const apiScopeNames = Object.keys(apiScopes) as ApiScope[];

/** The lifetimes of keys in days. */
export const apiKeyLifetimes = { never: null, month: 30, quarter: 90, year: 365 } as const;
export type ApiKeyLifetime = keyof typeof apiKeyLifetimes;

export const API_KEY_NAME_MAX = 60;

/** The stored data of a key, which does not include the key itself. */
export interface ApiKey {
  id: string;
  name: string;
  scopes: ApiScope[];
  /** The first characters of the key, to recognise it. */
  prefix: string;
  createdAt: Date;
  /** The email of the administrator who created it. */
  createdBy: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Prefix of a key's name as an actor's `email`; no email address begins like this. */
export const KEY_ACTOR = "API key ";

/** `ended`: the user who created the key is no longer in the team. */
export type ApiKeyState = "active" | "expired" | "revoked" | "ended";

/** A key with its current state. */
export interface ListedApiKey extends ApiKey {
  state: ApiKeyState;
}

/** Returns the state of a key of a user with this role. */
export function apiKeyState(
  key: Pick<ApiKey, "revokedAt" | "expiresAt">,
  role: Role,
  now: Date,
): ApiKeyState {
  if (key.revokedAt) return "revoked";
  if (key.expiresAt && key.expiresAt <= now) return "expired";
  return isTeamRole(role) ? "active" : "ended";
}

/** The values of a new key. */
export interface ApiKeyValues {
  name: string;
  scopes: ApiScope[];
  lifetime: ApiKeyLifetime;
}

const NAME_NEEDED = "Enter a name";

const apiKeySchema = z.object({
  name: z
    .string(NAME_NEEDED)
    .trim()
    .min(1, NAME_NEEDED)
    .max(API_KEY_NAME_MAX, `The name is too long (at most ${API_KEY_NAME_MAX} characters)`)
    .regex(ONE_LINE, invalidCharacters("The name")),
  scopes: z
    .array(z.enum(apiScopeNames, "This is none of the rights"))
    .min(1, "Choose at least one right")
    .transform((scopes) => apiScopeNames.filter((scope) => scopes.includes(scope))),
  lifetime: z.enum(["never", "month", "quarter", "year"], "Choose how long it is good for"),
});

export type ApiKeyField = keyof z.input<typeof apiKeySchema>;

/** Validates the form of a new key. */
export function parseApiKeyForm(form: FormData): Result<ApiKeyValues, FieldErrors<ApiKeyField>> {
  return parseForm(apiKeySchema, {
    name: form.get("name"),
    scopes: form.getAll("scopes"),
    lifetime: form.get("lifetime"),
  });
}
