import { generateKeyPairSync } from "node:crypto";
import { request } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { createHttpClient } from "#lib/http-client.server.ts";
import { limitGlobalFetch } from "#lib/http-fetch.server.ts";
import { identities, sessions, users } from "./tables.ts";
import { type Identity, identityAt } from "../../sandbox/identity/routes.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { collectLines } from "../../tests/log.ts";
import { type TestSandbox, startServer, startTestSandbox } from "../../tests/make.ts";
import type { SocialProvider } from "./account.ts";
import type { Auth } from "./auth.server.ts";
import { createTestAuth } from "./test-auth.ts";

const APP_URL = "http://127.0.0.1:3000";
/** A public key that is not the provider's. */
const OTHER_KEY = {
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" }),
  alg: "RS256",
  use: "sig",
};

interface Visit {
  provider?: SocialProvider;
  email: string;
  referralCode?: string;
  /** The cookies of the browser at the callback, by default those of the beginning. */
  cookie?: string;
}

describeOnBothDatabases("OAuth sign-in", (openFresh) => {
  let world: TestSandbox;
  let database: Database;
  let db: Db;
  let auth: Auth;
  let lines: string[];
  beforeAll(async () => {
    world = await startTestSandbox();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    lines = [];
    auth = start();
  });
  afterEach(async () => {
    await world.setFaults({ identity: null });
    await database.close();
  });

  const start = (changes: Partial<Identity> = {}) => {
    const { googleIssuer, facebookUrl, ...client } = { ...identityAt(world.url), ...changes };
    return createTestAuth(db, {
      appUrl: APP_URL,
      log: collectLines(lines),
      social: [
        { provider: "google", issuer: googleIssuer, ...client },
        { provider: "facebook", dialogUrl: facebookUrl, graphUrl: facebookUrl, ...client },
      ],
    });
  };
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  /** Starts a sign-in; returns the provider's URL and the state cookie. */
  const beginSignIn = async ({ provider = "google", referralCode }: Omit<Visit, "email">) => {
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
  /** Signs in at the provider; returns the response of the OAuth callback. */
  const visit = async (person: Visit) => {
    const { url, cookie: begun } = await beginSignIn(person);
    const { cookie = begun } = person;
    const fields = { name: "Mira Holt", email: person.email, verified: "yes", answer: "continue" };
    const body = new URLSearchParams(fields);
    const agreed = await fetch(url, { method: "POST", body, redirect: "manual" });
    const back = agreed.headers.get("location") ?? "";
    return auth.handler(new Request(back, { headers: { cookie } }));
  };
  const userOf = async (email: string) =>
    (await db.select().from(users).where(eq(users.email, email)))[0];

  test("creates an account; the first one is the administrator's", async () => {
    const back = await visit({ email: "mira@example.com" });
    expect(back.headers.get("location")).toBe("/orders");
    expect(await userOf("mira@example.com")).toMatchObject({ role: "admin", emailVerified: true });
    await visit({ provider: "facebook", email: "sly@example.com" });
    expect(await userOf("sly@example.com")).toMatchObject({
      role: "customer",
      emailVerified: false,
    });
  });

  test("recovers from a provider that was unreachable at start", async () => {
    await world.setFaults({ identity: "500" });
    auth = start();
    expect((await beginSignIn({})).ok).toBe(false);
    // A callback needs discovery as well, for example after a restart during the sign-in.
    const back = await auth.handler(new Request(`${APP_URL}/api/auth/callback/google?state=x`));
    // A page of the shop says so.
    expect(back.headers.get("location")).toMatch(`${APP_URL}/signed-in?error=`);
    expect(back.status).toBe(302);
    await world.setFaults({ identity: "html-200" });
    expect((await beginSignIn({})).ok).toBe(false);
    await world.setFaults({ identity: null });
    expect(await Promise.all([beginSignIn({}), beginSignIn({})])).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    expect((await visit({ email: "mira@example.com" })).headers.get("location")).toBe("/orders");
  });

  test("a provider whose answers never end, or are nested too deep, signs nobody in", async () => {
    const restore = limitGlobalFetch(createHttpClient({ timeoutMs: 5000 }));
    let requests = 0;
    const hostile = await startServer((request, response) => {
      requests += 1;
      response.writeHead(200, { "content-type": "application/json" });
      if (request.url?.startsWith("/deep")) return response.end("[".repeat(100_000));
      const write = () => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", write);
      return write();
    });
    for (const path of ["deep", "endless"]) {
      auth = start({ googleIssuer: `${hostile.url}/${path}` });
      expect((await beginSignIn({})).ok).toBe(false);
    }
    expect(requests).toBe(2);
    auth = start();
    const back = await visit({ email: "mira@example.com" });
    expect(back.headers.get("location")).toBe("/orders");
    restore();
    await hostile.close();
  });

  /** A provider that forwards to the sandbox's, but for the responses in `changed`, by path. */
  const startOther = async (changed: (url: string) => Record<string, unknown>) => {
    const other = await startServer((incoming, answer) => {
      const { method, headers, url = "" } = incoming;
      const body = changed(`http://${headers.host}`)[url];
      if (body) {
        answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
        return;
      }
      const forwarded = request(new URL(url, world.url), { method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      });
      incoming.pipe(forwarded);
    });
    return { ...other, issuer: `${other.url}/identity/google` };
  };

  test.each([
    { keys: "its own", location: /^\/orders$/, accounts: 1 },
    { keys: "other", location: /^\/failed\?error=/, accounts: 0 },
  ])("of a provider that publishes $keys keys", async ({ keys, location, accounts }) => {
    const other = await startOther(() =>
      keys === "other" ? { "/identity/google/jwks": { keys: [OTHER_KEY] } } : {},
    );
    auth = start({ googleIssuer: other.issuer });
    const back = await visit({ email: "mira@example.com" });
    expect(back.headers.get("location")).toMatch(location);
    expect(await db.$count(users)).toBe(accounts);
    await other.close();
  });

  test("does not begin with a discovery document of another issuer", async () => {
    const path = "/identity/google/.well-known/openid-configuration";
    const document = (await (await fetch(`${world.url}${path}`)).json()) as object;
    const issuers = ["http://127.0.0.1:1/identity/google", ""];
    for (const issuer of issuers) {
      const other = await startOther(() => ({ [path]: { ...document, issuer } }));
      auth = start({ googleIssuer: other.issuer });
      expect((await beginSignIn({})).ok).toBe(false);
      await other.close();
    }
  });

  test("a sign-in that another browser began signs nobody in", async () => {
    const back = await visit({ email: "mira@example.com", cookie: "" });
    expect(back.headers.get("location")).toMatch(/^\/failed\?error=/);
    expect(await db.$count(users)).toBe(0);
  });

  test("fails after a timeout if a provider does not respond, without delaying other sign-ins", async () => {
    await world.setFaults({ identity: "timeout" });
    auth = start();
    const hanging = beginSignIn({});
    expect((await beginSignIn({ provider: "facebook" })).ok).toBe(true);
    const body = { name: "Mira Holt", email: "mira@example.com", password: "correct horse" };
    expect((await auth.api.signUpEmail({ body, asResponse: true })).ok).toBe(true);
    expect((await hanging).ok).toBe(false);
  });

  test("stores the referral code of a new account only", async () => {
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

  test("ends the session of the browser that signs in again", async () => {
    const first = cookiesOf(await visit({ email: "mira@example.com" }));
    const body = { email: "ada@example.com", password: "correct horse", name: "Ada" };
    const headers = new Headers({ cookie: first });
    const second = cookiesOf(await auth.api.signUpEmail({ body, headers, asResponse: true }));
    const sessionOf = (cookie: string) => auth.api.getSession({ headers: new Headers({ cookie }) });
    expect(await sessionOf(first)).toBeNull();
    expect((await sessionOf(second))?.user.email).toBe("ada@example.com");
    const elsewhere = cookiesOf(await auth.api.signInEmail({ body, asResponse: true }));
    expect(await sessionOf(second)).not.toBeNull();
    expect((await sessionOf(elsewhere))?.user.email).toBe("ada@example.com");
    expect(await db.$count(sessions)).toBe(2);
  });

  test("requires the two-factor code of an account that has it, before creating a session", async () => {
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
    expect(lines).toEqual([
      expect.stringMatching(/^authentication provider-sign-in succeeded account=(?!unknown)/),
      expect.stringMatching(/^authentication provider-sign-in second-factor /),
    ]);
  });
});
