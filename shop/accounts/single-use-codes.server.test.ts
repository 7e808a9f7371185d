import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { Auth } from "./auth.server.ts";
import { requestPasswordReset } from "./reset-password.server.ts";
import { sessions, twoFactors, users } from "./tables.ts";
import { cookiesOf, createTestAuth, setUpAuthenticator } from "./test-auth.ts";

const EMAIL = "mira@example.com";
const PASSWORD = "correct horse battery";

describeOnBothDatabases("codes of an authenticator app", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
  });
  afterEach(() => database.close());

  const signIn = async () =>
    cookiesOf(
      await auth.api.signInEmail({ body: { email: EMAIL, password: PASSWORD }, asResponse: true }),
    );
  const verify = (headers: Headers, code: string) =>
    auth.api.verifyTOTP({ body: { code }, headers, asResponse: true });
  /** Registers and sets up an authenticator app; returns it, and the first code. */
  const setUp = async () => {
    const registered = await auth.api.signUpEmail({
      body: { name: "Mira Holt", email: EMAIL, password: PASSWORD },
      asResponse: true,
    });
    return setUpAuthenticator(auth, PASSWORD, cookiesOf(registered));
  };
  const failures = async () => (await db.select().from(twoFactors))[0]?.failedVerificationCount;

  test("the code of the set-up does not sign in, the next one does", async () => {
    const { code } = await setUp();
    const pending = await signIn();
    expect((await verify(pending, code(0))).status).toBe(401);
    expect(await failures()).toBe(1);
    expect((await verify(pending, code(1))).ok).toBe(true);
    expect((await verify(await signIn(), code(1))).status).toBe(401);
    expect((await verify(await signIn(), code(0))).status).toBe(401);
  });

  test("of many sign-ins at once with one code, one succeeds", async () => {
    const { code } = await setUp();
    const pending: Headers[] = [];
    for (let i = 0; i < 5; i += 1) pending.push(await signIn());
    const before = await db.$count(sessions);
    const responses = await Promise.all(pending.map((headers) => verify(headers, code(1))));
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.$count(sessions)).toBe(before + 1);
  });

  test("are required after a new password by mail, too", async () => {
    const { code } = await setUp();
    // On an unconfirmed address, the second factor may be that of another person, and is removed.
    await db.update(users).set({ emailVerified: true });
    await requestPasswordReset(db, EMAIL, new Date());
    const token = await tokenTo(db, EMAIL, "reset-password");
    await auth.api.setMailedPassword({ body: { password: PASSWORD, token } });
    const pending = await signIn();
    expect(await db.$count(sessions)).toBe(0);
    expect((await verify(pending, code(1))).ok).toBe(true);
  });

  test("a wrong code uses up nothing, and recovery codes work as before", async () => {
    const { code, backupCodes } = await setUp();
    const pending = await signIn();
    expect((await verify(pending, "000000")).status).toBe(401);
    expect((await verify(pending, code(1))).ok).toBe(true);
    const response = await auth.api.verifyBackupCode({
      body: { code: backupCodes[0] ?? "" },
      headers: await signIn(),
      asResponse: true,
    });
    expect(response.ok).toBe(true);
  });
});
