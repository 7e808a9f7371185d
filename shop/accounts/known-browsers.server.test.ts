import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { giveAttemptsBack, secondsToWait } from "../../app/limits.server.ts";
import { signInAttempts } from "../../app/sign-in-limits.server.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { Auth } from "./auth.server.ts";
import { findKnownBrowser } from "./known-browsers.server.ts";
import { requestPasswordReset } from "./reset-password.server.ts";
import { createTestAuth } from "./test-auth.ts";

const EMAIL = "mira@example.com";
const PASSWORD = "correct horse battery";
const now = new Date("2026-11-20T08:00:00Z");

describeOnBothDatabases("known browsers", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db, {
      appUrl: "https://shop.example",
    });
  });
  afterEach(() => database.close());

  const cookieIn = (response: Response) =>
    response.headers.getSetCookie().find((line) => line.includes("known_browser"));
  const cookiesOf = (response: Response) =>
    new Headers({ cookie: response.headers.getSetCookie().join("; ") });
  const register = (email: string, headers = new Headers()) =>
    auth.api.signUpEmail({
      body: { name: "Mira Holt", email, password: PASSWORD },
      headers,
      asResponse: true,
    });
  const known = async (headers: Headers, email = EMAIL) =>
    findKnownBrowser(await auth.$context, headers, email);
  /** Takes the attempts of a sign-in; returns the seconds to wait. */
  const attempt = async (address: string, headers = new Headers()) => {
    const attempts = await signInAttempts(auth, { email: EMAIL, address, headers });
    const taken = [...attempts.all, ...attempts.failures, ...attempts.account];
    const giveBack = () => giveAttemptsBack(db, [...attempts.failures, ...attempts.account], now);
    return { wait: await secondsToWait(db, taken, now), giveBack };
  };

  test("a browser is known for the accounts that signed in there, and for no other", async () => {
    const response = await register(EMAIL);
    expect(cookieIn(response)).toMatch(
      /^__Host-satchel\.known_browser=.*Max-Age=31536000.*HttpOnly.*Secure.*SameSite=Lax/i,
    );
    expect(cookieIn(response)).not.toContain("mira");
    const headers = cookiesOf(response);
    const id = await known(headers);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(await known(headers, "other@example.com")).toBeNull();
    expect(await known(new Headers())).toBeNull();

    const both = cookiesOf(await register("other@example.com", headers));
    expect(await known(both)).toBe(id);
    expect(await known(both, "other@example.com")).not.toBeNull();

    const [, entry = ""] = /known_browser=([^;]+)/.exec(headers.get("cookie") ?? "") ?? [];
    const letter = entry.startsWith("A") ? "B" : "A";
    const changed = `__Host-satchel.known_browser=${letter}${entry.slice(1)}`;
    expect(await known(new Headers({ cookie: changed }))).toBeNull();
  });

  test("a wrong password and a pending second factor make no browser known", async () => {
    const session = cookiesOf(await register(EMAIL));
    const signIn = (password: string) =>
      auth.api.signInEmail({ body: { email: EMAIL, password }, asResponse: true });
    expect(cookieIn(await signIn("a wrong password"))).toBeUndefined();
    expect(cookieIn(await signIn(PASSWORD))).toBeDefined();

    const enabled = await auth.api.enableTwoFactor({
      body: { password: PASSWORD },
      headers: session,
    });
    if (enabled.method !== "totp") throw new Error("no authenticator app");
    await db.execute("update users set two_factor_enabled = true");
    await db.execute("update two_factors set verified = true");
    const pending = await signIn(PASSWORD);
    expect(await pending.clone().json()).toMatchObject({ twoFactorRedirect: true });
    expect(cookieIn(pending)).toBeUndefined();
    const done = await auth.api.verifyBackupCode({
      body: { code: enabled.backupCodes[0] ?? "" },
      headers: cookiesOf(pending),
      asResponse: true,
    });
    expect(cookieIn(done)).toBeDefined();
  });

  test("a new password by a mailed link makes the browser known", async () => {
    await register(EMAIL);
    await requestPasswordReset(db, EMAIL, new Date());
    const reset = (token: string) =>
      auth.api.setMailedPassword({
        body: { token, password: "a brand new one" },
        asResponse: true,
      });
    expect(cookieIn(await reset("an unknown token"))).toBeUndefined();
    const response = await reset(await tokenTo(db, EMAIL, "reset-password"));
    expect(response.ok).toBe(true);
    expect(await known(cookiesOf(response))).not.toBeNull();
  });

  test("wrong passwords from one network stop that network only", async () => {
    for (let i = 0; i < 10; i += 1) expect((await attempt("203.0.113.7")).wait).toBe(0);
    expect((await attempt("203.0.113.7")).wait).toBe(600);
    expect((await attempt("198.51.100.1")).wait).toBe(0);
  });

  test("wrong passwords from many networks stop unknown browsers, never a known one", async () => {
    const headers = cookiesOf(await register(EMAIL));
    const attempts = await Promise.all(
      Array.from({ length: 150 }, (_, i) => attempt(`203.0.113.${i}`)),
    );
    expect(attempts.filter(({ wait }) => wait === 0)).toHaveLength(100);
    expect((await attempt("198.51.100.1")).wait).toBe(3600);
    for (let i = 0; i < 20; i += 1) expect((await attempt("203.0.113.1", headers)).wait).toBe(0);
    // Its own count, so that a stolen cookie does not allow endless guesses.
    expect((await attempt("203.0.113.1", headers)).wait).toBe(600);
  });

  test("sign-ins that succeed count for neither network nor account", async () => {
    for (let i = 0; i < 30; i += 1) {
      const { wait, giveBack } = await attempt("203.0.113.7");
      expect(wait).toBe(0);
      await giveBack();
    }
  });
});
