/** An invitation to the team, whose link is made when the mail is sent, if it is still open and was not mailed again. */
export interface RequestedInvitation {
  template: "invitation";
  invitationId: string;
  mailing: number;
}

/** A request to turn two-factor authentication off, whose link is made when the mail is sent, if it still waits. */
export interface RequestedTwoFactorMail {
  template: "two-factor-asked";
  userId: string;
  askedAt: string;
}

/** An owner asked to turn two-factor authentication off for an account. */
export interface TwoFactorAskedMail {
  template: "two-factor-asked";
  name: string;
  /** The name of the owner. */
  askedBy: string;
  takesEffectAt: string;
  /** Keeps it on. */
  link: string;
}

/** An invitation to the team. */
export interface InvitationMail {
  template: "invitation";
  link: string;
  /** As on screens, such as `Delivery`. */
  role: string;
  /** The name of the owner who invites. */
  invitedBy: string;
}

/** A security-relevant event of an account. */
export interface SecurityMail {
  template:
    | "password-changed"
    | "new-sign-in"
    | "passkey-added"
    | "passkey-removed"
    | "two-factor-off";
  /** Null while the email address is not verified: a stranger may have registered it. */
  name: string | null;
  at: string;
  /** As the browser describes itself, such as `Chrome on Linux`; null where that is not known. */
  device: string | null;
  ipAddress: string | null;
}

/** A mail about an account, with a link that works once. */
export interface AccountMail {
  template: "verify-email" | "reset-password" | "email-changed";
  link: string;
}

/** What waits in the outbox with its link; that of a new password is made when the mail is sent. */
export type QueuedAccountMail = AccountMail & { template: "verify-email" | "email-changed" };
