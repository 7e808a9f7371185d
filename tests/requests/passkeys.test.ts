import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { passkeys, verifications } from "#shop/accounts/tables.ts";
import { PasskeyDevice } from "../passkey-device.ts";
import type { Visitor } from "../visitor.ts";
import { openTestApp, type TestApp } from "./open-app.ts";

const ORIGIN = "http://localhost";
const open = () => openTestApp({ APP_URL: ORIGIN });

/** Returns the challenge that the shop stored last. */
async function lastChallenge({ db }: TestApp): Promise<string> {
  const [row] = await db.select().from(verifications).orderBy(desc(verifications.createdAt));
  return (JSON.parse(row?.value ?? "{}") as { expectedChallenge: string }).expectedChallenge;
}

/** Adds a passkey on the security page; returns the device that has it. */
async function addPasskey(app: TestApp, visitor: Visitor, password: string) {
  const device = new PasskeyDevice(ORIGIN);
  await visitor.post("/account/security", { intent: "passkey-start", password });
  const made = device.create({ challenge: await lastChallenge(app), rp: { id: "localhost" } });
  const response = await visitor.post("/account/security", { intent: "passkey-add", made });
  expect(response.headers.location).toBe("/account/security?notice=passkey-added");
  return device;
}

/** Requests a challenge as the sign-in page does. */
async function challenge(visitor: Visitor) {
  const { status, text } = await visitor.post("/passkey-challenge", { purpose: "sign-in" });
  expect(status).toBe(200);
  return JSON.parse(text) as { challenge: string; userVerification: string };
}

test("a signed challenge signs in once, and only here; any other text is refused", async () => {
  const app = await open();
  const { visitor, password, email } = await app.account();
  const device = await addPasskey(app, visitor, password);
  const browser = app.visitor();
  const options = await challenge(browser);
  expect(options).toMatchObject({ userVerification: "required", rpId: "localhost" });
  expect(options).not.toHaveProperty("allowCredentials");
  const thief = browser.twin();
  const form = { intent: "passkey", next: "/account", signed: device.sign(options) };
  expect((await browser.post("/login", form)).headers.location).toBe("/account?notice=signed-in");
  expect((await browser.request("/account")).text).toContain(email);
  const replayed = await thief.post("/login", form);
  expect(replayed.status).toBe(401);
  expect(replayed.text).toContain("This passkey did not work");

  const evil = device.sign(await challenge(thief), { origin: "https://evil.example" });
  for (const signed of [evil, "", "{}", "\0", `{"id":${"[".repeat(2000)}`])
    expect((await thief.post("/login", { ...form, signed })).status, signed.slice(0, 20)).toBe(401);
  expect((await thief.request("/account")).headers.location).toMatch(/^\/login/);
  // An expected failure each.
  expect(app.log()).toContain("authentication passkey failed");
  expect(app.log()).not.toMatch(/error/i);
});

test("a passkey is added and removed only with the password, and only one's own is changed", async () => {
  const app = await open();
  const { visitor, password } = await app.account();
  const sly = await app.account();
  const wrong = { intent: "passkey-start", password: "not my password" };
  expect((await visitor.post("/account/security", wrong)).status).toBe(400);
  expect(await app.db.$count(verifications)).toBe(0);
  await addPasskey(app, visitor, password);
  const [own] = await app.db.select().from(passkeys);
  const passkeyId = own?.id ?? "";

  for (const intent of ["passkey-rename", "passkey-remove"]) {
    const form = { intent, passkeyId, name: "Mine", password: sly.password };
    expect((await sly.visitor.post("/account/security", form)).status, intent).toBe(404);
  }
  const remove = { intent: "passkey-remove", passkeyId };
  const refused = await visitor.post("/account/security", { ...remove, password: "wrong" });
  expect(refused.status).toBe(400);
  const named = { intent: "passkey-rename", passkeyId, name: "a\u202Eb" };
  expect((await visitor.post("/account/security", named)).status).toBe(400);
  expect(await app.db.select().from(passkeys)).toEqual([own]);
  expect((await visitor.post("/account/security", { ...remove, password })).status).toBe(302);
  expect(await app.db.$count(passkeys)).toBe(0);
});

test("the second step has a challenge only while a sign-in waits for it", async () => {
  const app = await open();
  const { visitor, password } = await app.account();
  const device = await addPasskey(app, visitor, password);
  const stranger = app.visitor();
  const asked = await stranger.post("/passkey-challenge", { purpose: "second-step" });
  expect(asked.status).toBe(400);
  const form = { intent: "passkey", signed: device.sign(await challenge(stranger)) };
  expect((await stranger.post("/two-factor", form)).status).toBe(401);
  expect((await stranger.request("/account")).headers.location).toMatch(/^\/login/);
});

test("a shop at an IP address offers none", async () => {
  const app = await openTestApp({ APP_URL: "http://127.0.0.1" });
  const { visitor } = await app.account();
  expect((await app.visitor().request("/login")).text).not.toContain("with a passkey");
  expect((await visitor.request("/account/security")).text).not.toContain("Add a passkey");
  const asked = await app.visitor().post("/passkey-challenge", { purpose: "sign-in" });
  expect(asked.status).toBe(404);
});
