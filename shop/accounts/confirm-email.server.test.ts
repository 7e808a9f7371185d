import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { DAY_MS } from "#lib/time.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { mails } from "../mail/tables.ts";
import { blockUser, signOutEverywhere } from "../team/account-changes.server.ts";
import type { Auth } from "./auth.server.ts";
import { confirmEmail, mailEmailLink, readEmailLink } from "./confirm-email.server.ts";
import { forgetOldMailLinks } from "./mail-links.server.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.server.ts";
import { endOtherSessions } from "./end-sessions.server.ts";
import { changePassword } from "./sessions.server.ts";
import { mailLinks, users } from "./tables.ts";
import { createTestAuth } from "./test-auth.ts";

const mira = "mira@example.com";
const PASSWORD = "correct horse battery";
const appUrl = "http://127.0.0.1:3000";

describeOnBothDatabases("the link that confirms an address", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let headers: Headers;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
    headers = await register(mira);
  });
  afterEach(() => database.close());

  const register = async (email: string): Promise<Headers> => {
    const body = { name: "Mira Holt", email, password: PASSWORD };
    const response = await auth.api.signUpEmail({ body, asResponse: true });
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    return new Headers({ cookie: cookies.join("; ") });
  };
  const userOf = async (email: string) => {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (!user) throw new Error(`no account has ${email}`);
    return user;
  };
  const tokenOf = (email: string) => tokenTo(db, email, "verify-email");
  /** Presses the button of the link's page, signed in to this account. */
  const confirm = async (token: string, email = mira, now = new Date()) => {
    const confirmed = await confirmEmail(db, {
      token,
      userId: (await userOf(email)).id,
      appUrl,
      now,
    });
    return confirmed.ok ? "confirmed" : confirmed.error;
  };
  const requestChange = async (to: string, owner?: typeof users.$inferSelect) =>
    mailEmailLink(db, { owner: owner ?? (await userOf(mira)), email: to, appUrl, now: new Date() });

  test("works once, also for concurrent requests", async () => {
    const token = await tokenOf(mira);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(answers.filter((answer) => answer === "confirmed")).toHaveLength(1);
    expect((await userOf(mira)).emailVerified).toBe(true);
    await db.update(users).set({ emailVerified: false });
    expect(await confirm(token)).toBe("invalid");
    expect((await userOf(mira)).emailVerified).toBe(false);
  });

  test("works for a day and only for its account; attempts of others do not redeem it", async () => {
    await register("sly@example.com");
    const token = await tokenOf(mira);
    expect(await confirm(token, "sly@example.com")).toBe("invalid");
    expect(await confirm("no.token.at-all")).toBe("invalid");
    expect(await confirm(token, mira, new Date(Date.now() + DAY_MS + 1000))).toBe("invalid");
    expect(await confirm(token)).toBe("confirmed");
    expect((await userOf("sly@example.com")).emailVerified).toBe(false);
  });

  test("of a change names the new address, and ends the links of other changes", async () => {
    const userId = (await userOf(mira)).id;
    await requestChange("new@example.com");
    await requestChange("other@example.com");
    const [token, other] = [await tokenOf("new@example.com"), await tokenOf("other@example.com")];
    expect(await readEmailLink(db, { token, userId, now: new Date() })).toBe("new@example.com");
    expect((await userOf(mira)).emailVerified, "reading changes nothing").toBe(false);
    expect(await confirm(token)).toBe("confirmed");
    expect(await userOf("new@example.com")).toMatchObject({ id: userId, emailVerified: true });
    expect(await confirm(other, "new@example.com")).toBe("invalid");
  });

  test("changes nothing to an address that another account has by then", async () => {
    await requestChange("new@example.com");
    const token = await tokenOf("new@example.com");
    await register("new@example.com");
    expect(await confirm(token)).toBe("taken");
    await db.delete(mails);
    await requestChange("new@example.com");
    expect(await db.$count(mails), "no mail reveals it").toBe(0);
  });

  test("is stored only as a hash, until it has expired", async () => {
    const token = await tokenOf(mira);
    expect(JSON.stringify(await db.select().from(mailLinks))).not.toContain(token);
    await forgetOldMailLinks(db, new Date());
    expect(await db.$count(mailLinks)).toBe(1);
    await forgetOldMailLinks(db, new Date(Date.now() + DAY_MS + 1000));
    expect(await db.$count(mailLinks)).toBe(0);
  });

  const endings: Record<string, (owner: typeof users.$inferSelect) => Promise<unknown>> = {
    "a new password": async (owner) =>
      changePassword(db, auth, {
        account: { ...owner, twoFactorEnabled: false },
        current: PASSWORD,
        password: "a brand new password",
        headers,
        now: new Date(),
      }),
    "a password by mail": async () => {
      await requestPasswordReset(db, mira, new Date());
      const token = await tokenTo(db, mira, "reset-password");
      return resetPassword(db, { token, hash: "x", now: new Date() });
    },
    "signing out the other browsers": async ({ id }) => endOtherSessions(db, id, "none"),
    "signing out everywhere": async ({ id }) => signOutEverywhere(db, await byAdmin(id)),
    "a block": async ({ id }) => blockUser(db, { ...(await byAdmin(id)), seen: "customer" }),
  };
  const byAdmin = async (userId: string) => {
    await register("boss@example.com");
    await db.update(users).set({ role: "admin" }).where(eq(users.email, "boss@example.com"));
    const { id, email } = await userOf("boss@example.com");
    return { userId, actor: { id, email, ip: null }, now: new Date() };
  };

  test.each(Object.keys(endings))("%s ends all links, also those being made", async (name) => {
    await db.update(users).set({ role: "customer" });
    const owner = await userOf(mira);
    await requestChange("new@example.com");
    await requestPasswordReset(db, mira, new Date());
    const reset = await tokenTo(db, mira, "reset-password");
    const outcome = await endings[name]?.(owner);
    expect(outcome, name).not.toBeNull();
    if (outcome && typeof outcome === "object" && "ok" in outcome) expect(outcome.ok).toBe(true);
    // A request that began before.
    await requestChange("late@example.com", owner);
    for (const email of ["new@example.com", "late@example.com"])
      expect(await confirm(await tokenOf(email)), email).toBe("invalid");
    expect(await resetPassword(db, { token: reset, hash: "y", now: new Date() })).toBeNull();
    expect((await userOf(mira)).id).toBe(owner.id);
  });
});
