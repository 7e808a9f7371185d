import { z } from "zod";
import { isTeamRole } from "../accounts/access.ts";
import type { Role } from "../accounts/account.ts";
import type { Fields, ValuesOf } from "#lib/fields.ts";
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

const NAME_NEEDED = "Enter a name";

/** The form of a new key. */
export const apiKeyFields = {
  name: {
    kind: "line",
    label: "Name",
    hint: "The name of the program. It appears in the audit log and in the history of every order it changes.",
    input: { maxLength: API_KEY_NAME_MAX, required: true, autoComplete: "off" },
    rule: z
      .string(NAME_NEEDED)
      .trim()
      .min(1, NAME_NEEDED)
      .max(API_KEY_NAME_MAX, `The name is too long (at most ${API_KEY_NAME_MAX} characters)`)
      .regex(ONE_LINE, invalidCharacters("The name")),
  },
  lifetime: {
    kind: "choice",
    label: "Valid",
    choices: [
      ["never", "Until it is revoked"],
      ["month", "For 30 days"],
      ["quarter", "For 90 days"],
      ["year", "For a year"],
    ],
    rule: z.enum(["never", "month", "quarter", "year"], "Choose how long it is good for"),
  },
  scopes: {
    kind: "ticks",
    label: "What it may do",
    choices: apiScopeNames.map((scope) => [scope, apiScopes[scope], scope]),
    rule: z
      .array(z.enum(apiScopeNames, "This is none of the rights"))
      .min(1, "Choose at least one right")
      .transform((scopes) => apiScopeNames.filter((scope) => scopes.includes(scope))),
  },
} as const satisfies Fields;

export type ApiKeyValues = ValuesOf<typeof apiKeyFields>;
