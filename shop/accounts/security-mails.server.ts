import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { sessions, signInPlaces } from "./tables.ts";
import { networkOf } from "#lib/network.ts";
import { accountAddress } from "../mail/addresses.ts";
import type { SecurityMail } from "../mail/account-mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { deviceName } from "./device.ts";

interface Person {
  name: string;
  email: string;
  emailVerified: boolean;
}

/** The browser and network address of a request, as far as they are known. */
export interface Client {
  userAgent: string | null;
  ipAddress: string | null;
}

/** Notifies a user by mail that their password was changed. */
export async function mailPasswordChanged(
  db: Db,
  user: Person,
  client: Client,
  now: Date,
): Promise<void> {
  await enqueueSecurityMail(db, "password-changed", user, client, now);
}

/** Notifies a user by mail that a passkey was added to their account, or removed. */
export async function mailPasskeyChanged(
  db: Db,
  template: "passkey-added" | "passkey-removed",
  user: Person,
  client: Client,
  now: Date,
): Promise<void> {
  await enqueueSecurityMail(db, template, user, client, now);
}

/** Notifies a user by mail that two-factor authentication was turned off for them. */
export async function mailTwoFactorOff(db: Db, user: Person, now: Date): Promise<void> {
  await enqueueSecurityMail(db, "two-factor-off", user, { userAgent: null, ipAddress: null }, now);
}

/**
 * Notifies a user by mail, when a session is used for the first time, if it comes from a new combination of browser
 * and network. The very first sign-in of a user sends no mail.
 */
export async function notifyNewSignIn(
  db: Db,
  user: Person,
  session: typeof sessions.$inferSelect,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of concurrent first requests only one sends the mail.
    const [first] = await tx
      .update(sessions)
      .set({ greeted: true })
      .where(and(eq(sessions.id, session.id), eq(sessions.greeted, false)))
      .returning({ id: sessions.id });
    if (!first) return;
    const { userId } = session;
    const others = await tx.$count(signInPlaces, eq(signInPlaces.userId, userId));
    const added = await tx
      .insert(signInPlaces)
      .values({ userId, digest: digestOf(session), firstAt: now })
      .onConflictDoNothing()
      .returning({ digest: signInPlaces.digest });
    if (others > 0 && added.length > 0)
      await enqueueSecurityMail(tx, "new-sign-in", user, session, now);
  });
}

async function enqueueSecurityMail(
  db: Db,
  template: SecurityMail["template"],
  { name, email, emailVerified }: Person,
  { userAgent, ipAddress }: Client,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await enqueueMail(db, {
    key: `${template}:${createHash("sha256").update(`${email} ${at}`).digest("hex").slice(0, 24)}`,
    to: accountAddress({ email }),
    message: {
      template,
      name: emailVerified ? name : null,
      at,
      device: userAgent && deviceName(userAgent),
      ipAddress,
    },
    now,
  });
}

/** Returns the digest by which browser and network are recognised without storing them. */
function digestOf({ userId, userAgent, ipAddress }: Client & { userId: string }): string {
  const text = [userId, deviceName(userAgent), networkOf(ipAddress ?? "")].join("\n");
  return createHash("sha256").update(text).digest("hex");
}
