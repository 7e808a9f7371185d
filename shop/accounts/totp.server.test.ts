import { expect, test } from "vitest";
import { totpCode, totpStep } from "./single-use-codes.server.ts";

// RFC 6238, appendix B (SHA-1); its codes have 8 digits, of which these are the last 6.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at second %i is %s", (seconds, code) => {
  expect(totpCode("12345678901234567890", totpStep(new Date(seconds * 1000)))).toBe(code);
});
