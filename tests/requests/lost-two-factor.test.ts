import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { twoFactorRemovals, twoFactors, users } from "#shop/accounts/tables.ts";
import { openTestApp } from "./open-app.ts";
import { teamMember } from "./team-member.ts";

test("an owner asks to turn off a lost second factor by the panel, and its link keeps it on", async () => {
  const app = await openTestApp();
  const owner = await app.account();
  const bookkeeper = await teamMember(app, "bookkeeper");
  const mira = await app.account();
  const [user] = await app.db
    .update(users)
    .set({ emailVerified: true, twoFactorEnabled: true })
    .where(eq(users.email, mira.email))
    .returning();
  const userId = user?.id ?? "";
  await app.db.insert(twoFactors).values({ id: "app", userId, secret: "", backupCodes: "" });
  const panel = `/admin/customers/${encodeURIComponent(mira.email)}`;
  const ask = (password: string, visitor = owner.visitor) =>
    visitor.post(panel, { intent: "two-factor-ask", userId, password });
  const waits = () => app.db.$count(twoFactorRemovals);

  expect((await owner.visitor.request(panel)).text).toContain("App and recovery codes lost?");
  expect((await ask("a guess")).text).toContain("Incorrect password");
  expect((await ask(bookkeeper.password, bookkeeper.visitor)).status).toBe(403);
  expect((await ask(mira.password, mira.visitor)).headers.location).toBe("/");
  expect(await waits()).toBe(0);
  expect((await ask(owner.password)).headers.location).toContain("notice=two-factor-asked");
  expect((await owner.visitor.request(panel)).text).toContain("Will be turned off on");

  // The person is signed in nowhere.
  const anyone = app.visitor();
  const link = await app.linkTo(mira.email, "two-factor-asked");
  for (const method of ["HEAD", "GET"]) await anyone.request(link, { method });
  expect((await anyone.request(link)).text).toContain(mira.email);
  expect(await waits()).toBe(1);
  const token = new URL(link, app.url).searchParams.get("token") ?? "";
  expect((await anyone.post(link, { token: "guess" })).status).toBe(400);
  expect((await anyone.post(link, { token })).text).toContain("stays on");
  expect(await waits()).toBe(0);
  expect((await anyone.request(link)).text).toContain("This link does not work");

  // An owner withdraws it; another press finds nothing.
  await ask(owner.password);
  const withdraw = () => owner.visitor.post(panel, { intent: "two-factor-withdraw", userId });
  expect((await withdraw()).headers.location).toContain("notice=two-factor-withdrawn");
  expect((await withdraw()).status).toBe(409);
  expect(await app.db.$count(twoFactors)).toBe(1);
});
