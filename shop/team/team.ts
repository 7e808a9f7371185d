import { z } from "zod";
import type { Fields, ValuesOf } from "#lib/fields.ts";
import { emailField } from "../rules/email-field.ts";
import { roleNames, type TeamRole } from "../accounts/account.ts";

/** The roles to which an owner invites. */
export const teamRoles = ["delivery", "bookkeeper", "admin"] as const satisfies TeamRole[];

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;

/** Somebody with a role in the back office. */
export interface TeamMember {
  userId: string;
  name: string;
  email: string;
  role: TeamRole;
  /** Whether they have an authenticator app or a passkey. */
  twoFactor: boolean;
  /** When their authenticator app will be turned off, because they lost it; null unless an owner asked for it. */
  twoFactorOffAt: Date | null;
  /** The last request of any browser; null before the first. */
  lastSeenAt: Date | null;
  /** Since when they have the role. */
  since: Date;
}

/** An invitation that was neither accepted nor revoked. */
export interface Invitation {
  id: string;
  email: string;
  role: TeamRole;
  /** The name of the owner who invites. */
  invitedBy: string;
  invitedAt: Date;
  expiresAt: Date;
  expired: boolean;
}

/** The form that gives a member of the team another role. */
export const roleFields = {
  role: {
    kind: "choice",
    label: "Role",
    hint: "Delivery delivers orders, and sees neither emails nor money. Bookkeeper has reports, exports, bank and review. Owner has everything, also the team.",
    choices: teamRoles.map((role) => [role, roleNames[role]]),
    empty: "delivery",
    rule: z.enum(teamRoles, "Choose a role"),
  },
} as const satisfies Fields;

/** The form of a new invitation. */
export const invitationFields = {
  email: {
    kind: "line",
    label: "Email",
    hint: `Gets a link that works once, for ${INVITATION_DAYS} days.`,
    input: { type: "email", autoComplete: "off", required: true },
    rule: emailField("Enter an email address").toLowerCase(),
  },
  ...roleFields,
} as const satisfies Fields;

export type InvitationValues = ValuesOf<typeof invitationFields>;
