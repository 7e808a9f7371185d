import { and, eq, like } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { mails } from "../mail/tables.ts";
import type { Auth } from "./auth.server.ts";
import { confirmEmail } from "./confirm-email.server.ts";
import {
  forgetOldEmailChanges,
  readEmailChange,
  recordEmailChange,
  undoEmailChange,
} from "./email-changes.server.ts";
import { emailChanges, identities, sessions, twoFactors, users, verifications } from "./tables.ts";
import { createTestAuth } from "./test-auth.ts";

const PASSWORD = "correct horse battery";
const DAY_MS = 24 * 60 * 60_000;
const mira = "mira@example.com";
const sly = "sly@example.com";

describeOnBothDatabases("undoing a change of the email address", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let headers: Headers;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
    await register("owner@example.com");
    headers = await register(mira);
  });
  afterEach(() => database.close());

  const register = async (email: string): Promise<Headers> => {
    const body = { name: "Mira Holt", email, password: PASSWORD };
    const response = await auth.api.signUpEmail({ body, asResponse: true });
    return new Headers({ cookie: response.headers.getSetCookie().join("; ") });
  };
  const signIn = (email: string, password = PASSWORD) =>
    auth.api.signInEmail({ body: { email, password }, asResponse: true });
  /** Returns the token in the newest mail of this template to an address. */
  const tokenIn = async (template: string, email: string) => {
    const found = await db
      .select()
      .from(mails)
      .where(and(like(mails.key, `${template}:%`), eq(mails.to, email)))
      .orderBy(mails.createdAt);
    const message = found.at(-1)?.message;
    const link = message && "link" in message ? message.link : undefined;
    return new URL(link ?? "http://shop.invalid").searchParams.get("token");
  };
  const open = async (email: string, mailedTo: string) => {
    const token = (await tokenIn("verify-email", mailedTo)) ?? "";
    return confirmEmail(db, auth, { token, account: { email }, headers, now: new Date() });
  };
  const userOf = async (email: string) =>
    (await db.select().from(users).where(eq(users.email, email)))[0];
  /** Changes the verified address of the account; returns the token that was mailed to the old one. */
  const change = async (from: string, to: string) => {
    await auth.api.changeEmail({ body: { newEmail: to }, headers });
    expect(await open(from, to)).toBe(true);
    return (await tokenIn("email-changed", from)) ?? "";
  };
  const undo = (token: string, now = new Date()) => undoEmailChange(db, token, now);

  test("restores the address, ends all sessions and the password, and works once", async () => {
    expect(await open(mira, mira)).toBe(true);
    const id = (await userOf(mira))?.id ?? "";
    const token = await change(mira, sly);
    expect(await readEmailChange(db, token, new Date())).toBe(mira);
    expect((await signIn(sly)).ok).toBe(true);
    await auth.api.requestPasswordReset({ body: { email: sly } });
    const resetByThief = (await tokenIn("reset-password", sly)) ?? "";

    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(token)));
    expect(answers.filter(({ ok }) => ok)).toEqual([
      { ok: true, value: { userId: id, email: mira } },
    ]);
    expect(await userOf(mira)).toMatchObject({ id, emailVerified: true });
    expect(await userOf(sly)).toBeUndefined();
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    expect((await signIn(mira)).status).toBe(401);
    const reset = (link: string) =>
      auth.api.resetPassword({ body: { token: link, newPassword: "brand new" }, asResponse: true });
    expect((await reset(resetByThief)).ok).toBe(false);

    await auth.api.requestPasswordReset({ body: { email: mira } });
    expect((await reset((await tokenIn("reset-password", mira)) ?? "")).ok).toBe(true);
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
    expect(await tokenIn("email-changed", mira)).toBeNull();
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
      recordEmailChange(
        db,
        { ...user, twoFactorEnabled: had },
        { appUrl: "http://127.0.0.1:3000", now },
      );

    await record(false);
    await link("google", new Date(now.getTime() - 1000));
    await link("facebook", new Date(now.getTime() + 1000));
    await addApp();
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
    await undo((await tokenIn("email-changed", mira)) ?? "");
    const left = await db.select().from(identities).where(eq(identities.userId, userId));
    expect(left.map(({ providerId }) => providerId)).toEqual(["google"]);
    expect(await userOf(mira)).toMatchObject({ twoFactorEnabled: false });
    expect(await db.$count(twoFactors)).toBe(0);

    await record(true);
    await addApp();
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
    await undo((await tokenIn("email-changed", mira)) ?? "");
    expect(await userOf(mira)).toMatchObject({ twoFactorEnabled: true });
    expect(await db.$count(twoFactors)).toBe(1);
  });
});
