import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { DAY_MS } from "#lib/time.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { PasskeyDevice } from "../../tests/passkey-device.ts";
import { mails } from "../mail/tables.ts";
import { defaultSettings } from "../settings/settings.ts";
import { settings } from "../settings/tables.ts";
import type { Auth } from "./auth.server.ts";
import { recordEmailChange, undoEmailChange } from "./email-changes.server.ts";
import { requestPasswordReset } from "./reset-password.server.ts";
import {
  addPasskey,
  createPasskeyChallenge,
  createSignInChallenge,
  isWithoutCertificates,
  readPendingSignIn,
  signInWithPasskey,
} from "./passkey-sign-in.server.ts";
import { allowsPasskeys, listPasskeys, removePasskey, renamePasskey } from "./passkeys.server.ts";
import { readSession, teamRoleOf } from "./sessions.server.ts";
import { identities, passkeys, sessions, users } from "./tables.ts";
import { createTestAuth } from "./test-auth.ts";

const URL = "https://shop.example";
const PASSWORD = "correct horse battery";

describeOnBothDatabases("passkeys", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let log: string[];
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    log = [];
    auth = createTestAuth(db, {
      appUrl: URL,
      log: (message) => log.push(message),
    });
  });
  afterEach(() => database.close());

  const cookies = (set: string[]) =>
    set
      .map((cookie) => cookie.split(";")[0] ?? "")
      .filter((cookie) => !cookie.endsWith("="))
      .join("; ");
  const headersOf = (...sets: string[][]) =>
    new Headers({ cookie: sets.map(cookies).join("; "), "user-agent": "Firefox/145 Linux" });
  const register = async (email: string) => {
    const response = await auth.api.signUpEmail({
      body: { name: "Mira Holt", email, password: PASSWORD },
      asResponse: true,
    });
    const { user } = (await response.clone().json()) as { user: { id: string } };
    return { id: user.id, email, session: response.headers.getSetCookie() };
  };
  type Person = Awaited<ReturnType<typeof register>>;
  /** Adds a passkey of this device. Returns whether that succeeded. */
  const add = async (
    { session }: Person,
    device: PasskeyDevice,
    lies?: Parameters<PasskeyDevice["create"]>[1],
  ) => {
    const challenge = await createPasskeyChallenge(auth, headersOf(session));
    const made = device.create(challenge.options, lies);
    return addPasskey(auth, made, headersOf(session, challenge.cookies));
  };
  const signIn = async (
    device: PasskeyDevice,
    lies?: Parameters<PasskeyDevice["sign"]>[1],
    pending: { cookies: string[]; userId: string } | null = null,
  ) => {
    const userId = pending?.userId ?? null;
    const challenge = await createSignInChallenge(db, auth, { headers: new Headers(), userId });
    return signInWithPasskey(db, auth, {
      signed: device.sign(challenge.options, lies),
      pendingUserId: userId,
      headers: headersOf(challenge.cookies, pending?.cookies ?? []),
    });
  };
  const passwordSignIn = (email: string) =>
    auth.api.signInEmail({ body: { email, password: PASSWORD }, asResponse: true });
  const open = (set: string[], changes: Partial<typeof defaultSettings> = {}, now = new Date()) =>
    readSession(db, auth, headersOf(set), async () => ({ ...defaultSettings, ...changes }), now);

  test("sign in as their account alone, are named after the browser, and say when they were used", async () => {
    const mira = await register("mira@example.com");
    const device = new PasskeyDevice(URL);
    expect(await add(mira, device)).toBe(true);
    expect(await listPasskeys(db, mira.id)).toMatchObject([
      { name: "Firefox on Linux", lastUsedAt: null },
    ]);
    const signed = await signIn(device);
    if (!signed.ok) throw new Error("not signed in");
    const set = signed.value.headers.getSetCookie();
    expect((await open(set))?.account.email).toBe(mira.email);
    expect(set.join()).toContain("known_browser");
    const [used] = await listPasskeys(db, mira.id);
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
    expect(log.join("\n")).toContain(`authentication passkey succeeded account=${mira.id}`);
    expect((await db.select().from(mails)).map(({ message }) => message.template)).toContain(
      "passkey-added",
    );
  });

  test("do not sign in with a challenge of before, of another site, without its user, or as another passkey", async () => {
    const mira = await register("mira@example.com");
    const sly = await register("sly@example.com");
    const own = new PasskeyDevice(URL);
    const others = new PasskeyDevice(URL);
    await add(mira, own);
    await add(sly, others);
    const before = await db.$count(sessions);

    expect((await signIn(others, { origin: "https://evil.example" })).ok).toBe(false);
    expect((await signIn(others, { verified: false })).ok).toBe(false);
    expect((await signIn(others, { id: own.id })).ok).toBe(false);
    const challenge = await createSignInChallenge(db, auth, {
      headers: new Headers(),
      userId: null,
    });
    const signed = own.sign(challenge.options);
    const request = { signed, pendingUserId: null, headers: headersOf(challenge.cookies) };
    // Without its cookie, as a stolen response; then once, and never again.
    expect((await signInWithPasskey(db, auth, { ...request, headers: new Headers() })).ok).toBe(
      false,
    );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => signInWithPasskey(db, auth, request)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await signInWithPasskey(db, auth, request)).ok).toBe(false);
    expect(await db.$count(sessions)).toBe(before + 1);
    for (const text of ["", "null", "[]", '{"id":{"$ne":""}}', "{".repeat(5000), signed.slice(1)])
      expect(
        (await signInWithPasskey(db, auth, { ...request, signed: text })).ok,
        text.slice(0, 20),
      ).toBe(false);
    // What was sent is no fault of the shop's.
    expect(log.filter((line) => !line.startsWith("authentication "))).toEqual([]);
  });

  test("are not added with a used challenge, of another site or person, or without their user", async () => {
    const mira = await register("mira@example.com");
    const sly = await register("sly@example.com");
    const device = new PasskeyDevice(URL);
    expect(await add(sly, device, { origin: "https://evil.example" })).toBe(false);
    expect(await add(sly, device, { verified: false })).toBe(false);
    const challenge = await createPasskeyChallenge(auth, headersOf(mira.session));
    const made = device.create(challenge.options);
    // The session of another person.
    expect(await addPasskey(auth, made, headersOf(sly.session, challenge.cookies))).toBe(false);
    expect(await addPasskey(auth, made, headersOf(mira.session, challenge.cookies))).toBe(false);
    expect(await db.$count(passkeys)).toBe(0);

    expect(await add(mira, device)).toBe(true);
    expect(await add(sly, new PasskeyDevice(URL), { id: device.id })).toBe(false);
    expect(await listPasskeys(db, sly.id)).toEqual([]);
    expect(log.filter((line) => !line.startsWith("authentication "))).toEqual([]);
  });

  test("of others are neither renamed nor removed; a removed one no longer signs in", async () => {
    const mira = await register("mira@example.com");
    const sly = await register("sly@example.com");
    const device = new PasskeyDevice(URL);
    await add(mira, device);
    const id = (await listPasskeys(db, mira.id))[0]?.id ?? "";
    const account = (await open(mira.session))?.account;
    const other = (await open(sly.session))?.account;
    if (!account || !other) throw new Error("both are signed in");
    const client = { userAgent: null, ipAddress: null };
    const now = new Date();
    expect(await renamePasskey(db, { userId: sly.id, id, name: "Mine" })).toBe(false);
    expect(await removePasskey(db, { account: other, id, client, now })).toBe(false);
    expect(await renamePasskey(db, { userId: mira.id, id, name: "Phone" })).toBe(true);
    expect(await listPasskeys(db, mira.id)).toMatchObject([{ name: "Phone" }]);
    expect(await removePasskey(db, { account, id, client, now })).toBe(true);
    expect((await signIn(device)).ok).toBe(false);
  });

  test("of a blocked account do not sign in", async () => {
    const mira = await register("mira@example.com");
    const device = new PasskeyDevice(URL);
    await add(mira, device);
    await db.update(users).set({ blockedAt: new Date() });
    expect(await signIn(device)).toMatchObject({ ok: false, error: "blocked" });
  });

  test("of a stranger end when the owner of the address chooses a password by mail, or undoes its change", async () => {
    const mira = await register("mira@example.com");
    const stranger = new PasskeyDevice(URL);
    await add(mira, stranger);
    await requestPasswordReset(db, mira.email, new Date());
    const reset = await tokenTo(db, mira.email, "reset-password");
    await auth.api.setMailedPassword({ body: { password: PASSWORD, token: reset } });
    expect((await signIn(stranger)).ok).toBe(false);

    const own = new PasskeyDevice(URL);
    const again = {
      ...mira,
      session: (await passwordSignIn(mira.email)).headers.getSetCookie(),
    };
    await add(again, own);
    const now = new Date();
    await recordEmailChange(
      db,
      { ...mira, twoFactorEnabled: false },
      { email: "thief@example.com", appUrl: URL, now },
    );
    const thief = new PasskeyDevice(URL);
    await add(again, thief);
    const undo = await tokenTo(db, mira.email, "email-changed");
    expect((await undoEmailChange(db, undo, new Date())).ok).toBe(true);
    expect((await signIn(thief)).ok).toBe(false);
    expect((await signIn(own)).ok).toBe(true);
  });

  test("sign in whatever the age of the password", async () => {
    const mira = await register("mira@example.com");
    const device = new PasskeyDevice(URL);
    await add(mira, device);
    await db.update(identities).set({ updatedAt: new Date(Date.now() - 31 * DAY_MS) });
    const signed = await signIn(device);
    if (!signed.ok) throw new Error("not signed in");
    const expired = async (set: string[]) =>
      (await open(set, { passwordExpiration: "30" }))?.passwordExpired;
    expect(await expired(signed.value.headers.getSetCookie())).toBe(false);
    expect(await expired(mira.session)).toBe(true);
  });

  test("are the second factor of the team where the owner requires one, and only those of the person", async () => {
    // The first account is the owner's.
    const owner = await register("owner@example.com");
    const mira = await register("mira@example.com");
    const device = new PasskeyDevice(URL);
    const others = new PasskeyDevice(URL);
    const changes = { teamSecondFactor: true };
    await db.insert(settings).values({ name: "teamSecondFactor", value: true });
    expect((await open(owner.session, changes))?.missingFactor).toBe("any");
    expect((await open(mira.session, changes))?.missingFactor).toBeNull();
    await add(owner, device);
    await add(mira, others);
    expect(teamRoleOf(await open(owner.session, changes))).toBe("admin");
    // SPEC's own setting still asks for an app.
    expect((await open(owner.session, { twoFactorAuth: true }))?.missingFactor).toBe("two-factor");

    const before = await db.$count(sessions);
    const started = await passwordSignIn(owner.email);
    expect(await started.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await db.$count(sessions)).toBe(before);
    const pending = { cookies: started.headers.getSetCookie(), userId: owner.id };
    const headers = headersOf(pending.cookies);
    expect(await readPendingSignIn(db, auth, headers, new Date())).toEqual({
      userId: owner.id,
      hasApp: false,
      hasPasskey: true,
    });
    expect((await signIn(others, {}, pending)).ok).toBe(false);
    const signed = await signIn(device, {}, pending);
    if (!signed.ok) throw new Error("not signed in");
    expect((await open(signed.value.headers.getSetCookie()))?.account.id).toBe(owner.id);
    // It has answered the second step, which is over.
    expect(await readPendingSignIn(db, auth, headers, new Date())).toBeNull();
    // A customer's passkey is not asked for.
    expect(await (await passwordSignIn(mira.email)).json()).not.toHaveProperty("twoFactorRedirect");
  });
});

test.each([
  ["none", true],
  ["packed", true],
  ["apple", false],
  ["android-key", false],
  ["tpm", false],
])("an attestation of the format %s is read: %s", (format, expected) => {
  const device = new PasskeyDevice(URL);
  const options = { challenge: "", rp: { id: "shop.example" } };
  const { response } = JSON.parse(device.create(options, { format })) as {
    response: { attestationObject: string };
  };
  expect(isWithoutCertificates(response.attestationObject)).toBe(expected);
});

describe("a shop can have passkeys", () => {
  test.each([
    ["https://shop.example", true],
    ["http://localhost:3000", true],
    ["http://shop.example", false],
    ["http://127.0.0.1:3000", false],
    ["https://192.0.2.1", false],
    ["https://[2001:db8::1]", false],
  ])("at %s: %s", (url, expected) => {
    expect(allowsPasskeys(url)).toBe(expected);
  });
});
