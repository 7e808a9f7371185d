import { expect, test } from "vitest";
import { makeSecret, signatureOf } from "./signature.server.ts";

test("a signature is what any other HMAC-SHA256 makes of the time and the body", () => {
  // printf '1700000000.{"id":"1"}' | openssl dgst -sha256 -hmac whsec_known
  expect(signatureOf("whsec_known", '{"id":"1"}', new Date(1_700_000_000_999))).toBe(
    "t=1700000000,v1=a1d9b017e0c00bb9ec1280ae52bc0749d94c12e9422b10699aa4b438915a622a",
  );
});

test("secrets are long, say what they are, and are never the same", () => {
  expect(makeSecret()).toMatch(/^whsec_[\w-]{43}$/);
  expect(makeSecret()).not.toBe(makeSecret());
});
