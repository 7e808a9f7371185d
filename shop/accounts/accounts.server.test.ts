import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { identities, sessions, users } from "./tables.ts";
import { defaultSettings } from "../settings/settings.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { findReferrer, setReferrer } from "./accounts.server.ts";
import { isLastAdmin } from "./admins.server.ts";
import type { Auth } from "./auth.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import { requestPasswordReset } from "./reset-password.server.ts";
import { endSession } from "./end-sessions.server.ts";
import { teamRoleOf, readSession } from "./sessions.server.ts";
import { createTestAuth } from "./test-auth.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describeWhereDatabasesDiffer("accounts", (openFresh) => {
  let database: Database;
  let db: Db;
  /** The addresses passed to `onAccountDeleted`. */
  let deleted: string[];
  beforeEach(async () => {
    deleted = [];
    database = await openFresh();
    ({ db } = database);
  });
  afterEach(() => database.close());

  const open = (adminEmail: string | null = null): Auth =>
    createTestAuth(db, {
      adminEmail,
      onAccountDeleted: async (email) => {
        deleted.push(email);
      },
    });
  const register = async (auth: Auth, email: string) => {
    const response = await auth.api.signUpEmail({
      body: { name: "Mira Holt", email, password: "correct horse battery" },
      asResponse: true,
    });
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return { response, headers: new Headers({ cookie }) };
  };
  const roles = async () => {
    const rows = await db.select({ email: users.email, role: users.role }).from(users);
    return Object.fromEntries(rows.map(({ email, role }) => [email, role]));
  };
  /** Opens the verification link mailed to this address. */
  const verify = async (auth: Auth, email: string) => {
    const token = await tokenTo(db, email, "verify-email");
    const [user] = await db.select().from(users).where(eq(users.email, email));
    return auth.api.confirmMailedEmail({ body: { token, userId: user?.id ?? "" } });
  };

  test("of concurrent registrations exactly one becomes the administrator", async () => {
    const auth = open();
    const emails = Array.from({ length: 8 }, (_, index) => `buyer${index}@example.com`);
    await Promise.all(emails.map((email) => register(auth, email)));
    const all = Object.values(await roles());
    expect(all).toHaveLength(8);
    expect(all.filter((role) => role === "admin")).toHaveLength(1);
    await register(auth, "later@example.com");
    expect((await roles())["later@example.com"]).toBe("customer");
  });

  test("with ADMIN_EMAIL only that address, once verified, becomes the administrator", async () => {
    const auth = open("owner@example.com");
    await register(auth, "first@example.com");
    await register(auth, "owner@example.com");
    expect(await roles()).toEqual({
      "first@example.com": "customer",
      "owner@example.com": "customer",
    });
    await verify(auth, "first@example.com");
    await verify(auth, "owner@example.com");
    expect(await roles()).toEqual({
      "first@example.com": "customer",
      "owner@example.com": "admin",
    });
  });

  test("isLastAdmin is true for the only administrator", async () => {
    const auth = open();
    await register(auth, "owner@example.com");
    await register(auth, "mira@example.com");
    const [owner] = await db.select().from(users).where(eq(users.email, "owner@example.com"));
    const [mira] = await db.select().from(users).where(eq(users.email, "mira@example.com"));
    if (!owner || !mira) throw new Error("two users were registered");
    expect(await isLastAdmin(db, owner.id)).toBe(true);
    expect(await isLastAdmin(db, mira.id)).toBe(false);
    await db.update(users).set({ role: "admin" });
    expect(await isLastAdmin(db, owner.id)).toBe(false);
  });

  test("deleting an account reports its address, if it was verified", async () => {
    const auth = open();
    await register(auth, "owner@example.com");
    const [mira, oskar] = [
      await register(auth, "mira@example.com"),
      await register(auth, "oskar@example.com"),
    ];
    await verify(auth, "mira@example.com");
    for (const { headers } of [mira, oskar])
      await auth.api.deleteUser({ body: { password: "correct horse battery" }, headers });
    expect(Object.keys(await roles())).toEqual(["owner@example.com"]);
    expect(deleted).toEqual(["mira@example.com"]);
  });

  test("an address has one account, also for concurrent registrations in other letter case", async () => {
    const auth = open();
    const answers = await Promise.all(
      ["mira@example.com", "Mira@Example.com", "MIRA@example.com"].map((email) =>
        register(auth, email),
      ),
    );
    expect(answers.filter(({ response }) => response.ok)).toHaveLength(1);
    expect(Object.keys(await roles())).toEqual(["mira@example.com"]);
  });

  test("role, referral code and verification cannot be set by the registration request", async () => {
    const auth = open();
    await register(auth, "owner@example.com");
    await auth.api.signUpEmail({
      body: {
        name: "Sly",
        email: "sly@example.com",
        password: "correct horse battery",
        ...{ role: "admin", emailVerified: true, referralCode: "MINE" },
      },
      asResponse: true,
    });
    const [sly] = await db.select().from(users).where(eq(users.email, "sly@example.com"));
    expect(
      sly === undefined ||
        (sly.role === "customer" && !sly.emailVerified && sly.referralCode !== "MINE"),
    ).toBe(true);
  });

  test("resetting a password verifies the address, and removes identities linked before", async () => {
    const auth = open();
    await register(auth, "mira@example.com");
    const [user] = await db.select().from(users);
    if (!user) throw new Error("a user was registered");
    const now = new Date();
    await db.insert(identities).values({
      id: "squatter",
      userId: user.id,
      providerId: "facebook",
      accountId: "42",
      createdAt: now,
      updatedAt: now,
    });
    await requestPasswordReset(db, user.email, new Date());
    const token = await tokenTo(db, user.email, "reset-password");
    await auth.api.setMailedPassword({ body: { password: "a brand new password", token } });
    expect(await db.select({ provider: identities.providerId }).from(identities)).toEqual([
      { provider: "credential" },
    ]);
    expect((await db.select().from(users))[0]?.emailVerified).toBe(true);
    expect(await db.select().from(sessions)).toHaveLength(0);
  });

  test("every user has a unique referral code, and cannot refer themselves", async () => {
    const auth = open();
    await register(auth, "mira@example.com");
    await register(auth, "friend@example.com");
    const rows = await db.select().from(users);
    expect(new Set(rows.map((row) => row.referralCode)).size).toBe(2);
    for (const { id, referralCode } of rows) {
      expect(referralCode).toMatch(/^[A-Z2-9]{8}$/);
      expect(await findReferrer(db, referralCode)).toEqual({ id });
    }
    expect(await findReferrer(db, "NOSUCH99")).toBeNull();
    const [mira, friend] = rows;
    if (!mira || !friend) throw new Error("two users were registered");
    await setReferrer(db, mira.id, mira.id);
    await setReferrer(db, friend.id, mira.id);
    const after = await db.select({ id: users.id, referredBy: users.referredBy }).from(users);
    expect(after.find(({ id }) => id === mira.id)?.referredBy).toBeNull();
    expect(after.find(({ id }) => id === friend.id)?.referredBy).toBe(mira.id);
  });

  describe("a session", () => {
    const settings = { ...defaultSettings };

    test("stays active while it is used, and ends when idle for longer than the setting", async () => {
      const auth = open();
      const { headers } = await register(auth, "mira@example.com");
      const start = Date.now();
      const after = (minutes: number, sessionTimeout = "30") =>
        readSession(
          db,
          auth,
          headers,
          async () => ({ ...settings, sessionTimeout }),
          new Date(start + minutes * MINUTE_MS),
        );
      expect((await after(29))?.account.email).toBe("mira@example.com");
      expect((await after(58))?.account.email).toBe("mira@example.com");
      expect(await after(89)).toBeNull();
      expect(await db.select().from(sessions)).toHaveLength(0);
    });

    test("ends by the owner's setting, not by the default", async () => {
      const auth = open();
      const { headers } = await register(auth, "mira@example.com");
      const inTwentyMinutes = new Date(Date.now() + 20 * MINUTE_MS);
      expect(
        await readSession(
          db,
          auth,
          headers,
          async () => ({ ...settings, sessionTimeout: "15" }),
          inTwentyMinutes,
        ),
      ).toBeNull();
    });

    test("ends 30 days after the sign-in, however much it is used", async () => {
      const auth = open();
      const { headers } = await register(auth, "mira@example.com");
      const signedInAt = Date.now();
      const readAfter = async (days: number) => {
        const now = new Date(signedInAt + days * DAY_MS);
        await db.update(sessions).set({ updatedAt: now });
        return readSession(db, auth, headers, async () => settings, now);
      };
      expect(await readAfter(29.99)).not.toBeNull();
      expect(await readAfter(30.01)).toBeNull();
    });

    test("has passwordExpired set if the password is older than the setting allows", async () => {
      const auth = open();
      const { headers } = await register(auth, "mira@example.com");
      const expired = async (passwordExpiration: string) =>
        (
          await readSession(
            db,
            auth,
            headers,
            async () => ({ ...settings, passwordExpiration }),
            new Date(),
          )
        )?.passwordExpired;
      expect(await expired("30")).toBe(false);
      await db.update(identities).set({ updatedAt: new Date(Date.now() - 31 * DAY_MS) });
      expect(await expired("30")).toBe(true);
      expect(await expired("60")).toBe(false);
      expect(await expired("never")).toBe(false);
    });

    test("is read correctly for each of many concurrent requests", async () => {
      const auth = open();
      const emails = ["mira@example.com", "sly@example.com", "ed@example.com"];
      const browsers: Headers[] = [];
      for (const email of emails) browsers.push((await register(auth, email)).headers);
      const unknown = new Headers({ cookie: "better-auth.session_token=unknown.signature" });
      const found = await Promise.all(
        [...browsers, unknown, ...browsers.toReversed()].map((headers) =>
          readSession(db, auth, headers, async () => settings, new Date()),
        ),
      );
      expect(found.map((signedIn) => signedIn?.account.email)).toEqual([
        ...emails,
        undefined,
        ...emails.toReversed(),
      ]);
    });

    test("opens the back office to administrators, with two-factor authentication if required", async () => {
      const auth = open();
      const owner = await register(auth, "owner@example.com");
      const mira = await register(auth, "mira@example.com");
      const opens = async ({ headers }: { headers: Headers }, twoFactorAuth: boolean) =>
        teamRoleOf(
          await readSession(
            db,
            auth,
            headers,
            async () => ({ ...settings, twoFactorAuth }),
            new Date(),
          ),
        );
      expect(await opens(mira, false)).toBeNull();
      expect(await opens(owner, false)).toBe("admin");
      expect(await opens(owner, true)).toBeNull();
      await db.update(users).set({ twoFactorEnabled: true });
      expect(await opens(owner, true)).toBe("admin");
      expect(teamRoleOf(null)).toBeNull();
    });

    test("cannot be ended by another user", async () => {
      const auth = open();
      const mira = await register(auth, "mira@example.com");
      const sly = await register(auth, "sly@example.com");
      const now = new Date();
      const [own, other] = [
        await readSession(db, auth, mira.headers, async () => settings, now),
        await readSession(db, auth, sly.headers, async () => settings, now),
      ];
      if (!own || !other) throw new Error("both are signed in");
      await endSession(db, other.account.id, own.sessionId);
      expect(await readSession(db, auth, mira.headers, async () => settings, now)).not.toBeNull();
      await endSession(db, own.account.id, own.sessionId);
      expect(await readSession(db, auth, mira.headers, async () => settings, now)).toBeNull();
    });

    test("cannot be forged", async () => {
      const auth = open();
      const { headers } = await register(auth, "mira@example.com");
      const cookie = headers.get("cookie") ?? "";
      const changed = cookie.replace(/(session_token=[^;]*)[^;]{6}/, "$1AAAAAA");
      expect(changed).not.toBe(cookie);
      const forged = new Headers({ cookie: changed });
      expect(await readSession(db, auth, forged, async () => settings, new Date())).toBeNull();
    });
  });
});

describe("passwords", () => {
  test("are verified, and hashed with a new salt each time", async () => {
    const [one, two] = await Promise.all([
      hashPassword("correct horse"),
      hashPassword("correct horse"),
    ]);
    expect(one).not.toBe(two);
    expect(await verifyPassword({ hash: one, password: "correct horse" })).toBe(true);
    expect(await verifyPassword({ hash: one, password: "correct horsf" })).toBe(false);
    expect(await verifyPassword({ hash: "no hash at all", password: "correct horse" })).toBe(false);
  });

  test("are hashed without blocking the event loop", async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      if (turns < 1_000_000) setImmediate(count);
    };
    setImmediate(count);
    await hashPassword("correct horse");
    const during = turns;
    turns = 1_000_000;
    expect(during).toBeGreaterThan(10);
  });
});
