import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { Actor } from "../audit/audit.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import type { Auth } from "./auth.server.ts";
import { recordEmailChange, undoEmailChange } from "./email-changes.server.ts";
import { endAllSessions } from "./end-sessions.server.ts";
import { passkeys, sessions, twoFactorRemovals, twoFactors, users } from "./tables.ts";
import { cookiesOf, createTestAuth, setUpAuthenticator } from "./test-auth.ts";
import {
  askTwoFactorRemoval,
  keepTwoFactorByLink,
  readKeepLink,
  removeDueTwoFactors,
  withdrawTwoFactorRemoval,
} from "./two-factor-removal.server.ts";

const PASSWORD = "correct horse battery";
const HOUR_MS = 60 * 60_000;
const MIRA = "mira@example.com";

describeOnBothDatabases("turning off a second factor that was lost", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let owner: Actor;
  let mira: Actor;
  let app: Awaited<ReturnType<typeof setUpAuthenticator>>;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
    owner = (await register("owner@example.com", "Robin Vale")).actor;
    const registered = await register(MIRA, "Mira Holt");
    mira = registered.actor;
    app = await setUpAuthenticator(auth, PASSWORD, registered.headers);
    await db.update(users).set({ emailVerified: true });
    await db.insert(passkeys).values({
      id: "key",
      name: "Phone",
      userId: mira.id ?? "",
      credentialID: "credential",
      publicKey: "",
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
    });
  });
  afterEach(() => database.close());

  const register = async (email: string, name: string) => {
    const response = await auth.api.signUpEmail({
      body: { name, email, password: PASSWORD },
      asResponse: true,
    });
    const { user } = (await response.json()) as { user: { id: string } };
    return { actor: { id: user.id, email, ip: "203.0.113.7" }, headers: cookiesOf(response) };
  };
  const signIn = async () =>
    cookiesOf(
      await auth.api.signInEmail({ body: { email: MIRA, password: PASSWORD }, asResponse: true }),
    );
  const by = (actor: Actor) => ({ userId: mira.id ?? "", actor, now: new Date() });
  const ask = (actor = owner) => askTwoFactorRemoval(db, by(actor));
  /** Sends the mail, as the mailer does; returns the token of its link. */
  const mailedToken = () => tokenTo(db, MIRA, "two-factor-asked");
  const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  const state = async () => ({
    on: (await db.select().from(users).where(eq(users.email, MIRA)))[0]?.twoFactorEnabled,
    apps: await db.$count(twoFactors),
    waits: await db.$count(twoFactorRemovals),
  });
  const on = { on: true, apps: 1, waits: 0 };
  const audit = async () =>
    (await db.select().from(auditLog).orderBy(auditLog.id)).map(
      ({ action, actorEmail, subjectId, data }) => [action, actorEmail, subjectId, data.by],
    );
  const asked = ["customer.two-factor-asked", "owner@example.com", MIRA, undefined];
  const kept = (actor: string, how: string) => ["customer.two-factor-kept", actor, MIRA, how];

  test("takes a day, ends all sessions, leaves passkeys, and tells the person twice", async () => {
    expect(await ask()).toEqual({ ok: true, value: undefined });
    expect(await ask()).toEqual({ ok: false, error: "unchanged" });
    expect(await mailedToken()).not.toBe("");
    expect(await removeDueTwoFactors(db, later(23.9))).toBe(0);
    expect(await state()).toEqual({ ...on, waits: 1 });
    expect(await db.$count(sessions, eq(sessions.userId, mira.id ?? ""))).toBeGreaterThan(0);
    const pending = await signIn();

    expect(await removeDueTwoFactors(db, later(24.1))).toBe(1);
    expect(await state()).toEqual({ on: false, apps: 0, waits: 0 });
    expect(await db.$count(passkeys)).toBe(1);
    expect(await db.$count(sessions, eq(sessions.userId, mira.id ?? ""))).toBe(0);
    expect(await audit()).toEqual([
      asked,
      ["customer.two-factor-off", "the shop", MIRA, undefined],
    ]);
    const sent = (await db.select().from(mails).where(eq(mails.to, MIRA))).map(
      ({ message }) => message.template,
    );
    expect(sent).toEqual(expect.arrayContaining(["two-factor-asked", "two-factor-off"]));
    // A sign-in that waited for a code begins again, with the password alone.
    const code = { code: app.code(1) };
    expect((await auth.api.verifyTOTP({ body: code, headers: pending, asResponse: true })).ok).toBe(
      false,
    );
    await signIn();
    expect(await db.$count(sessions, eq(sessions.userId, mira.id ?? ""))).toBe(1);
    expect(await removeDueTwoFactors(db, later(48))).toBe(0);
  });

  test("begins with the mail, and not without it", async () => {
    await ask();
    expect(await removeDueTwoFactors(db, later(100))).toBe(0);
    await db.update(twoFactorRemovals).set({ takesEffectAt: new Date(0) });
    await mailedToken();
    expect(await removeDueTwoFactors(db, later(23.9))).toBe(0);
    expect(await removeDueTwoFactors(db, later(24.1))).toBe(1);
  });

  test("the link keeps it on, once; reading it changes nothing", async () => {
    await ask();
    const token = await mailedToken();
    const [row] = await db.select().from(twoFactorRemovals);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(await db.select().from(mails))).not.toContain(token);
    expect(await readKeepLink(db, token)).toBe(MIRA);
    expect((await state()).waits).toBe(1);
    const keep = { token, ip: "198.51.100.7", now: new Date() };
    expect(await Promise.all([1, 2].map(() => keepTwoFactorByLink(db, keep)))).toContain(true);
    expect(await readKeepLink(db, token)).toBeNull();
    expect(await keepTwoFactorByLink(db, keep)).toBe(false);
    expect(await removeDueTwoFactors(db, later(48))).toBe(0);
    expect(await state()).toEqual(on);
    expect(await audit()).toEqual([asked, kept(MIRA, "the link")]);
  });

  test.each(["code", "recovery code"])("signing in with a %s keeps it on", async (factor) => {
    await ask();
    await mailedToken();
    const headers = await signIn();
    const wrong = { body: { code: "000000" }, headers, asResponse: true } as const;
    expect((await auth.api.verifyTOTP(wrong)).ok).toBe(false);
    expect((await state()).waits).toBe(1);
    const code = factor === "code" ? app.code(1) : (app.backupCodes[0] ?? "");
    const right = { body: { code }, headers, asResponse: true } as const;
    const verified =
      factor === "code" ? await auth.api.verifyTOTP(right) : await auth.api.verifyBackupCode(right);
    expect(verified.ok).toBe(true);
    expect(await state()).toEqual(on);
    expect(await audit()).toEqual([asked, kept(MIRA, "a sign-in")]);
  });

  test("an owner withdraws it, and the mail that still waits is not sent", async () => {
    await ask();
    expect(await withdrawTwoFactorRemoval(db, by(owner))).toEqual({ ok: true, value: undefined });
    expect(await withdrawTwoFactorRemoval(db, by(owner))).toEqual({
      ok: false,
      error: "unchanged",
    });
    await expect(mailedToken()).rejects.toThrow("nobody gets the mail");
    expect(await audit()).toEqual([asked, kept("owner@example.com", "an owner")]);
  });

  test("a restore and the undoing of a changed address end it", async () => {
    await ask();
    await db.transaction(endAllSessions);
    expect(await state()).toEqual(on);
    await ask();
    const [user] = await db.select().from(users).where(eq(users.email, MIRA));
    if (!user) throw new Error("no user");
    const email = "sly@example.com";
    await recordEmailChange(db, user, { email, appUrl: "http://shop.test", now: new Date() });
    await db.update(users).set({ email }).where(eq(users.id, user.id));
    await undoEmailChange(db, await tokenTo(db, MIRA, "email-changed"), new Date());
    expect(await state()).toEqual(on);
  });

  test.each([
    [
      "a bookkeeper",
      "forbidden",
      async () => setMira({ role: "bookkeeper" }, ask.bind(null, mira)),
    ],
    [
      "an owner for themselves",
      "yourself",
      async () => setMira({ role: "admin" }, () => ask(mira)),
    ],
    [
      "for an address that is not confirmed",
      "unconfirmed",
      async () => setMira({ emailVerified: false }, ask),
    ],
    [
      "for an account that is blocked",
      "blocked",
      async () => setMira({ blockedAt: new Date() }, ask),
    ],
    [
      "for an account without app",
      "unchanged",
      async () => setMira({ twoFactorEnabled: false }, ask),
    ],
  ])("is refused %s", async (_who, error, run) => {
    expect(await run()).toEqual({ ok: false, error });
    expect(await db.$count(twoFactorRemovals)).toBe(0);
    expect(await audit()).toEqual([]);
  });
  const setMira = async <T>(values: Partial<typeof users.$inferInsert>, then: () => Promise<T>) => {
    await db.update(users).set(values).where(eq(users.email, MIRA));
    return then();
  };
});
