import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { Auth } from "./auth.server.ts";
import { sessions } from "./tables.ts";
import { createTestAuth } from "./test-auth.ts";

const EMAIL = "mira@example.com";
const PASSWORD = "correct horse battery";

describeOnBothDatabases("session tokens", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
  });
  afterEach(() => database.close());

  const cookiesOf = (response: Response) =>
    new Headers({ cookie: response.headers.getSetCookie().join("; ") });
  const register = async () =>
    cookiesOf(
      await auth.api.signUpEmail({
        body: { name: "Mira Holt", email: EMAIL, password: PASSWORD },
        asResponse: true,
      }),
    );
  const prompts = {
    "a password prompt": (headers: Headers, password: string) =>
      auth.api.verifyPassword({ body: { password }, headers, asResponse: true }),
    "the set-up of an app": (headers: Headers, password: string) =>
      auth.api.enableTwoFactor({ body: { password }, headers, asResponse: true }),
    "new recovery codes": async (headers: Headers, password: string) => {
      await db.execute("update users set two_factor_enabled = true");
      return auth.api.generateBackupCodes({ body: { password }, headers, asResponse: true });
    },
  };

  for (const [name, prompt] of Object.entries(prompts))
    test(`${name} renews the token of the session and ends the previous one`, async () => {
      const first = await register();
      if (name === "new recovery codes") {
        const started = await prompts["the set-up of an app"](first, PASSWORD);
        first.set("cookie", cookiesOf(started).get("cookie") ?? "");
      }
      const before = await db.select().from(sessions);
      const response = await prompt(first, PASSWORD);
      expect(response.status).toBe(200);
      expect(await auth.api.getSession({ headers: first })).toBeNull();
      const renewed = await auth.api.getSession({ headers: cookiesOf(response) });
      expect(renewed?.user.email).toBe(EMAIL);
      const after = await db.select().from(sessions);
      // The same session: its age, its place in the list and the count of its prompts stay.
      expect(after.map(({ id, createdAt }) => ({ id, createdAt }))).toEqual(
        before.map(({ id, createdAt }) => ({ id, createdAt })),
      );
      expect(after[0]?.token).toMatch(/^[\w-]{32}$/);
    });

  test("a wrong password changes no session", async () => {
    const headers = await register();
    const before = await db.select().from(sessions);
    const response = await prompts["a password prompt"](headers, "a wrong password");
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
    expect(await db.select().from(sessions)).toEqual(before);
  });
});
