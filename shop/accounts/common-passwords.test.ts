import { expect, test } from "vitest";
import { safePasswordSchema, safeRegistrationSchema } from "./common-passwords.server.ts";

const COMMON = "This password is on lists of common passwords. Please choose another one";
const NAME = "This password is easy to guess, because it is a name. Please choose another one";
const shopName = "Coins & Co";
const ofMira = safePasswordSchema({ shopName, email: "mira.holt@example.com" });

test.each(["password", "PassWord", "12345678", "qwertyuiop", "iloveyou"])(
  "%s is refused as common, at its field",
  (password) => {
    const form = { password, confirmPassword: password };
    expect(ofMira.safeParse(form).error?.issues).toMatchObject([
      { path: ["password"], message: COMMON },
    ]);
    const registration = { ...form, name: "Mira", email: "mira@example.com", terms: "on" };
    expect(
      safeRegistrationSchema({ shopName }).safeParse(registration).error?.issues,
    ).toMatchObject([{ path: ["password"], message: COMMON }]);
  },
);

test.each(["CoinsCo 2026", "mira.holt", "Mira-Holt!!1", "mira.holt@example.com"])(
  "%s is refused as the name of the shop or of the account",
  (password) => {
    const form = { password, confirmPassword: password };
    expect(ofMira.safeParse(form).error?.issues).toMatchObject([
      { path: ["password"], message: NAME },
    ]);
    const registration = { ...form, name: "M", email: "mira.holt@example.com", terms: "on" };
    expect(
      safeRegistrationSchema({ shopName }).safeParse(registration).error?.issues,
    ).toMatchObject([{ path: ["password"], message: NAME }]);
  },
);

test("a password without letters is compared with no name", () => {
  const form = { password: "7294 5518 30", confirmPassword: "7294 5518 30" };
  expect(safePasswordSchema({ shopName: "1984" }).safeParse(form).success).toBe(true);
});

test.each(["correct horse battery", "password of the sea", "qwertyuiop2", "coins and co of mira"])(
  "%s is accepted",
  (password) => {
    expect(ofMira.safeParse({ password, confirmPassword: password }).success).toBe(true);
  },
);
