import { describe, expect, test } from "vitest";
import { addressAt, parseAccountKey } from "./address.ts";

// The account key of BIP 84's and BIP 86's words, in the notations that wallets export.
const xpub =
  "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";
const zpub =
  "zpub6r6wsPCjK89tz1w5NETtd3ZhDj9dYKGxcKMMRYrQSgYs1P8gQ2VCD1vZBHcbU4dMKQaMcKsGpHgAGQeSAhJ2uhyUCrhTAiL7r44bWx9mCbd";

function read(text: string) {
  const key = parseAccountKey(text, "mainnet");
  return key.ok ? { id: key.value.id, first: addressAt(key.value, 0) } : key.error;
}
const native = read(`wpkh(${xpub}/0/*)`);
const nested = read(`sh(wpkh(${xpub}/0/*))`);
const taproot = read(`tr(${xpub}/0/*)`);
const key = parseAccountKey(`wpkh([73c5da0a/84h/0h/0h]${xpub}/0/*)`, "mainnet");
const descriptor = key.ok ? key.value.descriptor : "";

describe("a key that no descriptor surrounds", () => {
  test.each([
    ["with its origin", `[73c5da0a/84h/0h/0h]${xpub}`, native],
    ["with its origin in apostrophes", `[73c5da0a/84'/0'/0']${xpub}`, native],
    ["with a fingerprint alone", `[73c5da0a]${xpub}`, native],
    ["with its origin and steps", `[73C5DA0A/84h/0h/0h]${xpub}/0/*`, native],
    ["with both ranges", `[73c5da0a/84h/0h/0h]${xpub}/<0;1>/*`, native],
    ["with steps", `${xpub}/0/*`, native],
    ["of BIP 49", `[73c5da0a/49h/0h/0h]${xpub}`, nested],
    ["of BIP 86", `[73c5da0a/86h/0h/0h]${xpub}`, taproot],
    ["of BTCPay Server", `${xpub}-[p2sh]`, nested],
    ["of BTCPay Server, Taproot", `${xpub}-[taproot]`, taproot],
    ["in quotation marks", `"${xpub}"`, native],
  ])("%s", (_what, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    ["legacy by its path", `[73c5da0a/44h/0h/0h]${xpub}`, "addresses that begin with 1"],
    ["legacy by BTCPay Server's word", `${xpub}-[legacy]`, "addresses that begin with 1"],
    ["several signers by its path", `[73c5da0a/48h/0h/0h/2h]${xpub}`, "several signers"],
    ["several signers of BTCPay Server", `2-of-${xpub}-${xpub}`, "several signers"],
    ["an unknown word", `${xpub}-[p2wsh]`, '"-[p2wsh]" after the key is not known'],
    ["two kinds of addresses", `[73c5da0a/84h/0h/0h]${xpub}-[p2sh]`, "different kinds"],
    ["a prefix of another kind", `[73c5da0a/86h/0h/0h]${zpub}`, "kind of addresses"],
    ["an origin without fingerprint", `[m/84h/0h/0h]${xpub}`, "fingerprint of eight hex digits"],
    ["one address for all", `${xpub}/0`, "no range"],
    ["a hardened step", `${xpub}/0h/*`, "plain numbers"],
    ["a mistyped key", `[73c5da0a/84h/0h/0h]${xpub.slice(0, -1)}R`, "mistyped"],
    ["of another network", `[73c5da0a/84h/1h/0h]t${xpub.slice(1)}`, "not for the network"],
  ])("is refused with its reason: %s", (_what, text, reason) => {
    expect(read(text)).toContain(reason);
  });
});

describe("a descriptor", () => {
  const core = (...desc: string[]) =>
    desc.map((one) => ({ desc: one, active: true, internal: false }));
  const change = { desc: `wpkh(${xpub}/1/*)`, active: true, internal: true };
  test.each([
    ["in quotation marks", `"${descriptor}"`],
    ["in apostrophes", ` '${descriptor}' `],
    ["in typographic quotation marks", `“${descriptor}”`],
    ["below a comment", `# the shop's wallet\n// of 2026\n${descriptor}`],
    ["in an object", JSON.stringify({ desc: descriptor })],
    ["as getdescriptorinfo answers", JSON.stringify({ descriptor, isrange: true })],
    ["in a list", JSON.stringify([...core(descriptor), change])],
    [
      "as listdescriptors answers",
      JSON.stringify({ wallet_name: "shop", descriptors: [...core(descriptor), change] }, null, 2),
    ],
  ])("%s", (_what, text) => {
    expect(read(text)).toEqual(native);
  });

  test.each([
    [
      "several of them",
      JSON.stringify(core(descriptor, `tr(${xpub}/0/*)`)),
      "this JSON has 2 descriptors",
    ],
    ["two below each other", `${descriptor}\n${change.desc}`, "several lines"],
    ["none in the JSON", JSON.stringify({ xpub, bip84: { xpub } }), "no descriptor"],
    ["cut off", JSON.stringify({ desc: descriptor }).slice(0, 60), "incomplete"],
    ["a wrong checksum", JSON.stringify({ desc: `${descriptor.slice(0, -1)}b` }), "mistyped"],
    [
      "a private key",
      JSON.stringify({
        desc: "wpkh(xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi/0/*)",
      }),
      "private key",
    ],
  ])("is refused with its reason: %s", (_what, text, reason) => {
    expect(read(text)).toContain(reason);
  });
});
