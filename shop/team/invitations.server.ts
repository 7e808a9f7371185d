import { randomBytes } from "node:crypto";
import { and, eq, gt, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { isTeamRole } from "../accounts/access.ts";
import { roleNames } from "../accounts/account.ts";
import { isAdministrator, lockAdmins } from "../accounts/admins.server.ts";
import { digestOf } from "../accounts/mail-links.server.ts";
import { users } from "../accounts/tables.ts";
import type { Actor } from "../audit/audit.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { takeOnce } from "../limits/attempts.server.ts";
import { resendByEmail } from "../limits/limits.server.ts";
import { typedAddress } from "../mail/addresses.ts";
import type { InvitationMail } from "../mail/account-mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { invitations } from "./tables.ts";
import { INVITATION_DAYS, type InvitationValues } from "./team.ts";

/** An expired invitation is listed for this long, to be sent again. */
const LISTED_MS = 30 * DAY_MS;

type StoredInvitation = typeof invitations.$inferSelect;

interface Change {
  actor: Actor;
  now: Date;
}

/** Expected errors of a new invitation. `member`: the address has a role already; `open`: it is invited already. */
export type InviteError = "forbidden" | "member" | "blocked" | "open";

/** Invites an address to the team: it gets a mail with a link that works once, for a week. */
export async function invite(
  db: Db,
  { values, actor, now }: Change & { values: InvitationValues },
): Promise<Result<void, InviteError>> {
  const { email, role } = values;
  return db.transaction(async (tx) => {
    await lockAdmins(tx);
    if (actor.id === null || !(await isAdministrator(tx, actor))) return err("forbidden");
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (user?.blockedAt) return err("blocked");
    if (user && isTeamRole(user.role)) return err("member");
    await tx
      .delete(invitations)
      .where(and(eq(invitations.email, email), lte(invitations.expiresAt, now)));
    const [invitation] = await tx
      .insert(invitations)
      .values({ email, role, invitedBy: actor.id, invitedAt: now, expiresAt: endOf(now) })
      .onConflictDoNothing()
      .returning();
    if (!invitation) return err("open");
    await mailInvitation(tx, invitation, now);
    await recordInvitation(tx, "team.invited", invitation, { actor, now });
    return ok(undefined);
  });
}

/** Expected errors of a change. `limited`: the address was sent too many in the last hour. */
export type InvitationChangeError = "forbidden" | "not-found" | "limited";

/** Mails an invitation again, with a new link that works for a week; the earlier one ends at once. */
export async function sendInvitationAgain(
  db: Db,
  { id, ...change }: Change & { id: string },
): Promise<Result<void, InvitationChangeError>> {
  const { now } = change;
  return db.transaction(async (tx) => {
    const found = await lockInvitation(tx, id, change);
    if (!found.ok) return found;
    const { email } = found.value;
    if ((await takeOnce(tx, resendByEmail, email, now)) > 0) return err("limited");
    const [invitation] = await tx
      .update(invitations)
      .set({ digest: null, mailing: sql`${invitations.mailing} + 1`, expiresAt: endOf(now) })
      .where(eq(invitations.id, id))
      .returning();
    if (!invitation) return err("not-found");
    await mailInvitation(tx, invitation, now);
    await recordInvitation(tx, "team.invited-again", invitation, change);
    return ok(undefined);
  });
}

/** Revokes an invitation: its link no longer works. */
export async function revokeInvitation(
  db: Db,
  { id, ...change }: Change & { id: string },
): Promise<Result<void, Exclude<InvitationChangeError, "limited">>> {
  return db.transaction(async (tx) => {
    const found = await lockInvitation(tx, id, change);
    if (!found.ok) return found;
    await tx.delete(invitations).where(eq(invitations.id, id));
    await recordInvitation(tx, "team.invitation-revoked", found.value, change);
    return ok(undefined);
  });
}

/** A queued mail with an invitation. */
interface QueuedInvitation {
  invitationId: string;
  mailing: number;
  now: Date;
}

function isOpen({ invitationId, mailing, now }: QueuedInvitation) {
  return and(
    eq(invitations.id, invitationId),
    eq(invitations.mailing, mailing),
    gt(invitations.expiresAt, now),
  );
}

/** Returns whether a queued invitation would still be sent. */
export async function isInvitationOpen(tx: Db, mail: QueuedInvitation): Promise<boolean> {
  return (await tx.$count(invitations, isOpen(mail))) > 0;
}

/**
 * Creates the link of a queued invitation when its mail is sent; null if it was accepted, revoked or sent again since.
 * Only a digest is stored, so that neither the outbox nor a backup reveals the link.
 */
export async function createInvitationLink(
  db: Db,
  { appUrl, ...mail }: QueuedInvitation & { appUrl: string },
): Promise<{ to: string; message: InvitationMail } | null> {
  const token = randomBytes(32).toString("base64url");
  const [invitation] = await db
    .update(invitations)
    .set({ digest: digestOf(token) })
    .where(isOpen(mail))
    .returning();
  if (!invitation) return null;
  const [inviting] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, invitation.invitedBy));
  const message: InvitationMail = {
    template: "invitation",
    link: `${appUrl}/invitation?token=${token}`,
    role: roleNames[invitation.role],
    invitedBy: inviting?.name ?? "",
  };
  return { to: invitation.email, message };
}

/** Ends the links of all invitations, which can be sent again: in a restored database, used ones would work again. */
export async function endInvitationLinks(tx: Db): Promise<void> {
  await tx.update(invitations).set({ digest: null }).where(isNotNull(invitations.digest));
}

/** Deletes the invitations that expired a month ago. */
export async function forgetOldInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, addMs(now, -LISTED_MS)));
}

function endOf(now: Date): Date {
  return addMs(now, INVITATION_DAYS * DAY_MS);
}

/** Locks an invitation for a change by an owner. */
async function lockInvitation(
  tx: Db,
  id: string,
  { actor }: Change,
): Promise<Result<StoredInvitation, "forbidden" | "not-found">> {
  await lockAdmins(tx);
  if (!(await isAdministrator(tx, actor))) return err("forbidden");
  if (!isUuid(id)) return err("not-found");
  const [found] = await tx.select().from(invitations).where(eq(invitations.id, id)).for("update");
  return found ? ok(found) : err("not-found");
}

async function mailInvitation(tx: Db, { id, email, mailing }: StoredInvitation, now: Date) {
  await enqueueMail(tx, {
    key: `invitation:${id}:${mailing}`,
    to: typedAddress(email, [resendByEmail]),
    message: { template: "invitation", invitationId: id, mailing },
    now,
  });
}

async function recordInvitation(
  tx: Db,
  action: Extract<AuditAction, `team.${string}`>,
  { email, role }: StoredInvitation,
  { actor, now }: Change,
): Promise<void> {
  const data = { role: roleNames[role] };
  await recordAudit(tx, { actor, action, subject: "team", subjectId: email, data, now });
}
