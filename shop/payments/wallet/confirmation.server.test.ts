import { expect, test } from "vitest";
import { testKey } from "../../../tests/make.ts";
import { firstAddresses } from "./confirmation.server.ts";

// BIP 84's own test vector: m/84'/0'/0'/0/0 and /1.
test("the first addresses of a key are those that a wallet with this key shows", () => {
  const addresses = firstAddresses({ kind: "xpub", key: testKey });
  expect(addresses.slice(0, 2)).toEqual([
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
  ]);
  expect(new Set(addresses).size).toBe(3);
});

test("the fixed address stands for itself", () => {
  const address = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
  expect(firstAddresses({ kind: "fixed", address })).toEqual([address]);
});
