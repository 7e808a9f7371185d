import { expect, test } from "vitest";
import { emailField } from "./email-field.ts";

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

test.each([
  "x@example..com",
  "x@-example.com",
  "x@example-.com",
  "x@example.c",
  "x@example.123",
  "x@.example.com",
  ".x@example.com",
  "x.@example.com",
  "x..y@example.com",
  "x@example",
  "x@exa_mple.com",
  `${"x".repeat(65)}@example.com`,
  `x@${"a".repeat(64)}.com`,
])("no mail server takes %s", (address) => {
  expect(emailField("").safeParse(address).success).toBe(false);
});

test.each([
  "x@gmail.com",
  "mira.holt+shop@mail.example.co.uk",
  "o'neil_1@a.io",
  "x@xn--bcher-kva.example",
  "x@bücher.example",
  "x@1-2.example.xn--p1ai",
])("%s is an address", (address) => {
  expect(emailField("").parse(address)).toBe(address);
});

test("the dot after a host name is dropped", () => {
  expect(emailField("").parse("x@gmail.com. ")).toBe("x@gmail.com");
});
