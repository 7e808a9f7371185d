import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users, verifications } from "./tables.ts";
import { mails } from "../mail/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { Auth } from "./auth.server.ts";
import { confirmEmail } from "./confirm-email.server.ts";
import { createTestAuth } from "./test-auth.ts";

const DAY_MS = 24 * 60 * 60_000;

describeOnBothDatabases("the verification link", (openFresh) => {
  let database: Database;
  let db: Db;
  let auth: Auth;
  let headers: Headers;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    auth = createTestAuth(db);
    headers = await register("mira@example.com");
  });
  afterEach(() => database.close());

  const register = async (email: string): Promise<Headers> => {
    const body = { name: "Mira Holt", email, password: "correct horse battery" };
    const response = await auth.api.signUpEmail({ body, asResponse: true });
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    return new Headers({ cookie: cookies.join("; ") });
  };
  const tokenTo = async (email: string) => {
    const [mail] = await db.select().from(mails).where(eq(mails.to, email));
    const link = mail?.message.template === "verify-email" ? mail.message.link : "";
    return new URL(link).searchParams.get("token") ?? "";
  };
  const open = (token: string, email = "mira@example.com", now = new Date()) =>
    confirmEmail(db, auth, { token, account: { email }, headers, now });
  const verified = async (email: string) => {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    return user?.emailVerified;
  };

  test("works once, also for concurrent requests", async () => {
    const token = await tokenTo("mira@example.com");
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await verified("mira@example.com")).toBe(true);
    await db.update(users).set({ emailVerified: false });
    expect(await open(token)).toBe(false);
    expect(await verified("mira@example.com")).toBe(false);
  });

  test("works for a day and only for its account; attempts of others do not redeem it", async () => {
    await register("sly@example.com");
    const token = await tokenTo("mira@example.com");
    expect(await open(token, "sly@example.com")).toBe(false);
    expect(await open("no.token.at-all")).toBe(false);
    expect(await open(token, "mira@example.com", new Date(Date.now() + DAY_MS + 1000))).toBe(false);
    expect(await open(token)).toBe(true);
    expect(await verified("sly@example.com")).toBe(false);
  });

  test("of an address change works once", async () => {
    await open(await tokenTo("mira@example.com"));
    await auth.api.changeEmail({ body: { newEmail: "new@example.com" }, headers });
    const token = await tokenTo("new@example.com");
    expect(await open(token)).toBe(true);
    expect(await verified("new@example.com")).toBe(true);
    await db.update(users).set({ email: "mira@example.com" });
    expect(await open(token)).toBe(false);
    expect(await verified("new@example.com")).toBeUndefined();
  });

  test("is stored only as a hash", async () => {
    const token = await tokenTo("mira@example.com");
    const stored = JSON.stringify(await db.select().from(verifications));
    expect(stored).toContain("mail-link:");
    expect(stored).not.toContain(token);
    expect(stored).not.toContain("mira");
  });
});
