import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { sessions, signInPlaces, users } from "./tables.ts";
import { mails } from "../mail/tables.ts";
import { renderMail } from "../mail/render.server.tsx";
import { defaultSettings } from "../settings/settings.ts";
import { tokenTo } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { notifyNewSignIn } from "./security-mails.server.ts";
import { CLIENT_ADDRESS_HEADER } from "./auth.server.ts";
import { requestPasswordReset } from "./reset-password.server.ts";
import { changePassword, readSession } from "./sessions.server.ts";
import { createTestAuth } from "./test-auth.ts";

const now = new Date("2026-11-20T08:00:00Z");
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const mira = { name: "Mira Holt", email: "mira@example.com", emailVerified: true };

describeOnBothDatabases("security mails", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(users);
    await db.delete(mails);
    await db.insert(users).values({ id: "mira", ...mira, referralCode: "MIRA" });
  });

  let count = 0;
  const session = async (userAgent: string | null, ipAddress: string | null, userId = "mira") => {
    count += 1;
    const [row] = await db
      .insert(sessions)
      .values({
        id: `session-${count}`,
        userId,
        token: `token-${count}`,
        expiresAt: new Date("2027-01-01"),
        userAgent,
        ipAddress,
      })
      .returning();
    if (!row) throw new Error("no session");
    return row;
  };
  const signIn = async (userAgent: string | null, ipAddress: string | null) =>
    notifyNewSignIn(db, mira, await session(userAgent, ipAddress), now);
  const sentMails = async () =>
    (await db.select().from(mails)).map(({ to, message }) => ({ to, message }));

  test("the first sign-in sends no mail, nor does one from the same network and browser", async () => {
    await signIn(chrome, "203.0.113.9");
    await signIn(chrome.replaceAll("143", "144"), "203.0.113.77");
    expect(await sentMails()).toEqual([]);
  });

  test("a new browser sends a mail once, and so does a new network", async () => {
    await signIn(chrome, "203.0.113.9");
    for (let again = 0; again < 2; again += 1) {
      await signIn(firefox, "203.0.113.9");
      await signIn(chrome, "198.51.100.1");
    }
    const message = { template: "new-sign-in", name: "Mira Holt", at: now.toISOString() };
    expect(await sentMails()).toEqual([
      {
        to: "mira@example.com",
        message: { ...message, device: "Firefox on Linux", ipAddress: "203.0.113.9" },
      },
    ]);
    expect(await db.$count(signInPlaces)).toBe(3);
  });

  test("an address that is not verified is greeted without the name that was registered", async () => {
    const stranger = { ...mira, name: "Your account is locked", emailVerified: false };
    await notifyNewSignIn(db, stranger, await session(chrome, "203.0.113.9"), now);
    await notifyNewSignIn(db, stranger, await session(firefox, "203.0.113.9"), now);
    expect(await sentMails()).toMatchObject([{ message: { template: "new-sign-in", name: null } }]);
  });

  test("concurrent first requests of a session send one mail", async () => {
    await signIn(chrome, "203.0.113.9");
    const other = await session(firefox, "203.0.113.9");
    await Promise.all(Array.from({ length: 8 }, () => notifyNewSignIn(db, mira, other, now)));
    expect(await sentMails()).toHaveLength(1);
    const [row] = await db.select().from(sessions).where(eq(sessions.id, other.id));
    expect(row?.greeted).toBe(true);
  });

  test("sessions without user agent and address count as the same client", async () => {
    await signIn(null, null);
    await signIn(null, null);
    expect(await sentMails()).toEqual([]);
  });

  test("changing and resetting a password send a mail; a wrong current password sends none", async () => {
    const auth = createTestAuth(db);
    const email = "eve@example.com";
    const signUp = await auth.api.signUpEmail({
      body: { name: "Eve", email, password: "correct horse battery" },
      asResponse: true,
    });
    const cookie = signUp.headers.getSetCookie().map((line) => line.split(";")[0]);
    const headers = new Headers({
      cookie: cookie.join("; "),
      "user-agent": firefox,
      [CLIENT_ADDRESS_HEADER]: "203.0.113.9",
    });
    const signedIn = await readSession(db, auth, headers, async () => defaultSettings, new Date());
    if (!signedIn) throw new Error("not signed in");
    const { account } = signedIn;
    const change = { account, headers, password: "another horse battery", now };
    expect(await changePassword(db, auth, { ...change, current: "no horse" })).toBeNull();
    const changes = async () =>
      (await sentMails()).filter(({ message }) => message.template === "password-changed");
    expect(await changes()).toEqual([]);
    expect(await changePassword(db, auth, { ...change, current: "correct horse battery" }))
      .not //
      .toBeNull();
    expect(await changes()).toMatchObject([
      { to: email, message: { name: null, device: "Firefox on Linux", ipAddress: "203.0.113.9" } },
    ]);

    await requestPasswordReset(db, email, now);
    const token = await tokenTo(db, email, "reset-password");
    await auth.api.setMailedPassword({ body: { token, password: "a third horse battery" } });
    expect(await changes()).toHaveLength(2);
  });

  test("the mails say what to do if it was another person", async () => {
    const shop = {
      shopName: "Satchel",
      supportEmail: "help@example.com",
      appUrl: "https://s.example",
    };
    const message = {
      name: "Mira",
      at: now.toISOString(),
      device: "Firefox on Linux",
      ipAddress: null,
    };
    const signInMail = renderMail({ template: "new-sign-in", ...message }, shop);
    expect(signInMail.subject).toBe("Satchel: new sign-in to your account");
    for (const part of [
      "20 Nov 2026, 08:00 UTC",
      "Firefox on Linux",
      "https://s.example/account/sessions",
    ])
      expect(signInMail.text).toContain(part);
    const changed = renderMail({ template: "password-changed", ...message }, shop);
    expect(changed.text).toContain("https://s.example/forgot-password");
    expect(changed.text).not.toContain("network address");
  });
});
