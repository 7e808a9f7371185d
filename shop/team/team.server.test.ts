import { and, desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import type { TeamRole } from "../accounts/account.ts";
import type { Auth } from "../accounts/auth.server.ts";
import { adminCount, identities, sessions, twoFactors, users } from "../accounts/tables.ts";
import { createTestAuth } from "../accounts/test-auth.ts";
import { createApiKey, findApiKey } from "../api-keys/api-keys.server.ts";
import { auditLog } from "../audit/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { mails } from "../mail/tables.ts";
import { completeMails } from "../mail-sending/complete-mail.server.ts";
import { setRole } from "./account-changes.server.ts";
import {
  acceptInvitation,
  acceptWithPassword,
  readInvitation,
} from "./accept-invitation.server.ts";
import {
  endInvitationLinks,
  forgetOldInvitations,
  invite,
  revokeInvitation,
  sendInvitationAgain,
} from "./invitations.server.ts";
import { invitations } from "./tables.ts";
import { listInvitations, listTeam } from "./team.server.ts";

const PASSWORD = "correct horse battery";
const DAY_MS = 24 * 60 * 60_000;
const helper = "helper@example.com";
const ip = "203.0.113.7";

describeWhereDatabasesDiffer("the team", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let owner: Actor;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
    owner = await register("owner@example.com");
  });
  afterEach(() => database.close());

  const register = async (email: string): Promise<Actor> => {
    const { user } = await auth.api.signUpEmail({
      body: { name: "Mira Holt", email, password: PASSWORD },
    });
    return { id: user.id, email, ip };
  };
  /** Registers a customer whose address is confirmed. */
  const customer = async (email: string): Promise<Actor> => {
    const actor = await register(email);
    await db.update(users).set({ emailVerified: true }).where(eq(users.email, email));
    return actor;
  };
  const idOf = ({ id }: Actor) => id ?? "";
  const roleOf = async (email: string) =>
    (await db.select().from(users).where(eq(users.email, email)))[0]?.role;
  const now = () => new Date();
  const later = (ms: number) => new Date(Date.now() + ms);
  const inviteAs = (role: TeamRole, email = helper, actor = owner) =>
    invite(db, { values: { email, role }, actor, now: now() });
  const invited = async () => (await db.select().from(invitations))[0];
  const idOfInvitation = async () => (await invited())?.id ?? "";
  const token = (email = helper) => tokenTo(db, email, "invitation");
  const accept = (actor: Actor, link: string) =>
    acceptInvitation(db, { token: link, userId: idOf(actor), ip, now: now() });
  const acceptNew = (link: string, name = "Helper") =>
    acceptWithPassword(db, { token: link, name, hash: "x", ip, now: now() });
  const ended = { ok: false, error: "invalid" };

  test("an invitation is mailed, accepted once and audited; its link is stored nowhere", async () => {
    expect(await inviteAs("delivery")).toEqual({ ok: true, value: undefined });
    const queued = await db.select().from(mails).where(eq(mails.to, helper));
    expect(queued[0]?.message).toEqual({
      template: "invitation",
      invitationId: await idOfInvitation(),
      mailing: 1,
    });
    expect((await invited())?.digest).toBeNull();
    const link = await token();
    const stored = JSON.stringify([
      await db.select().from(mails),
      await db.select().from(invitations),
    ]);
    expect(stored).not.toContain(link);

    const opened = { email: helper, role: "delivery", invitedBy: "Mira Holt", hasAccount: false };
    expect(await readInvitation(db, { token: link, now: now() })).toEqual(opened);
    expect(await acceptNew(link, "Sam Birk")).toMatchObject({ ok: true });
    expect(await acceptNew(link)).toEqual(ended);
    expect(await readInvitation(db, { token: link, now: now() })).toBeNull();
    expect(await listInvitations(db, now())).toEqual([]);
    expect(await listTeam(db)).toMatchObject([
      { email: owner.email, role: "admin", lastSeenAt: expect.any(Date) },
      { email: helper, name: "Sam Birk", role: "delivery", twoFactor: false, lastSeenAt: null },
    ]);
    const entries = await db.select().from(auditLog).orderBy(auditLog.id);
    expect(entries).toMatchObject([
      { actorEmail: owner.email, action: "team.invited", subjectId: helper },
      { actorEmail: helper, action: "team.joined", subjectId: helper, ip },
    ]);
    expect(entries.map(({ data }) => data.role)).toEqual(["Delivery", "Delivery"]);
  });

  test("of many who accept one invitation at once, one does", async () => {
    await inviteAs("delivery");
    const link = await token();
    const asNew = await Promise.all(Array.from({ length: 5 }, () => acceptNew(link)));
    expect(asNew.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.$count(users, eq(users.email, helper))).toBe(1);
    expect(await db.$count(identities)).toBe(2);

    const mira = await customer("mira@example.com");
    await inviteAs("admin", mira.email);
    const second = await token(mira.email);
    const asAccount = await Promise.all(Array.from({ length: 5 }, () => accept(mira, second)));
    expect(asAccount.filter(({ ok }) => ok)).toEqual([{ ok: true, value: "admin" }]);
    expect((await db.select().from(adminCount))[0]?.count).toBe(2);
    expect(await db.$count(auditLog, eq(auditLog.action, "team.joined"))).toBe(2);
  });

  test("an account accepts by itself only, and its sessions end", async () => {
    const mira = await customer("mira@example.com");
    const other = await customer("other@example.com");
    await inviteAs("bookkeeper", mira.email);
    const link = await token(mira.email);
    expect(await readInvitation(db, { token: link, now: now() })).toMatchObject({
      hasAccount: true,
    });
    expect(await accept(other, link)).toEqual({ ok: false, error: "other-account" });
    expect(await acceptNew(link)).toEqual({ ok: false, error: "has-account" });
    expect(await roleOf(other.email)).toBe("customer");
    expect(await accept(mira, link)).toEqual({ ok: true, value: "bookkeeper" });
    expect(await db.$count(sessions, eq(sessions.userId, idOf(mira)))).toBe(0);
  });

  test("an account that a stranger registered with the address is taken from them", async () => {
    const stranger = await register(helper);
    await db.insert(identities).values({
      id: "facebook",
      userId: idOf(stranger),
      providerId: "facebook",
      accountId: "1",
    });
    await db
      .insert(twoFactors)
      .values({ id: "1", userId: idOf(stranger), secret: "", backupCodes: "" });
    await inviteAs("delivery");
    const link = await token();
    expect(await accept(stranger, link)).toEqual({ ok: false, error: "other-account" });
    expect(await acceptNew(link, "Sam Birk")).toMatchObject({ ok: true });
    expect(await db.$count(sessions, eq(sessions.userId, idOf(stranger)))).toBe(0);
    expect(await db.$count(twoFactors)).toBe(0);
    const theirs = await db
      .select()
      .from(identities)
      .where(eq(identities.userId, idOf(stranger)));
    expect(theirs).toMatchObject([{ providerId: "credential", password: "x" }]);
    const [user] = await db.select().from(users).where(eq(users.email, helper));
    expect(user).toMatchObject({ name: "Sam Birk", emailVerified: true, role: "delivery" });
  });

  test("sent again it has a new link, and the earlier one and its queued mail end", async () => {
    await inviteAs("delivery");
    const [mail] = await db.select().from(mails).where(eq(mails.to, helper));
    if (!mail) throw new Error("no mail");
    const first = await token();
    const id = await idOfInvitation();
    expect(await sendInvitationAgain(db, { id, actor: owner, now: now() })).toMatchObject({
      ok: true,
    });
    expect(await acceptNew(first)).toEqual(ended);
    expect(await completeMails(db, { appUrl: "http://shop.test" })(mail, now())).toBeNull();
    const [newest] = await db
      .select()
      .from(mails)
      .where(eq(mails.to, helper))
      .orderBy(desc(mails.createdAt));
    expect(newest?.message).toMatchObject({ mailing: 2 });
    expect(await acceptNew(await token())).toMatchObject({ ok: true });
  });

  test("it can be sent again five times within an hour", async () => {
    await inviteAs("delivery");
    const id = await idOfInvitation();
    const send = () => sendInvitationAgain(db, { id, actor: owner, now: now() });
    for (let i = 0; i < 5; i++) expect((await send()).ok).toBe(true);
    expect(await send()).toEqual({ ok: false, error: "limited" });
  });

  test("it ends when it is revoked, after a week, by a restore, and with the role of its owner", async () => {
    const change = { actor: owner, now: now() };
    await inviteAs("delivery");
    const revoked = await token();
    const id = await idOfInvitation();
    expect(await revokeInvitation(db, { ...change, id })).toEqual({ ok: true, value: undefined });
    expect(await revokeInvitation(db, { ...change, id })).toMatchObject({ error: "not-found" });
    expect(await acceptNew(revoked)).toEqual(ended);

    await inviteAs("delivery");
    const old = await token();
    const afterWeek = { token: old, now: later(7 * DAY_MS + 1) };
    expect(
      await readInvitation(db, { ...afterWeek, now: later(7 * DAY_MS - 1000) }),
    ).not.toBeNull();
    expect(await readInvitation(db, afterWeek)).toBeNull();
    expect(await acceptWithPassword(db, { ...afterWeek, name: "S", hash: "x", ip })).toEqual(ended);
    expect(await listInvitations(db, afterWeek.now)).toMatchObject([{ expired: true }]);
    await forgetOldInvitations(db, later(36 * DAY_MS));
    expect(await invited()).toBeDefined();

    await db.transaction((tx) => endInvitationLinks(tx));
    expect(await acceptNew(old)).toEqual(ended);

    const mira = await customer("mira@example.com");
    const byId = { userId: idOf(mira), actor: owner, now: now() };
    await setRole(db, { ...byId, seen: "customer", role: "admin" });
    await inviteAs("admin", "friend@example.com", mira);
    const ofMira = await token("friend@example.com");
    await setRole(db, { ...byId, seen: "admin", role: "bookkeeper" });
    expect(await acceptNew(ofMira)).toEqual(ended);
    await forgetOldInvitations(db, later(38 * DAY_MS));
    expect(await invited()).toBeUndefined();
  });

  test("nobody but an owner invites, and only who is not in the team and not invited", async () => {
    const mira = await customer("mira@example.com");
    expect(await inviteAs("admin", helper, mira)).toEqual({ ok: false, error: "forbidden" });
    await inviteAs("delivery", mira.email);
    await accept(mira, await token(mira.email));
    expect(await inviteAs("admin", helper, mira)).toEqual({ ok: false, error: "forbidden" });
    expect(await inviteAs("admin", mira.email)).toEqual({ ok: false, error: "member" });
    await inviteAs("delivery");
    expect(await inviteAs("admin")).toEqual({ ok: false, error: "open" });
    const id = await idOfInvitation();
    const byMira = { id, actor: mira, now: now() };
    expect(await revokeInvitation(db, byMira)).toEqual({ ok: false, error: "forbidden" });
    expect(await sendInvitationAgain(db, byMira)).toEqual({ ok: false, error: "forbidden" });
    const blocked = await customer("blocked@example.com");
    await db
      .update(users)
      .set({ blockedAt: now() })
      .where(eq(users.id, idOf(blocked)));
    expect(await inviteAs("delivery", blocked.email)).toEqual({ ok: false, error: "blocked" });
  });

  test("who got a role in the meantime cannot lower it by an invitation", async () => {
    const mira = await customer("mira@example.com");
    await inviteAs("delivery", mira.email);
    const link = await token(mira.email);
    const promoted = { userId: idOf(mira), seen: "customer", role: "admin" } as const;
    await setRole(db, { ...promoted, actor: owner, now: now() });
    expect(await accept(mira, link)).toEqual(ended);
    expect(await roleOf(mira.email)).toBe("admin");
    expect(await listInvitations(db, now())).toEqual([]);
  });

  test("the API keys of an owner end with the role, and only theirs", async () => {
    const mira = await customer("mira@example.com");
    const change = { userId: idOf(mira), actor: owner, now: now() };
    await setRole(db, { ...change, seen: "customer", role: "admin" });
    const keyOf = async (actor: Actor) => {
      const values = { name: "Bot", scopes: ["orders:read"], lifetime: "never" } as const;
      const made = await createApiKey(db, {
        values: { ...values, scopes: [...values.scopes] },
        mode: "sandbox",
        actor,
        now: now(),
      });
      return made.ok ? made.value.text : "";
    };
    const theirs = await keyOf(mira);
    const own = await keyOf(owner);
    await setRole(db, { ...change, seen: "admin", role: "delivery" });
    expect(await findApiKey(db, theirs, now())).toEqual({ ok: false, error: "revoked" });
    expect((await findApiKey(db, own, now())).ok).toBe(true);
  });

  test("of two owners who end each other's access at once, one stays", async () => {
    const mira = await customer("mira@example.com");
    await inviteAs("admin", mira.email);
    await accept(mira, await token(mira.email));
    const end = (actor: Actor, whom: Actor) =>
      setRole(db, { userId: idOf(whom), seen: "admin", role: "customer", actor, now: now() });
    const answers = await Promise.all([end(owner, mira), end(mira, owner)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const left = (await listTeam(db)).map(({ email }) => email);
    expect(left).toHaveLength(1);
    const last = left[0] === owner.email ? owner : mira;
    expect(await end(last, last)).toEqual({ ok: false, error: "last-administrator" });
    expect(await db.$count(users, and(eq(users.role, "admin")))).toBe(1);
  });
});
