import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#shop/accounts/tables.ts";
import type { Visitor } from "../visitor.ts";
import { openTestApp, type TestApp } from "./open-app.ts";

const HELPER = "helper@example.com";
const PASSWORD = "a brand new password";
const TEAM = "/admin/team";
const ENDED = "This invitation no longer works";

/** Invites an address, and returns the path of the link in its mail. */
async function invite(app: TestApp, owner: Visitor, role: string, email = HELPER): Promise<string> {
  const invited = await owner.post(TEAM, { intent: "invite", email, role });
  expect(invited.headers.location).toMatch(/notice=team-invited/);
  return app.linkTo(email, "invitation");
}

const tokenOf = (link: string) => new URL(link, "http://shop.test").searchParams.get("token") ?? "";

function accept(visitor: Visitor, link: string, fields: Record<string, string> = {}) {
  const form = { name: "Sam Birk", password: PASSWORD, confirmPassword: PASSWORD, ...fields };
  return visitor.post(link, { token: tokenOf(link), ...form });
}

test("opening the link accepts nothing; the form does, once, and its person signs in to deliver", async () => {
  const app = await openTestApp();
  const owner = (await app.account()).visitor;
  const link = await invite(app, owner, "delivery");
  const helper = app.visitor();
  for (const method of ["HEAD", "GET"])
    for (const path of [link, link.replace("?", ".data?")])
      expect((await helper.request(path, { method })).status, `${method} ${path}`).toBe(200);
  expect((await helper.request(link)).text).toContain(`<b>${HELPER}</b>`);

  for (const [fields, error] of [
    [{ name: "evil.com" }, "Name must not contain a web address"],
    [{ password: "password1", confirmPassword: "password1" }, "lists of common passwords"],
    [{ confirmPassword: "another one" }, "Passwords do not match"],
  ] as const) {
    const refused = await accept(helper, link, fields);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(error);
    expect(refused.text).not.toContain(PASSWORD);
  }
  const joined = await accept(helper, link);
  expect(joined.headers.location).toBe("/login?next=%2Fadmin%2Fdeliver&notice=team-joined");
  expect((await accept(app.visitor(), link)).headers.location).toBe(link);
  expect((await helper.request(link)).text).toContain(ENDED);

  const signedIn = await helper.post("/login", {
    email: HELPER,
    password: PASSWORD,
    next: "/admin/deliver",
  });
  expect(signedIn.headers.location).toMatch(/^\/admin\/deliver/);
  expect((await helper.request("/admin/deliver")).status).toBe(200);
  expect((await helper.request(TEAM)).status).toBe(403);
  expect((await helper.post(TEAM, { intent: "invite", email: HELPER, role: "admin" })).status).toBe(
    403,
  );
});

test("an account accepts only the invitation of its own address", async () => {
  const app = await openTestApp();
  const owner = (await app.account()).visitor;
  const mira = await app.account();
  const other = await app.account();
  const confirmation = await app.linkTo(mira.email, "verify-email");
  await mira.visitor.post(confirmation, { token: tokenOf(confirmation) });
  const link = await invite(app, owner, "bookkeeper", mira.email);

  expect((await app.visitor().request(link)).text).toContain("Sign in to accept");
  expect((await other.visitor.request(link)).text).toContain("is for another account");
  expect((await accept(other.visitor, link)).headers.location).toBe(link);
  // Without a session it takes the password of the account, not a new one.
  expect((await accept(app.visitor(), link)).headers.location).toBe(link);
  expect((await mira.visitor.request(link)).text).toContain("Accept the invitation");
  const accepted = await mira.visitor.post(link, { token: tokenOf(link) });
  expect(accepted.headers.location).toMatch(/^\/login\?next=%2Fadmin%2Freports/);
  const { email, password } = mira;
  await mira.visitor.post("/login", { email, password });
  expect((await mira.visitor.request("/admin/reports")).status).toBe(200);
  expect((await other.visitor.request("/admin/reports")).headers.location).toBe("/");
});

test("links that do not exist, and acceptances, are limited by network address", async () => {
  const app = await openTestApp();
  const statusOf = async (token: string) => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    return (await app.fetch(`/invitation?token=${token}`, { headers })).status;
  };
  const statuses: number[] = [];
  // One more than the limit, and as many again if a new window of it begins in between.
  for (let n = 0; n < 102 && !statuses.includes(429); n += 1)
    statuses.push(await statusOf(`x${n}`));
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(50);
});

test("ended access ends sessions and live pages at once, and the owner cannot end the last one", async () => {
  const app = await openTestApp();
  const owner = await app.account();
  const link = await invite(app, owner.visitor, "delivery");
  const helper = app.visitor();
  await accept(helper, link);
  await helper.post("/login", { email: HELPER, password: PASSWORD });
  const idOf = async (email: string) =>
    (await app.db.select().from(users).where(eq(users.email, email)))[0]?.id ?? "";

  const cookie = [...helper.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const stream = await app.fetch("/live/admin", { headers: { cookie } });
  expect(stream.status).toBe(200);
  const end = { intent: "end", userId: await idOf(HELPER), seen: "delivery" };
  const ended = await owner.visitor.post(TEAM, end);
  expect(ended.headers.location).toBe("/admin/team?notice=team-access-ended");
  const endedAt = performance.now();
  await stream.text();
  expect(performance.now() - endedAt).toBeLessThan(1000);
  expect((await helper.request("/admin/deliver")).headers.location).toMatch(/^\/login/);
  expect((await helper.request("/admin/deliver.data")).status).toBe(202);
  expect((await owner.visitor.post(TEAM, end)).status).toBe(409);

  const last = { intent: "end", userId: await idOf(owner.email), seen: "admin" };
  const refused = await owner.visitor.post(TEAM, last);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("This is the only owner");
  expect((await owner.visitor.request(TEAM)).status).toBe(200);
});
