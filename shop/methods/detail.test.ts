import { expect, test } from "vitest";
import { tellable } from "./detail.ts";

test("neither keys nor mail addresses are told on, and long words are cut", () => {
  expect(tellable("Invalid API Key provided: sk_test_51H*********abcd")).toBe(
    "Invalid API Key provided: (a key)",
  );
  expect(tellable('Invalid email address: "mira@example.com".')).toBe(
    'Invalid email address: "(an address)".',
  );
  expect(tellable("rk_live_12ab, whsec_34cd\nand more")).toBe("(a key), (a key) and more");
  expect(tellable("x".repeat(1000))).toHaveLength(300);
});
