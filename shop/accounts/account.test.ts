import { expect, test } from "vitest";
import { signInSchema } from "./account.ts";

test("an email address of more than 254 characters is refused before anything is looked up", () => {
  const signIn = (length: number) =>
    signInSchema.safeParse({ email: "m@example.com".padStart(length, "m"), password: "x" });
  expect(signIn(254).success).toBe(true);
  expect(signIn(255).error?.issues[0]?.message).toBe(
    "Login failed. Please check your credentials.",
  );
  expect(signIn(18_000).success).toBe(false);
});
