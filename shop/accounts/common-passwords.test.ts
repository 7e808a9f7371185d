import { expect, test } from "vitest";
import { uncommonPasswordSchema, uncommonRegistrationSchema } from "./common-passwords.server.ts";

const COMMON = "This password is on lists of common passwords. Please choose another one";

test.each(["password", "PassWord", "12345678", "qwertyuiop", "iloveyou"])(
  "%s is refused as common, at its field",
  (password) => {
    const form = { password, confirmPassword: password };
    expect(uncommonPasswordSchema.safeParse(form).error?.issues).toMatchObject([
      { path: ["password"], message: COMMON },
    ]);
    const registration = { ...form, name: "Mira", email: "mira@example.com", terms: "on" };
    expect(uncommonRegistrationSchema.safeParse(registration).error?.issues).toMatchObject([
      { path: ["password"], message: COMMON },
    ]);
  },
);

test.each(["correct horse battery", "password of the sea", "qwertyuiop2"])(
  "%s is accepted",
  (password) => {
    expect(uncommonPasswordSchema.safeParse({ password, confirmPassword: password }).success).toBe(
      true,
    );
  },
);
