import { describe, expect, test } from "vitest";
import { addressAt, parseAccountKey, parseAddress } from "./address.ts";
import { paymentUri } from "./uri.ts";

// The test vectors of BIP 84 and BIP 49 (the latter on testnet).
const zpub =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const tpubBip49 =
  "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY";

function key(text: string, network: Parameters<typeof parseAccountKey>[1]) {
  const result = parseAccountKey(text, network);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe("addresses from a public key", () => {
  test("BIP 84's vector", () => {
    expect([0, 1].map((index) => addressAt(key(zpub, "mainnet"), index))).toEqual([
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
    ]);
  });

  test("BIP 49's vector", () => {
    expect(addressAt(key(tpubBip49, "testnet"), 0)).toBe("2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2");
  });

  test("no index gives the address of another", () => {
    const account = key(zpub, "mainnet");
    expect(new Set(Array.from({ length: 200 }, (_, index) => addressAt(account, index))).size).toBe(
      200,
    );
  });
});

describe("keys that are refused", () => {
  const xprv =
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi";
  test.each([
    ["an extended private key", xprv, "private key"],
    [
      "a single private key (WIF)",
      "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1",
      "private key",
    ],
    ["a mistyped key", `${zpub.slice(0, -1)}t`, "mistyped"],
    ["anything else", "hello", "not an extended public key"],
    ["a key of another network", tpubBip49, 'not for the network "mainnet"'],
  ])("%s, saying why", (_what, text, why) => {
    expect(parseAccountKey(text, "mainnet")).toMatchObject({
      ok: false,
      error: expect.stringContaining(why),
    });
  });

  test("a private key is no address, nor is an address of another network", () => {
    expect(parseAddress(xprv, "mainnet")).toMatchObject({
      ok: false,
      error: expect.stringContaining("private key"),
    });
    expect(parseAddress("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "mainnet").ok).toBe(false);
    expect(parseAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "mainnet").ok).toBe(true);
  });
});

test("a payment URI has a decimal amount without exponent, and what it says is escaped", () => {
  expect(paymentUri("bc1qexample", 1, "Satchel & co")).toBe(
    "bitcoin:bc1qexample?amount=0.00000001&label=Satchel%20%26%20co",
  );
  expect(paymentUri("bc1qexample", 10_000_000, "Satchel")).toContain("amount=0.10000000");
});
