import { expect, test } from "vitest";
import type { Visitor } from "../visitor.ts";
import { openTestApp, type TestApp } from "./open-app.ts";

const NEW_PASSWORD = "a brand new password";
const inAccount = /class="setting__address">([^<]*)</;

/** Opens a mailed link, presses the button of its page if there is one, and returns the page's last answer. */
async function useLink(visitor: Visitor, path: string) {
  const page = await visitor.request(path);
  const token = new URL(path, "http://shop.test").searchParams.get("token") ?? "";
  return page.status === 200 ? visitor.post(path, { token }) : page;
}

/** Asks for a change of the address of the account that this visitor is signed in to; returns the mailed link. */
async function requestChange(app: TestApp, visitor: Visitor, email: string, password: string) {
  expect((await visitor.post("/account", { intent: "email", email, password })).status).toBe(302);
  return app.linkTo(email, "verify-email");
}

/** Chooses a new password by mail and signs in with it, as the owner of an address does. */
async function resetPassword(app: TestApp, email: string): Promise<Visitor> {
  const owner = app.visitor();
  await owner.post("/forgot-password", { email });
  const link = await app.linkTo(email, "reset-password");
  const token = new URL(link, app.url).searchParams.get("token") ?? "";
  const form = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  expect((await owner.post(link, form)).headers.location).toMatch(/^\/login/);
  expect((await owner.post("/login", { email, password: NEW_PASSWORD })).status).toBe(302);
  return owner;
}

test("opening a link changes nothing, as mail scanners do; its page shows the new address", async () => {
  const app = await openTestApp();
  const { visitor, email, password } = await app.account();
  const link = await requestChange(app, visitor, "new@example.com", password);
  for (const method of ["HEAD", "GET"])
    for (const path of [link, link.replace("?", ".data?")])
      expect((await visitor.request(path, { method })).status, `${method} ${path}`).toBe(200);
  expect((await visitor.request(link)).text).toContain("<b>new@example.com</b>");
  expect(await addressOf(visitor)).toBe(email);
  expect((await useLink(visitor, link)).headers.location).toBe("/verify-email");
  expect(await addressOf(visitor)).toBe("new@example.com");
});

const addressOf = async (visitor: Visitor) =>
  inAccount.exec((await visitor.request("/account")).text)?.[1];

test("a link that a stranger asked for before the owner chose a password changes no address", async () => {
  const app = await openTestApp();
  // The stranger registers with the owner's address, which is free.
  const { visitor: stranger, email, password } = await app.account();
  const link = await requestChange(app, stranger, "stranger@example.com", password);
  const owner = await resetPassword(app, email);
  await useLink(owner, link);
  expect(await addressOf(owner)).toBe(email);
});

test("of two changes that a thief asked for, undoing one ends the other", async () => {
  const app = await openTestApp();
  const { visitor, email, password } = await app.account();
  await useLink(visitor, await app.linkTo(email, "verify-email"));
  // The thief has the session and the password.
  const first = await requestChange(app, visitor, "thief1@example.com", password);
  const second = await requestChange(app, visitor, "thief2@example.com", password);
  await useLink(visitor, first);
  expect(await addressOf(visitor)).toBe("thief1@example.com");
  await useLink(app.visitor(), await app.linkTo(email, "email-changed"));
  const owner = await resetPassword(app, email);
  await useLink(owner, second);
  expect(await addressOf(owner)).toBe(email);
});
