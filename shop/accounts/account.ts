import { z } from "zod";
import { dateSchema } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { EMAIL_MAX, emailField } from "../rules/email-field.ts";
import { nameField } from "../rules/name-field.ts";

/** The roles of users. `access.ts` has what each may open. */
const roles = ["customer", "delivery", "bookkeeper", "admin"] as const;

export type Role = (typeof roles)[number];

/** A role that opens parts of the back office. */
export type TeamRole = Exclude<Role, "customer">;

/** The names of the roles where they stand beside each other. */
export const roleNames: Readonly<Record<Role, string>> = {
  customer: "Customer",
  delivery: "Delivery",
  bookkeeper: "Bookkeeper",
  admin: "Owner",
};

/** The states of an account: the role of its user, or `blocked`. */
export const accountStates = [...roles, "blocked"] as const;

export type AccountState = (typeof accountStates)[number];

export function accountState(user: { role: Role; blockedAt: Date | null }): AccountState {
  return user.blockedAt ? "blocked" : user.role;
}

/** A signed-in user, as shown on screens. */
export interface Account {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  role: Role;
  twoFactorEnabled: boolean;
  referralCode: string;
  /** `YYYY-MM-DD`; null if not given. */
  birthday: string | null;
}

/** What a mailed link does that ends with the credentials of its account; also the template of its mail. */
export type LinkPurpose = "verify-email" | "reset-password";

/** A session in the list of the user's sessions. */
export interface SessionView {
  id: string;
  current: boolean;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastActiveAt: Date;
}

/** The OAuth providers that can be configured. */
export type SocialProvider = "google" | "facebook";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** How the ids of a demo's accounts begin; no other id has a hyphen there. */
export const DEMO_ACCOUNT = "demo-";

/** The alphabet of referral codes leaves out characters that look alike. */
export const REFERRAL_CODE_LENGTH = 8;
export const REFERRAL_CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const required = () => t("rules.required");
const email = emailField(required).toLowerCase();
const newPassword = z
  .string()
  .min(1, { error: required })
  .min(PASSWORD_MIN, { error: () => t("rules.passwordShort", { min: PASSWORD_MIN }) })
  .max(PASSWORD_MAX, { error: () => t("rules.passwordLong", { max: PASSWORD_MAX }) });
const name = nameField({ missing: required });

export const unknownReferralCode = () => t("rules.referralCodeUnknown");

/** Normalises a typed code to its stored form; null for an empty one. */
export const referralCodeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .max(20, { error: unknownReferralCode })
  .optional()
  .transform((code) => code || null);

/** The registration form, validated by the same schema in the browser and on the server. */
export const registrationSchema = z
  .object({
    name,
    email,
    password: newPassword,
    confirmPassword: z.string(),
    referralCode: referralCodeSchema,
    terms: z.literal("on", { error: () => t("rules.termsMissing") }),
  })
  .refine((values) => values.password === values.confirmPassword, {
    path: ["confirmPassword"],
    error: () => t("rules.passwordsDiffer"),
    // Also while another field is invalid, so that all errors are shown at once.
    when: () => true,
  });

/** The sign-in form. It checks no password rules, because older passwords may not meet them. */
export const signInSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, { error: () => t("rules.signInMissing") })
    .max(EMAIL_MAX, { error: () => t("rules.signInFailed") }),
  password: z
    .string()
    .refine((text) => text.trim() !== "", { error: () => t("rules.signInMissing") })
    .max(1000, { error: () => t("rules.signInFailed") }),
});

export const emailSchema = z.object({ email });
export const newPasswordSchema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine((values) => values.password === values.confirmPassword, {
    path: ["confirmPassword"],
    error: () => t("rules.passwordsDiffer"),
  });
/** The current password, required again before a sensitive change. */
export const passwordSchema = z.object({
  password: z.string().min(1, { error: () => t("rules.yourPasswordMissing") }),
});
export const totpCodeSchema = z.object({
  code: z.string().regex(/^\s*\d{3}\s*\d{3}\s*$/, { error: () => t("rules.codeMissing") }),
});
export const nameSchema = z.object({ name });

/** The form of a person who is invited to the team and has no account. */
export const invitedAccountSchema = z
  .object({ name, password: newPassword, confirmPassword: z.string() })
  .refine((values) => values.password === values.confirmPassword, {
    path: ["confirmPassword"],
    error: () => t("rules.passwordsDiffer"),
    when: () => true,
  });

export const birthdaySchema = z.object({
  birthday: z.union([
    z.literal("").transform(() => null),
    dateSchema(() => t("rules.dateMissing")),
  ]),
});
