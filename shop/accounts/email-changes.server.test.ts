import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { Auth } from "./auth.server.ts";
import { confirmEmail, mailEmailLink } from "./confirm-email.server.ts";
import {
  forgetOldEmailChanges,
  readEmailChange,
  recordEmailChange,
  undoEmailChange,
} from "./email-changes.server.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.server.ts";
import { emailChanges, identities, sessions, twoFactors, users, verifications } from "./tables.ts";
import { createTestAuth } from "./test-auth.ts";

const PASSWORD = "correct horse battery";
const DAY_MS = 24 * 60 * 60_000;
const appUrl = "http://127.0.0.1:3000";
const mira = "mira@example.com";
const sly = "sly@example.com";

describeOnBothDatabases("undoing a change of the email address", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
    await register("owner@example.com");
    await register(mira);
  });
  afterEach(() => database.close());

  const register = (email: string) =>
    auth.api.signUpEmail({ body: { name: "Mira Holt", email, password: PASSWORD } });
  const signIn = (email: string, password = PASSWORD) =>
    auth.api.signInEmail({ body: { email, password }, asResponse: true });
  const userOf = async (email: string) =>
    (await db.select().from(users).where(eq(users.email, email)))[0];
  const open = async (email: string, mailedTo: string) => {
    const token = await tokenTo(db, mailedTo, "verify-email");
    const userId = (await userOf(email))?.id ?? "";
    return (await confirmEmail(db, { token, userId, appUrl, now: new Date() })).ok;
  };
  /** Changes the verified address of the account; returns the token that was mailed to the old one. */
  const change = async (from: string, to: string) => {
    const owner = await userOf(from);
    if (!owner) throw new Error(`no account has ${from}`);
    await mailEmailLink(db, { owner, email: to, appUrl, now: new Date() });
    expect(await open(from, to)).toBe(true);
    return tokenTo(db, from, "email-changed");
  };
  const undo = (token: string, now = new Date()) => undoEmailChange(db, token, now);

  test("restores the address, ends all sessions and the password, and works once", async () => {
    expect(await open(mira, mira)).toBe(true);
    const id = (await userOf(mira))?.id ?? "";
    const token = await change(mira, sly);
    expect(await readEmailChange(db, token, new Date())).toBe(mira);
    expect((await signIn(sly)).ok).toBe(true);
    await requestPasswordReset(db, sly, new Date());
    const resetByThief = await tokenTo(db, sly, "reset-password");

    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(token)));
    expect(answers.filter(({ ok }) => ok)).toEqual([
      { ok: true, value: { userId: id, email: mira } },
    ]);
    expect(await userOf(mira)).toMatchObject({ id, emailVerified: true });
    expect(await userOf(sly)).toBeUndefined();
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    expect((await signIn(mira)).status).toBe(401);
    const reset = (link: string) =>
      auth.api.setMailedPassword({
        body: { token: link, password: "brand new" },
        asResponse: true,
      });
    expect((await reset(resetByThief)).ok).toBe(false);

    await requestPasswordReset(db, mira, new Date());
    expect((await reset(await tokenTo(db, mira, "reset-password"))).ok).toBe(true);
    expect((await signIn(mira, "brand new")).ok).toBe(true);
    expect(await undo(token)).toEqual({ ok: false, error: "invalid" });
    expect(await db.$count(verifications, eq(verifications.value, id))).toBe(0);
  });

  test("works for 7 days; the table holds no token and forgets old changes", async () => {
    await open(mira, mira);
    const token = await change(mira, sly);
    const later = new Date(Date.now() + 7 * DAY_MS + 1000);
    expect(JSON.stringify(await db.select().from(emailChanges))).not.toContain(token);
    expect(await undo(token, later)).toEqual({ ok: false, error: "invalid" });
    expect(await readEmailChange(db, token, later)).toBeNull();
    expect(await undo("something else")).toEqual({ ok: false, error: "invalid" });
    await forgetOldEmailChanges(db, new Date());
    expect(await db.$count(emailChanges)).toBe(1);
    await forgetOldEmailChanges(db, later);
    expect(await db.$count(emailChanges)).toBe(0);
  });

  test("an address that was never verified gets no link", async () => {
    await change(mira, sly);
    expect(await userOf(sly)).toMatchObject({ emailVerified: true });
    expect(await tokenTo(db, mira, "email-changed")).toBe("");
    expect(await db.$count(emailChanges)).toBe(0);
  });

  test("a second change is undone by the first link, and its own link ends", async () => {
    await open(mira, mira);
    const first = await change(mira, sly);
    const second = await change(sly, "sly2@example.com");
    expect((await undo(first)).ok).toBe(true);
    expect(await undo(second)).toEqual({ ok: false, error: "invalid" });
    expect(await userOf(mira)).toBeDefined();
  });

  test("nothing that a thief does with the account ends the link", async () => {
    await open(mira, mira);
    const token = await change(mira, sly);
    await requestPasswordReset(db, sly, new Date());
    const reset = await tokenTo(db, sly, "reset-password");
    expect(await resetPassword(db, { token: reset, hash: "x", now: new Date() })).not.toBeNull();
    await change(sly, "sly2@example.com");
    expect((await undo(token)).ok).toBe(true);
  });

  test("the address of a thief gets no link when the owner changes back", async () => {
    await open(mira, mira);
    const token = await change(mira, sly);
    expect(await change(sly, mira)).toBe("");
    expect(await undo(token)).toEqual({ ok: false, error: "invalid" });
    expect(await db.$count(emailChanges)).toBe(0);
  });

  test("an unverified account cannot keep the address from its owner, a verified one can", async () => {
    await open(mira, mira);
    const token = await change(mira, sly);
    await register(mira);
    const squatter = (await userOf(mira))?.id ?? "";
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, squatter));
    expect(await undo(token)).toEqual({ ok: false, error: "taken" });
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, squatter));
    expect(await undo(token)).toMatchObject({ ok: true });
    expect((await userOf(mira))?.id).not.toBe(squatter);
  });

  test("what signs in and was added since the change is removed, what was there before stays", async () => {
    const userId = (await userOf(mira))?.id ?? "";
    const now = new Date();
    const link = (providerId: string, createdAt: Date) =>
      db
        .insert(identities)
        .values({ id: providerId, userId, providerId, accountId: providerId, createdAt });
    const addApp = () =>
      db.insert(twoFactors).values({ id: "app", userId, secret: "x", backupCodes: "x" });
    const user = { id: userId, email: mira, twoFactorEnabled: false };
    const record = (had: boolean) =>
      recordEmailChange(db, { ...user, twoFactorEnabled: had }, { email: sly, appUrl, now });

    await record(false);
    await link("google", new Date(now.getTime() - 1000));
    await link("facebook", new Date(now.getTime() + 1000));
    await addApp();
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
    await undo(await tokenTo(db, mira, "email-changed"));
    const left = await db.select().from(identities).where(eq(identities.userId, userId));
    expect(left.map(({ providerId }) => providerId)).toEqual(["google"]);
    expect(await userOf(mira)).toMatchObject({ twoFactorEnabled: false });
    expect(await db.$count(twoFactors)).toBe(0);

    await record(true);
    await addApp();
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
    await undo(await tokenTo(db, mira, "email-changed"));
    expect(await userOf(mira)).toMatchObject({ twoFactorEnabled: true });
    expect(await db.$count(twoFactors)).toBe(1);
  });
});
