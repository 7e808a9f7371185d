import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { sessions, signInPlaces } from "./tables.ts";
import { networkOf } from "#lib/network.ts";
import type { AccountNewsMail } from "../mail/mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { deviceName } from "./device.ts";

interface Person {
  name: string;
  email: string;
}

/** Where something was done from, as far as that is known. */
interface Place {
  userAgent: string | null;
  ipAddress: string | null;
}

/** Tells the owner of an account that its password was changed. */
export async function mailPasswordChanged(
  db: Db,
  user: Person,
  place: Place,
  now: Date,
): Promise<void> {
  await mailAccountNews(db, "password-changed", user, place, now);
}

/**
 * The first time a session is used: tells its owner by mail when they have not signed in from there before. The
 * very first sign-in is no news. "There" is a kind of browser in a network.
 */
export async function greetSession(
  db: Db,
  user: Person,
  session: typeof sessions.$inferSelect,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of two requests at once, one greets.
    const [ungreeted] = await tx
      .update(sessions)
      .set({ greeted: true })
      .where(and(eq(sessions.id, session.id), eq(sessions.greeted, false)))
      .returning({ id: sessions.id });
    if (!ungreeted) return;
    const { userId } = session;
    const others = await tx.$count(signInPlaces, eq(signInPlaces.userId, userId));
    const added = await tx
      .insert(signInPlaces)
      .values({ userId, digest: digestOf(session), firstAt: now })
      .onConflictDoNothing()
      .returning({ digest: signInPlaces.digest });
    if (others > 0 && added.length > 0)
      await mailAccountNews(tx, "new-sign-in", user, session, now);
  });
}

async function mailAccountNews(
  db: Db,
  template: AccountNewsMail["template"],
  { name, email }: Person,
  { userAgent, ipAddress }: Place,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await enqueueMail(db, {
    key: `${template}:${createHash("sha256").update(`${email} ${at}`).digest("hex").slice(0, 24)}`,
    to: email,
    message: { template, name, at, device: userAgent && deviceName(userAgent), ipAddress },
    now,
  });
}

/** Enough to know a place again, and not enough to read it. */
function digestOf({ userId, userAgent, ipAddress }: Place & { userId: string }): string {
  const place = [userId, deviceName(userAgent), networkOf(ipAddress ?? "")].join("\n");
  return createHash("sha256").update(place).digest("hex");
}
