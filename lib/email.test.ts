import { expect, test } from "vitest";
import { normalizeEmail } from "./email.ts";

test("emails are compared without regard to case or the space around them", () => {
  expect(normalizeEmail(" Mira@EXAMPLE.com\t")).toBe("mira@example.com");
});
