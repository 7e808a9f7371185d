import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { collectLines } from "../../tests/log.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.server.ts";
import { users } from "./tables.ts";
import { createTestAuth } from "./test-auth.ts";

const EMAIL = "mira@example.com";
const PASSWORD = "correct horse battery";

describeOnBothDatabases("the log of authentication", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let lines: string[];
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    lines = [];
    auth = createTestAuth(db, { log: collectLines(lines) });
  });
  afterEach(() => database.close());

  const headersOf = (response?: Response) =>
    new Headers({
      cookie: response?.headers.getSetCookie().join("; ") ?? "",
      [CLIENT_ADDRESS_HEADER]: "203.0.113.7",
    });
  const register = () =>
    auth.api.signUpEmail({
      body: { name: "Mira Holt", email: EMAIL, password: PASSWORD },
      headers: headersOf(),
      asResponse: true,
    });
  const signIn = (email: string, password: string) =>
    auth.api.signInEmail({ body: { email, password }, headers: headersOf(), asResponse: true });
  const accountId = async () => (await db.select().from(users))[0]?.id ?? "";

  test("a sign-in leaves a line with account, address and outcome", async () => {
    await register();
    await signIn(EMAIL, "a wrong password");
    await signIn("nobody@example.com", "a wrong password");
    await signIn(EMAIL.toUpperCase(), PASSWORD);
    await db.update(users).set({ blockedAt: new Date() });
    await signIn(EMAIL, PASSWORD);
    const id = await accountId();
    expect(lines).toEqual([
      `authentication registration succeeded account=${id} from=203.0.113.7`,
      `authentication sign-in failed reason=invalid_email_or_password account=${id} from=203.0.113.7`,
      `authentication sign-in failed reason=invalid_email_or_password account=unknown from=203.0.113.7`,
      `authentication sign-in succeeded account=${id} from=203.0.113.7`,
      `authentication sign-in failed reason=account_blocked account=${id} from=203.0.113.7`,
    ]);
  });

  test("so does a second factor", async () => {
    const headers = headersOf(await register());
    const body = { password: PASSWORD };
    const started = await auth.api.enableTwoFactor({ body, headers, asResponse: true });
    const { backupCodes } = (await started.json()) as { backupCodes: string[] };
    await db.execute("update users set two_factor_enabled = true");
    await db.execute("update two_factors set verified = true");
    lines.length = 0;
    const pending = headersOf(await signIn(EMAIL, PASSWORD));
    const [code = ""] = backupCodes;
    await auth.api.verifyTOTP({ body: { code: "000000" }, headers: pending, asResponse: true });
    await auth.api.verifyBackupCode({ body: { code }, headers: pending, asResponse: true });
    const id = await accountId();
    expect(lines).toEqual([
      `authentication sign-in second-factor account=${id} from=203.0.113.7`,
      `authentication totp failed reason=invalid_code account=${id} from=203.0.113.7`,
      `authentication recovery-code succeeded account=${id} from=203.0.113.7`,
    ]);
    expect(lines.join()).not.toContain(code);
  });

  test("so do password prompts and changes", async () => {
    let headers = headersOf(await register());
    lines.length = 0;
    const prompt = (password: string) =>
      auth.api.verifyPassword({ body: { password }, headers, asResponse: true });
    await prompt("a wrong password");
    headers = headersOf(await prompt(PASSWORD));
    const change = { currentPassword: PASSWORD, newPassword: "a brand new one" };
    await auth.api.changePassword({ body: change, headers, asResponse: true });
    const id = await accountId();
    expect(lines).toEqual([
      `authentication password-prompt failed reason=invalid_password account=${id} from=203.0.113.7`,
      `authentication password-prompt succeeded account=${id} from=203.0.113.7`,
      `authentication password-change succeeded account=${id} from=203.0.113.7`,
    ]);
  });
});
