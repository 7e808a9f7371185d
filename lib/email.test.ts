import { expect, test } from "vitest";
import { emailField, normalizeEmail } from "./email.ts";

test("emails are compared without regard to case or the space around them", () => {
  expect(normalizeEmail(" Mira@EXAMPLE.com\t")).toBe("mira@example.com");
});

test("an empty field has the given message, an invalid one its own", () => {
  const message = (text: string) =>
    emailField("Where do we write to?")
      .safeParse(text)
      .error?.issues.map((issue) => issue.message);
  expect(message("  ")).toContain("Where do we write to?");
  expect(message("mira")).toEqual(["Please enter a valid email address"]);
  expect(message(" mira@example.com ")).toBeUndefined();
});

test("a text of any length is validated in time", () => {
  expect(emailField("").safeParse(`mira@${".".repeat(500_000)} x`).success).toBe(false);
});
