import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Language } from "#messages/languages.ts";
import type { LinkPurpose, Role } from "./account.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Users. The columns up to `updatedAt` are Better Auth's, by its names. */
export const users = pgTable(
  "users",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text(),
    twoFactorEnabled: boolean("two_factor_enabled").default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    role: text().$type<Role>().notNull().default("customer"),
    /** When an owner or an invitation gave this role; null for the role of a new account. */
    roleSince: moment("role_since"),
    /** The last request of a member of the team, to the minute; sessions that have ended are no longer there. */
    lastSeenAt: moment("last_seen_at"),
    /** The code that referred friends enter when they register. */
    referralCode: text("referral_code").notNull().unique(),
    /** The user whose code was entered. */
    referredBy: text("referred_by"),
    /** For the birthday points, which only use day and month. */
    birthday: date(),
    /** When an administrator blocked this user. */
    blockedAt: moment("blocked_at"),
    /** Mailed links hold the version at which they were made, and work at no other. */
    credentialVersion: integer("credential_version").notNull().default(0),
    /** That of the pages at the registration or the last sign-in. */
    language: text().$type<Language>().notNull().default("en"),
  },
  (table) => [index("users_referred_by").on(table.referredBy)],
);

/** Signed-in browsers. `updatedAt` is the last activity. */
export const sessions = pgTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** True from the first use, when the user is notified of a sign-in from a new browser or network. */
    greeted: boolean().notNull().default(false),
    /** It began with a passkey, whatever the age of the password. */
    withPasskey: boolean("with_passkey").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** Combinations of browser and network from which users have signed in, as digests. */
export const signInPlaces = pgTable(
  "sign_in_places",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    digest: text().notNull(),
    firstAt: moment("first_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
);

/** Ways to sign in: a password (provider `credential`), or an identity at an OAuth provider. */
export const identities = pgTable(
  "identities",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    providerId: text("provider_id").notNull(),
    accountId: text("account_id").notNull(),
    password: text(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** For a password: when it was last set, for `passwordExpiration`. */
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("identities_user").on(table.userId),
    uniqueIndex("identities_provider_account").on(table.providerId, table.accountId),
  ],
);

/** Single-use tokens of Better Auth: OAuth states, pending two-factor sign-ins. */
export const verifications = pgTable(
  "verifications",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** Mailed links that confirm the address of an account, or its new one, or that set its password. */
export const mailLinks = pgTable(
  "mail_links",
  {
    /** SHA-256 of the token in the link. */
    digest: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text().$type<LinkPurpose>().notNull(),
    /** The address to which it was mailed. */
    email: text().notNull(),
    credentialVersion: integer("credential_version").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("mail_links_user").on(table.userId)],
);

/** Changes of email addresses that a link mailed to the previous address still undoes. */
export const emailChanges = pgTable(
  "email_changes",
  {
    /** SHA-256 of the token in the link. */
    digest: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    previousEmail: text("previous_email").notNull(),
    hadTwoFactor: boolean("had_two_factor").notNull(),
    changedAt: moment("changed_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("email_changes_user").on(table.userId)],
);

/** Authenticator apps and their recovery codes, both encrypted. */
export const twoFactors = pgTable(
  "two_factors",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: boolean().default(true),
    failedVerificationCount: integer("failed_verification_count").default(0),
    lockedUntil: moment("locked_until"),
    /** The time step of the last code that was used (RFC 6238); it and earlier ones are refused. */
    lastStep: integer("last_step"),
  },
  (table) => [index("two_factors_user").on(table.userId)],
);

/** Requests of owners to turn off the second factor of a person who lost it; they wait a day from their mail. */
export const twoFactorRemovals = pgTable("two_factor_removals", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The name of the owner. */
  askedBy: text("asked_by").notNull(),
  askedAt: moment("asked_at").notNull(),
  takesEffectAt: moment("takes_effect_at").notNull(),
  /** SHA-256 of the token in the mail's link; null until the mail is sent. */
  digest: text().unique(),
});

/** Passkeys (https://www.w3.org/TR/webauthn-3/). The columns up to `aaguid` are Better Auth's, by its names. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Unique, so that nobody adds another person's passkey with a key of their own (section 7.1, step 27). */
    credentialID: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    /** How often the device has signed; 0 where it does not count. */
    counter: bigint({ mode: "number" }).notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
    aaguid: text(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

/** Has one row as soon as there is an administrator; inserting it makes a user the first one. */
export const adminCount = pgTable("admin_count", {
  id: integer().primaryKey().default(1),
  count: integer().notNull(),
  lastUpdated: moment("last_updated").notNull(),
});

/** Recipients that an account removed from its list; an order after that brings them back. */
export const removedRecipients = pgTable(
  "removed_recipients",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In lower case. */
    tiktokUsername: text("tiktok_username").notNull(),
    removedAt: timestamp("removed_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tiktokUsername] })],
);
