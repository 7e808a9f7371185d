import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { identities, sessions, users } from "./tables.ts";
import { identityAt } from "../../sandbox/identity/routes.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { type TestSandbox, startTestSandbox } from "../../tests/make.ts";
import type { SocialProvider } from "./account.ts";
import { type Auth, createAuth } from "./auth.server.ts";

const APP_URL = "http://127.0.0.1:3000";

interface Visit {
  provider?: SocialProvider;
  email: string;
  referralCode?: string;
}

describeOnBothDatabases("signing in elsewhere", (openFresh) => {
  let world: TestSandbox;
  let database: Database;
  let db: Db;
  let auth: Auth;
  beforeAll(async () => {
    world = await startTestSandbox();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = start();
  });
  afterEach(async () => {
    await world.setFaults({ identity: null });
    await database.close();
  });

  const start = () => {
    const { googleIssuer, facebookUrl, ...client } = identityAt(world.url);
    return createAuth(db, {
      appUrl: APP_URL,
      secret: "a secret that is long enough for anything",
      adminEmail: null,
      social: [
        { provider: "google", issuer: googleIssuer, ...client },
        { provider: "facebook", dialogUrl: facebookUrl, graphUrl: facebookUrl, ...client },
      ],
      shopName: "Satchel",
      onEmailVerified: async () => undefined,
      onAccountDeleted: async () => undefined,
    });
  };
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  /** Where the provider is asked, and the cookie that goes with it. */
  const ask = async ({ provider = "google", referralCode }: Omit<Visit, "email">) => {
    const response = await auth.api.signInSocial({
      body: {
        provider,
        callbackURL: "/orders",
        errorCallbackURL: "/failed",
        disableRedirect: true,
        ...(referralCode && { additionalData: { referralCode } }),
      },
      asResponse: true,
    });
    const { url } = (await response.json()) as { url?: string };
    return { ok: response.ok, url: url ?? "", cookie: cookiesOf(response) };
  };
  /** Asks, agrees at the provider, and comes back; what the way back answers. */
  const visit = async (person: Visit) => {
    const { url, cookie } = await ask(person);
    const fields = { name: "Mira Holt", email: person.email, verified: "yes", answer: "continue" };
    const body = new URLSearchParams(fields);
    const agreed = await fetch(url, { method: "POST", body, redirect: "manual" });
    const back = agreed.headers.get("location") ?? "";
    return auth.handler(new Request(back, { headers: { cookie } }));
  };
  const userOf = async (email: string) =>
    (await db.select().from(users).where(eq(users.email, email)))[0];

  test("makes an account, the first of which is the administrator", async () => {
    const back = await visit({ email: "mira@example.com" });
    expect(back.headers.get("location")).toBe("/orders");
    expect(await userOf("mira@example.com")).toMatchObject({ role: "admin", emailVerified: true });
    await visit({ provider: "facebook", email: "sly@example.com" });
    expect(await userOf("sly@example.com")).toMatchObject({
      role: "customer",
      emailVerified: false,
    });
  });

  test("works again as soon as a provider does that said nothing at start", async () => {
    await world.setFaults({ identity: "500" });
    auth = start();
    expect((await ask({})).ok).toBe(false);
    // Whoever comes back from a provider meets the same, say after a restart in between.
    const back = await auth.handler(new Request(`${APP_URL}/api/auth/callback/google?state=x`));
    expect(back.status).toBe(302);
    await world.setFaults({ identity: "html-200" });
    expect((await ask({})).ok).toBe(false);
    await world.setFaults({ identity: null });
    expect(await Promise.all([ask({}), ask({})])).toMatchObject([{ ok: true }, { ok: true }]);
    expect((await visit({ email: "mira@example.com" })).headers.get("location")).toBe("/orders");
  });

  test("with a provider that never answers fails in the end, and keeps nobody else waiting", async () => {
    await world.setFaults({ identity: "timeout" });
    auth = start();
    const hanging = ask({});
    expect((await ask({ provider: "facebook" })).ok).toBe(true);
    const body = { name: "Mira Holt", email: "mira@example.com", password: "correct horse" };
    expect((await auth.api.signUpEmail({ body, asResponse: true })).ok).toBe(true);
    expect((await hanging).ok).toBe(false);
  });

  test("brings a referral code along for a new account, and for no other", async () => {
    await visit({ email: "ada@example.com" });
    const ada = await userOf("ada@example.com");
    const referralCode = ada?.referralCode ?? "";
    await visit({ email: "mira@example.com", referralCode });
    expect((await userOf("mira@example.com"))?.referredBy).toBe(ada?.id);
    await visit({ email: "ada@example.com", referralCode });
    expect((await userOf("ada@example.com"))?.referredBy).toBeNull();
    await visit({ email: "lea@example.com", referralCode: "GONE2345" });
    expect((await userOf("lea@example.com"))?.referredBy).toBeNull();
  });

  test("asks for the second step of an account that has one, before there is a session", async () => {
    await visit({ email: "mira@example.com" });
    await db.update(users).set({ twoFactorEnabled: true });
    await db.delete(sessions);
    const back = await visit({ email: "mira@example.com" });
    expect(back.status).toBe(302);
    expect(back.headers.getSetCookie().join("\n")).toContain("satchel.two_factor=");
    expect(back.headers.get("location")).toBe("/two-factor?next=%2Forders");
    const found = await auth.api.getSession({ headers: new Headers({ cookie: cookiesOf(back) }) });
    expect(found).toBeNull();
    expect(await db.$count(sessions)).toBe(0);
    expect(await db.$count(identities)).toBe(1);
  });
});
