import { expect, test } from "vitest";
import { parseForm } from "#lib/form.ts";
import { birthdaySchema, signInSchema } from "./account.ts";
import { nameFromProvider, safeNameSchema } from "./names.server.ts";

test("an email address of more than 254 characters is refused before anything is looked up", () => {
  const signIn = (length: number) =>
    signInSchema.safeParse({ email: "m@example.com".padStart(length, "m"), password: "x" });
  expect(signIn(254).success).toBe(true);
  expect(signIn(255).error?.issues[0]?.message).toBe(
    "Login failed. Please check your credentials.",
  );
  expect(signIn(18_000).success).toBe(false);
});

test.each([
  ["go to https://evil.example", "Name must not contain a web address"],
  ["evil.com", "Name must not contain a web address"],
  ["evil.com.", "Name must not contain a web address"],
  ["evil\u3002com", "Name must not contain a web address"],
  ["evil\uFF0Ecom", "Name must not contain a web address"],
  ["shop.evil.example.com", "Name must not contain a web address"],
  ["evil.xn--p1ai", "Name must not contain a web address"],
  ["see t.co/evil", "Name must not contain a web address"],
  ["write to a@x.com", "Name must not contain a web address"],
  ["mailto:a@evil", "Name must not contain a web address"],
  ["яндекс.рф", "Name must not contain a web address"],
  ["see WWW.evil", "Name must not contain a web address"],
  ["1.2.3.4/x", "Name must not contain a web address"],
  ["evil[.]com", "Name must not contain a web address"],
  ["evil (dot) com", "Name must not contain a web address"],
  ["Mira\u202Etloh", "Name contains invisible characters. Please type it instead of pasting it"],
  ["Mi\u200Dra", "Name contains invisible characters. Please type it instead of pasting it"],
  ["علی\u200C", "Name contains invisible characters. Please type it instead of pasting it"],
  ["Mi\u200Bra", "Name contains invisible characters. Please type it instead of pasting it"],
])("the name %j is refused: %s", (name, message) => {
  expect(safeNameSchema.safeParse({ name }).error?.issues[0]?.message).toBe(message);
  expect(nameFromProvider(name)).toBe("Customer");
});

test.each([
  "Mira Holt",
  "J. R. R. Tolkien",
  "J.Smith",
  "S.Ramesh",
  "Dr.Müller",
  "St.John",
  "Dr. Ada King-Noel",
  "O’Neil",
  "李小龍",
  "Zoë P.",
  "محمد",
  "علی\u200Cرضا",
  "ක්\u200Dෂණ",
])("%j is a name", (name) => {
  expect(safeNameSchema.safeParse({ name }).success).toBe(true);
  expect(nameFromProvider(name)).toBe(name);
});

test.each([
  ["1991-02-28", true],
  ["", true],
  ["1991-02-29", false],
  ["0000-01-01", false],
])("birthday %j: valid is %j", (birthday, isValid) => {
  expect(parseForm(birthdaySchema, { birthday }).ok).toBe(isValid);
});
