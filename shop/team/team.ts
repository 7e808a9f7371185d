import { z } from "zod";
import { emailField } from "#lib/email.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import type { TeamRole } from "../accounts/account.ts";

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

const invitationSchema = z.object({
  email: emailField("Enter an email address").toLowerCase(),
  role: z.enum(teamRoles, "Choose a role"),
});

export type InvitationValues = z.output<typeof invitationSchema>;
export type InvitationField = keyof InvitationValues;

/** Validates the form of a new invitation. */
export function parseInvitation(
  form: FormData,
): Result<InvitationValues, FieldErrors<InvitationField>> {
  return parseForm(invitationSchema, form);
}
