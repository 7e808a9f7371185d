import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { adminCount, sessions, twoFactors, users } from "../accounts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { revokeAdminRole, isAdministrator } from "../accounts/admins.server.ts";
import type { Auth } from "../accounts/auth.server.ts";
import { readSession } from "../accounts/sessions.server.ts";
import { createTestAuth } from "../accounts/test-auth.ts";
import { blockUser, setRole, signOutEverywhere, unblockUser } from "./account-changes.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const PASSWORD = "correct horse battery";

describeOnBothDatabases("account changes by administrators", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let owner: Actor;
  let mira: Actor;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
    owner = await register("owner@example.com");
    mira = await register("mira@example.com");
  });
  afterEach(() => database.close());

  const register = async (email: string): Promise<Actor> => {
    const { user } = await auth.api.signUpEmail({
      body: { name: "Mira Holt", email, password: PASSWORD },
    });
    return { id: user.id, email, ip: "203.0.113.7" };
  };
  const signIn = (email: string, password = PASSWORD) =>
    auth.api.signInEmail({ body: { email, password }, asResponse: true });
  const idOf = (actor: Actor) => actor.id ?? "";
  const by = (actor: Actor, whom: Actor) => ({ userId: idOf(whom), actor, now });
  const promote = (actor: Actor, whom: Actor) =>
    setRole(db, { ...by(actor, whom), seen: "customer", role: "admin" });
  const demote = (actor: Actor, whom: Actor) =>
    setRole(db, { ...by(actor, whom), seen: "admin", role: "customer" });
  const admins = async () => {
    const rows = await db.select().from(users).where(eq(users.role, "admin"));
    return rows.map(({ email }) => email);
  };
  const countOfAdmins = async () => (await db.select().from(adminCount))[0]?.count;
  const sessionsOf = (actor: Actor) => db.$count(sessions, eq(sessions.userId, idOf(actor)));

  test("promotes and demotes a user, ends their sessions and writes the audit log", async () => {
    expect(await promote(owner, mira)).toEqual({ ok: true, value: "admin" });
    expect(await admins()).toHaveLength(2);
    expect(await countOfAdmins()).toBe(2);
    expect(await sessionsOf(mira)).toBe(0);
    await signIn(mira.email);
    expect(await demote(owner, mira)).toEqual({ ok: true, value: "customer" });
    expect(await admins()).toEqual([owner.email]);
    expect(await countOfAdmins()).toBe(1);
    expect(await sessionsOf(mira)).toBe(0);
    expect(await db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      {
        actorEmail: owner.email,
        ip: "203.0.113.7",
        action: "customer.role",
        subjectId: mira.email,
        data: { from: "customer", to: "admin", sessionsEnded: 1 },
      },
      { action: "customer.role", data: { from: "admin", to: "customer", sessionsEnded: 1 } },
    ]);
  });

  test("every end of sessions is notified, so that open pages end at once", async () => {
    const heard: string[] = [];
    const stop = await database.listen("satchel_changes", (payload) => heard.push(payload));
    const change = { ...by(owner, mira), seen: "customer" } as const;
    const ends = [
      () => setRole(db, { ...change, role: "delivery" }),
      () => setRole(db, { ...change, seen: "delivery", role: "bookkeeper" }),
      () => blockUser(db, { ...change, seen: "bookkeeper" }),
      () => signOutEverywhere(db, by(owner, mira)),
    ];
    for (const [done, end] of ends.entries()) {
      expect(await end()).toMatchObject({ ok: true });
      await vi.waitFor(() =>
        expect(heard.filter((topic) => topic === `account:${idOf(mira)}`)).toHaveLength(done + 1),
      );
    }
    await stop();
  });

  test("the last administrator can be neither demoted nor deleted", async () => {
    expect(await demote(owner, owner)).toEqual({ ok: false, error: "last-administrator" });
    expect(await revokeAdminRole(db, idOf(owner), now)).toBe(false);
    expect(await revokeAdminRole(db, idOf(mira), now)).toBe(true);
    expect(await admins()).toEqual([owner.email]);
    await promote(owner, mira);
    expect(await revokeAdminRole(db, idOf(owner), now)).toBe(true);
    expect(await admins()).toEqual([mira.email]);
    expect(await countOfAdmins()).toBe(1);
  });

  test("of two administrators who demote each other at once, one stays", async () => {
    for (let round = 0; round < 10; round++) {
      const [one = ""] = await admins();
      const [first, second] = one === owner.email ? [owner, mira] : [mira, owner];
      expect((await promote(first, second)).ok).toBe(true);
      const answers = await Promise.all([demote(first, second), demote(second, first)]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await admins()).toHaveLength(1);
    }
  });

  test("of two administrators who resign at once, one by deleting the account, one stays", async () => {
    await promote(owner, mira);
    await Promise.all([demote(owner, owner), revokeAdminRole(db, idOf(mira), now)]);
    expect(await admins()).toHaveLength(1);
    expect(await countOfAdmins()).toBe(1);
  });

  test("customers and blocked administrators are forbidden every change", async () => {
    const change = { ...by(mira, owner), seen: "admin" } as const;
    for (const response of [
      await setRole(db, { ...by(mira, mira), seen: "customer", role: "admin" }),
      await blockUser(db, change),
      await unblockUser(db, change),
      await signOutEverywhere(db, change),
    ])
      expect(response).toEqual({ ok: false, error: "forbidden" });
    await promote(owner, mira);
    await blockUser(db, { ...by(owner, mira), seen: "admin" });
    expect(await isAdministrator(db, mira)).toBe(false);
    expect(await blockUser(db, change)).toEqual({ ok: false, error: "forbidden" });
    expect(await db.$count(auditLog)).toBe(2);
  });

  test("refuses a stale change, one without effect, and one of an unknown user", async () => {
    await promote(owner, mira);
    expect(await promote(owner, mira)).toEqual({ ok: false, error: "stale" });
    expect(await blockUser(db, { ...by(owner, mira), seen: "customer" })).toMatchObject({
      error: "stale",
    });
    expect(await setRole(db, { ...by(owner, mira), seen: "admin", role: "admin" })).toMatchObject({
      error: "unchanged",
    });
    expect(
      await blockUser(db, { userId: "unknown", actor: owner, now, seen: "customer" }),
    ).toMatchObject({ error: "not-found" });
  });

  test("blocking ends the sessions of a user, also of an administrator, and unblocking makes a customer", async () => {
    await promote(owner, mira);
    const cookie = (await signIn(mira.email)).headers.getSetCookie().join("; ");
    expect(await blockUser(db, { ...by(owner, mira), seen: "admin" })).toMatchObject({ ok: true });
    expect(await admins()).toEqual([owner.email]);
    expect(await sessionsOf(mira)).toBe(0);
    const settings = {
      sessionTimeout: "30",
      passwordExpiration: "never",
      twoFactorAuth: false,
      teamSecondFactor: false,
    } as const;
    const headers = new Headers({ cookie });
    expect(await readSession(db, auth, headers, async () => settings, new Date())).toBeNull();

    expect(await setRole(db, { ...by(owner, mira), seen: "blocked", role: "admin" })).toMatchObject(
      { error: "blocked" },
    );
    expect(await unblockUser(db, { ...by(owner, mira), seen: "blocked" })).toEqual({
      ok: true,
      value: "customer",
    });
    expect((await signIn(mira.email)).ok).toBe(true);
  });

  test("only the right password reveals that an account is blocked", async () => {
    await blockUser(db, { ...by(owner, mira), seen: "customer" });
    const right = await signIn(mira.email);
    expect(right.status).toBe(403);
    expect(await right.json()).toMatchObject({ code: "ACCOUNT_BLOCKED" });
    const wrong = await signIn(mira.email, "not the password");
    const unknown = await signIn("unknown@example.com");
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toEqual(await unknown.json());
    expect(await sessionsOf(mira)).toBe(0);
  });

  test("a user blocked between password and two-factor code cannot complete the sign-in", async () => {
    const cookiesOf = (response: Response) =>
      new Headers({ cookie: response.headers.getSetCookie().join("; ") });
    const signedIn = await signIn(mira.email);
    const enabled = await auth.api.enableTwoFactor({
      body: { password: PASSWORD },
      headers: cookiesOf(signedIn),
    });
    await db
      .update(users)
      .set({ twoFactorEnabled: true })
      .where(eq(users.id, idOf(mira)));
    await db.update(twoFactors).set({ verified: true });
    const [first = "", second = ""] = enabled.method === "totp" ? enabled.backupCodes : [];
    const halfway = await signIn(mira.email);
    expect(await halfway.json()).toMatchObject({ twoFactorRedirect: true });
    const step = (code: string) =>
      auth.api.verifyBackupCode({ body: { code }, headers: cookiesOf(halfway), asResponse: true });

    await blockUser(db, { ...by(owner, mira), seen: "customer" });
    const refused = await step(first);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "ACCOUNT_BLOCKED" });
    expect(await sessionsOf(mira)).toBe(0);

    await unblockUser(db, { ...by(owner, mira), seen: "blocked" });
    const again = await signIn(mira.email);
    const response = await auth.api.verifyBackupCode({
      body: { code: second },
      headers: cookiesOf(again),
      asResponse: true,
    });
    expect(response.ok).toBe(true);
  });

  test("a session created during blocking is not accepted, and ends", async () => {
    const response = await signIn(mira.email);
    const cookie = response.headers.getSetCookie().join("; ");
    await db
      .update(users)
      .set({ blockedAt: now })
      .where(eq(users.id, idOf(mira)));
    const settings = {
      sessionTimeout: "30",
      passwordExpiration: "never",
      twoFactorAuth: false,
      teamSecondFactor: false,
    } as const;
    const headers = new Headers({ cookie });
    expect(await readSession(db, auth, headers, async () => settings, new Date())).toBeNull();
    await db
      .update(users)
      .set({ blockedAt: null })
      .where(eq(users.id, idOf(mira)));
    expect(await readSession(db, auth, headers, async () => settings, new Date())).toBeNull();
  });

  test("administrators cannot block themselves; signing out everywhere ends all sessions", async () => {
    await promote(owner, mira);
    expect(await blockUser(db, { ...by(owner, owner), seen: "admin" })).toMatchObject({
      error: "yourself",
    });
    await signIn(mira.email);
    await signIn(mira.email);
    expect(await signOutEverywhere(db, by(owner, mira))).toEqual({ ok: true, value: 2 });
    expect(await sessionsOf(mira)).toBe(0);
    expect(await admins()).toHaveLength(2);
  });
});
