import { randomBytes } from "node:crypto";
import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import type { Actor } from "../audit/audit.ts";
import { accountAddress } from "../mail/addresses.ts";
import type { TwoFactorAskedMail } from "../mail/account-mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import {
  type AccountChange,
  type AccountChangeError,
  lockUser,
  recordChange,
} from "./account-change.server.ts";
import { endPendingSignIns, endUserSessions } from "./end-sessions.server.ts";
import { digestOf } from "./mail-links.server.ts";
import { mailTwoFactorOff } from "./security-mails.server.ts";
import { twoFactorRemovals, twoFactors, users } from "./tables.ts";

/** How long the person has to object, from the mail on. */
const DELAY_MS = DAY_MS;

/**
 * Asks to turn two-factor authentication off for a person who lost app and recovery codes. They get a mail at once, with a
 * link that keeps it on; a day later `removeDueTwoFactors` turns it off.
 */
export async function askTwoFactorRemoval(
  db: Db,
  change: AccountChange,
): Promise<Result<void, AccountChangeError | "unconfirmed">> {
  const { actor, now } = change;
  return db.transaction(async (tx) => {
    const found = await lockUser(tx, change);
    if (!found.ok) return found;
    const user = found.value;
    if (user.id === actor.id) return err("yourself");
    if (user.blockedAt) return err("blocked");
    if (!user.twoFactorEnabled) return err("unchanged");
    // Nobody could object, and a password by mail removes the second factor of such an account.
    if (!user.emailVerified) return err("unconfirmed");
    const takesEffectAt = addMs(now, DELAY_MS);
    const [owner] = await tx
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, actor.id ?? ""));
    const askedBy = owner?.name ?? actor.email;
    const [asked] = await tx
      .insert(twoFactorRemovals)
      .values({ userId: user.id, askedBy, askedAt: now, takesEffectAt })
      .onConflictDoNothing()
      .returning();
    if (!asked) return err("unchanged");
    await enqueueMail(tx, {
      key: `two-factor-asked:${user.id}:${now.toISOString()}`,
      to: accountAddress(user),
      message: { template: "two-factor-asked", userId: user.id, askedAt: now.toISOString() },
      now,
    });
    await recordChange(tx, change, user, "customer.two-factor-asked", {
      takesEffect: takesEffectAt.toISOString(),
    });
    return ok(undefined);
  });
}

/** Withdraws such a request as an owner. */
export async function withdrawTwoFactorRemoval(
  db: Db,
  change: AccountChange,
): Promise<Result<void, AccountChangeError>> {
  return db.transaction(async (tx) => {
    const found = await lockUser(tx, change);
    if (!found.ok) return found;
    const isWithdrawn = await keepTwoFactor(tx, { ...change, by: "an owner" });
    return isWithdrawn ? ok(undefined) : err("unchanged");
  });
}

/** A queued mail about a request. */
interface QueuedRequest {
  userId: string;
  askedAt: string;
}

function isOf({ userId, askedAt }: QueuedRequest) {
  return and(
    eq(twoFactorRemovals.userId, userId),
    eq(twoFactorRemovals.askedAt, new Date(askedAt)),
  );
}

/** Returns whether a request still waits, so that its mail may be sent. */
export async function isRemovalOpen(tx: Db, mail: QueuedRequest): Promise<boolean> {
  return (await tx.$count(twoFactorRemovals, isOf(mail))) > 0;
}

/**
 * Creates the link of a queued mail when it is sent; null if the request has ended since. The day begins with the mail, so
 * that a mail server that was down leaves the person no less time.
 */
export async function createKeepLink(
  db: Db,
  { appUrl, now, ...mail }: QueuedRequest & { appUrl: string; now: Date },
): Promise<{ to: string; message: TwoFactorAskedMail } | null> {
  const token = randomBytes(32).toString("base64url");
  const [asked] = await db
    .update(twoFactorRemovals)
    .set({ digest: digestOf(token), takesEffectAt: addMs(now, DELAY_MS) })
    .where(isOf(mail))
    .returning();
  const [user] = await db.select().from(users).where(eq(users.id, mail.userId));
  if (!asked || !user) return null;
  const message: TwoFactorAskedMail = {
    template: "two-factor-asked",
    name: user.name,
    askedBy: asked.askedBy,
    takesEffectAt: asked.takesEffectAt.toISOString(),
    link: `${appUrl}/keep-two-factor?token=${token}`,
  };
  return { to: user.email, message };
}

/** Returns the address of the account whose second factor the link with this token keeps; null if it does not work. */
export async function readKeepLink(db: Db, token: string): Promise<string | null> {
  const [found] = await selectByToken(db, token);
  return found?.email ?? null;
}

/** Keeps the second factor by the link of the mail; false if the link does not work. */
export async function keepTwoFactorByLink(
  db: Db,
  { token, ip, now }: { token: string; ip: string | null; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await selectByToken(tx, token);
    if (!found) return false;
    const { userId, email } = found;
    return keepTwoFactor(tx, { userId, actor: { id: userId, email, ip }, by: "the link", now });
  });
}

function selectByToken(db: Db, token: string) {
  return db
    .select({ userId: users.id, email: users.email })
    .from(twoFactorRemovals)
    .innerJoin(users, eq(users.id, twoFactorRemovals.userId))
    .where(eq(twoFactorRemovals.digest, digestOf(token)));
}

/** Ends a request, if there is one; returns whether there was. */
export async function keepTwoFactor(
  tx: Db,
  { userId, actor, by, now }: { userId: string; actor?: Actor; by: string; now: Date },
): Promise<boolean> {
  const ended = await tx
    .delete(twoFactorRemovals)
    .where(eq(twoFactorRemovals.userId, userId))
    .returning({ userId: twoFactorRemovals.userId });
  if (ended.length === 0) return false;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return false;
  const self = { id: userId, email: user.email, ip: null };
  await recordChange(tx, { actor: actor ?? self, now }, user, "customer.two-factor-kept", { by });
  return true;
}

/**
 * Turns two-factor authentication off for those whose day is over: removes app and recovery codes, not passkeys, ends all
 * sessions, and notifies the person. Returns how many there were.
 */
export async function removeDueTwoFactors(db: Db, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const isDone = await db.transaction((tx) => removeNext(tx, now));
    if (!isDone) return removed;
    removed += 1;
  }
}

async function removeNext(tx: Db, now: Date): Promise<boolean> {
  const [due] = await tx
    .select({ userId: users.id, askedBy: twoFactorRemovals.askedBy })
    .from(twoFactorRemovals)
    .innerJoin(users, eq(users.id, twoFactorRemovals.userId))
    // Without a digest, the mail has not been sent.
    .where(and(lte(twoFactorRemovals.takesEffectAt, now), isNotNull(twoFactorRemovals.digest)))
    .orderBy(asc(twoFactorRemovals.takesEffectAt))
    .limit(1)
    .for("no key update", { skipLocked: true });
  if (!due) return false;
  const { userId, askedBy } = due;
  await tx.delete(twoFactorRemovals).where(eq(twoFactorRemovals.userId, userId));
  const [user] = await tx
    .update(users)
    .set({ twoFactorEnabled: false, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.twoFactorEnabled, true)))
    .returning();
  if (!user) return true;
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  const sessionsEnded = await endUserSessions(tx, userId);
  await endPendingSignIns(tx, userId);
  const actor = { id: null, email: "the shop", ip: null };
  await recordChange(tx, { actor, now }, user, "customer.two-factor-off", {
    askedBy,
    sessionsEnded,
  });
  await mailTwoFactorOff(tx, user, now);
  return true;
}
