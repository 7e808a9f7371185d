// The published test vectors: https://github.com/bitcoin/bips, the section "Test vectors" of bip-0380.
import { describe, expect, test } from "vitest";
import { parseAccountKey } from "./address.ts";
import { parseDescriptor } from "./descriptor.ts";

describe("BIP 380", () => {
  const xpub =
    "xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL";
  const error = (text: string) => {
    const parsed = parseDescriptor(text);
    return parsed.ok ? null : parsed.error;
  };

  test.each([
    ["no checksum, which may be left out", "raw(deadbeef)", false],
    ["a valid one", "raw(deadbeef)#89f8spxm", false],
    ["an empty one", "raw(deadbeef)#", true],
    ["nine characters", "raw(deadbeef)#89f8spxmx", true],
    ["seven characters", "raw(deadbeef)#89f8spx", true],
    ["an error in the payload", "raw(deedbeef)#89f8spxm", true],
    ["an error in the checksum", "raw(deedbeef)##9f8spxm", true],
    ["invalid characters", "raw(Ü)#00000000", true],
  ])("checksum: %s", (_what, text, isMistyped) => {
    // A `raw` descriptor has no addresses to give; what matters is whether its checksum is the reason.
    expect(error(text)).toContain(
      isMistyped ? "its checksum does not fit" : "only those with one key",
    );
  });

  test.each([`[deadbeef/0h/1h/2h]${xpub}/3/4/5/*`, `[deadbeef/0'/1h/2']${xpub}/3/4/5/*`])(
    "takes the key %s",
    (text) => {
      expect(parseDescriptor(`wpkh(${text})`)).toMatchObject({
        ok: true,
        value: { key: xpub, path: [3, 4, 5] },
      });
    },
  );

  // Valid keys that a shop cannot derive addresses from: without a range, hardened below, or single.
  test.each([
    xpub,
    `[deadbeef/0h/1h/2h]${xpub}`,
    `[deadbeef/0h/1h/2h]${xpub}/3/4/5`,
    `${xpub}/3h/4h/5h/*`,
    `${xpub}/3h/4h/5h/*h`,
    `[deadbeef/0h/1h/2]${xpub}/3h/4h/5h/*h`,
    "0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600",
    "[deadbeef/0h/0h/0h]0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600",
    "04a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd5b8dec5235a0fa8722476c7709c02559e3aa73aa03918ba2d492eea75abea235",
  ])("takes no key without addresses: %s", (text) => {
    expect(error(`wpkh(${text})`)).toMatch(/no range|plain numbers|cannot be read/);
  });

  test.each([
    "5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss",
    "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1",
    "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1/0",
    "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1/*",
    "[deadbeef/0h/1h/2h]xprvA1RpRA33e1JQ7ifknakTFpgNXPmW2YvmhqLQYMmrj4xJXXWYpDPS3xz7iAxn8L39njGVyuoseXzU6rcxFLJ8HFsTjSyQbLYnMpCqE2VbFWc/3/4/5/*",
    "xprvA1RpRA33e1JQ7ifknakTFpgNXPmW2YvmhqLQYMmrj4xJXXWYpDPS3xz7iAxn8L39njGVyuoseXzU6rcxFLJ8HFsTjSyQbLYnMpCqE2VbFWc/3h/4h/5h/*h",
  ])("refuses the private key %s", (text) => {
    expect(parseAccountKey(`wpkh(${text})`, "mainnet")).toMatchObject({
      ok: false,
      error: expect.stringContaining("private key"),
    });
  });

  // The invalid expressions, with a key and a range that would be valid.
  test.each([
    ["a range in the origin", `[deadbeef/0h/0h/0h/*]${xpub}/0/*`],
    ["a slash at its end", `[deadbeef/0h/0h/0h/]${xpub}/0/*`],
    ["a short fingerprint", `[deadbef/0h/0h/0h]${xpub}/0/*`],
    ["a long fingerprint", `[deadbeeef/0h/0h/0h]${xpub}/0/*`],
    ["f for hardened", `[deadbeef/0f/0f/0f]${xpub}/0/*`],
    ["H for hardened", `[deadbeef/0H/0H/0H]${xpub}/0/*`],
    ["negative steps", `[deadbeef/-0/-0/-0]${xpub}/0/*`],
    ["an index out of range", `${xpub}/2147483648/*`],
    ["an index that is no number", `${xpub}/1aa/*`],
    ["two origins", `[aaaaaaaa][aaaaaaaa]${xpub}/0/*`],
    ["an origin without its start", `aaaaaaaa]${xpub}/0/*`],
    ["a fingerprint that is not hex", `[gaaaaaaa]${xpub}/0/*`],
    ["an origin without a key", "[deadbeef]"],
  ])("refuses %s", (_what, text) => {
    expect(error(`wpkh(${text})`)).toMatch(/cannot be read|plain numbers/);
  });
});
