import { expect, test } from "vitest";
import { redactDetail } from "./provider-http.server.ts";

test("keys and email addresses are redacted, and long details are cut", () => {
  expect(redactDetail("Invalid API Key provided: sk_test_51H*********abcd")).toBe(
    "Invalid API Key provided: (a key)",
  );
  expect(redactDetail('Invalid email address: "mira@example.com".')).toBe(
    'Invalid email address: "(an address)".',
  );
  expect(redactDetail("rk_live_12ab, whsec_34cd\nand more")).toBe("(a key), (a key) and more");
  expect(redactDetail("x".repeat(1000))).toHaveLength(300);
});
