import { describe, expect, test } from "vitest";
import { addressAt, parseAccountKey, parseAddress, paymentUri } from "./address.ts";

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

  // BIP 86's vector, and the same account of the same words as BIP 84's.
  const bip86 =
    "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";

  test("BIP 86's vector, of a tr descriptor", () => {
    const addresses = [0, 1].map((index) => addressAt(key(`tr(${bip86}/0/*)`, "mainnet"), index));
    expect(addresses).toEqual([
      "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
      "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
    ]);
    const change = addressAt(key(`tr(${bip86}/1/*)`, "mainnet"), 0);
    expect(change).toBe("bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7");
  });

  test("a descriptor gives the addresses of the key alone", () => {
    const plain = key(zpub, "mainnet");
    const first = addressAt(plain, 0);
    expect(addressAt(key(plain.descriptor, "mainnet"), 0)).toBe(first);
    const [body = ""] = plain.descriptor.split("#");
    for (const text of [
      body,
      body.replace("wpkh(", "wpkh([73c5da0a/84h/0h/0h]"),
      body.replace("wpkh(", "wpkh([73c5da0a/84'/0'/0']"),
      body.replace("/0/*", "/<0;1>/*"),
    ]) {
      const same = key(text, "mainnet");
      expect(addressAt(same, 0)).toBe(first);
      expect(same.id).toBe(plain.id);
    }
    expect(
      key(plain.descriptor.replace("/0/*", "/1/*").split("#")[0] ?? "", "mainnet").id,
    ).not.toBe(plain.id);
    const nested = key(tpubBip49, "testnet");
    expect(addressAt(key(nested.descriptor, "testnet"), 0)).toBe(addressAt(nested, 0));
    expect(nested.descriptor).toMatch(/^sh\(wpkh\(tpub/);
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
  const { descriptor } = key(zpub, "mainnet");
  test.each([
    ["an extended private key", xprv, "private key"],
    [
      "a single private key (WIF)",
      "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1",
      "private key",
    ],
    ["a mistyped key", `${zpub.slice(0, -1)}t`, "mistyped"],
    ["an extended private key in a descriptor", `wpkh(${xprv}/0/*)`, "private key"],
    [
      "a single private key in a descriptor",
      "tr([00000000/86h]L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1)",
      "private key",
    ],
    ["a descriptor with a wrong checksum", `${descriptor.slice(0, -1)}x`, "mistyped"],
    ["one without range", "wpkh(xpub6BgBgses/0)", "no range"],
    ["one with hardened steps", "wpkh(xpub6BgBgses/0h/*)", "plain numbers"],
    ["one with hardened addresses", "wpkh(xpub6BgBgses/0/*h)", "no range"],
    ["one of old addresses", "pkh(xpub6BgBgses/0/*)", "cost the most"],
    ["one of several signers", "wsh(multi(1,xpub6BgBgses/0/*,xpub6BgBgses/1/*))", "one key"],
    ["one with a key that is not in Core's writing", `wpkh(${zpub}/0/*)`, "has to be an xpub"],
    ["one of another network", "wpkh(tpub6BgBgses/0/*)", 'not for the network "mainnet"'],
    ["a key of several signers", `Z${zpub.slice(1)}`, "several signers"],
    ["anything else", "hello", "not an extended public key"],
    ["a key of another network", tpubBip49, 'not for the network "mainnet"'],
  ])("%s, saying why", (_what, text, why) => {
    expect(parseAccountKey(text, "mainnet")).toMatchObject({
      ok: false,
      error: expect.stringContaining(why),
    });
  });

  test.each([xprv, `wpkh(${xprv}/0/*)`, `sh(wpkh(${xprv}))`])(
    "a private key is not repeated by what refuses it",
    (text) => {
      const { ok, ...refused } = parseAccountKey(text, "mainnet");
      expect(ok).toBe(false);
      expect(JSON.stringify(refused)).not.toContain(xprv.slice(0, 12));
    },
  );

  test.each([
    ["bc1pfeessrawgf", "mainnet"],
    ["tb1pfees9rn5nz", "signet"],
    ["bcrt1pfeesnyr2tx", "regtest"],
  ] as const)("an address that anybody can spend from is none: %s", (address, network) => {
    expect(parseAddress(address, network)).toMatchObject({
      ok: false,
      error: expect.stringContaining("anybody could spend"),
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

  test("a payment URI gives its address", () => {
    const value = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    for (const uri of [`bitcoin:${value}`, ` BITCOIN:${value}?amount=0.1`])
      expect(parseAddress(uri, "mainnet")).toEqual({ ok: true, value });
  });
});

test("a payment URI has a decimal amount without exponent, and what it says is escaped", () => {
  expect(paymentUri("bc1qexample", 1, "Satchel & co")).toBe(
    "bitcoin:bc1qexample?amount=0.00000001&label=Satchel%20%26%20co",
  );
  expect(paymentUri("bc1qexample", 10_000_000, "Satchel")).toContain("amount=0.10000000");
});
