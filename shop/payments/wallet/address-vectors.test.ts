// The published test vectors: https://github.com/bitcoin/bips, the section "Test vectors" of bip-0350.
import { bech32m } from "@scure/base";
import { describe, expect, test } from "vitest";
import { parseAddress, scriptOf } from "./address.ts";

describe("BIP 350", () => {
  test.each([
    "A1LQFN3A",
    "a1lqfn3a",
    "an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
    "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx",
    `11${"l".repeat(82)}ludsr8`,
    "split1checkupstagehandshakeupstreamerranterredcaperredlc445v",
    "?1v759aa",
  ])("takes %s as Bech32m", (text) => {
    expect(bech32m.decodeUnsafe(text, 90)).toBeDefined();
  });

  test.each([
    ["\u{20}1xj0phk", "a prefix character out of range"],
    ["\u{7f}1g6xzxy", "a prefix character out of range"],
    ["\u{80}1vctc34", "a prefix character out of range"],
    [
      "an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4",
      "its length",
    ],
    ["qyrz8wqd2c9m", "no separator"],
    ["1qyrz8wqd2c9m", "an empty prefix"],
    ["y1b0jsk6g", "a data character"],
    ["lt1igcx5c0", "a data character"],
    ["in1muywd", "a short checksum"],
    ["mm1crxm3i", "a character in the checksum"],
    ["au1s5cgom", "a character in the checksum"],
    ["M1VUXWEZ", "a checksum of the upper-case prefix"],
    ["16plkw9", "an empty prefix"],
    ["1p2gdwpf", "an empty prefix"],
  ])("refuses %s as Bech32m: %s", (text) => {
    expect(bech32m.decodeUnsafe(text, 90)).toBeUndefined();
    expect(parseAddress(text, "mainnet").ok).toBe(false);
  });

  test.each([
    ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
    [
      "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
      "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
    ],
    [
      "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
      "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
    ],
    [
      "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
      "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
    ],
    [
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    ],
  ])("reads the script of %s", (address, script) => {
    const network = /^tb/i.test(address) ? "testnet" : "mainnet";
    const parsed = parseAddress(address, network);
    expect(parsed).toEqual({ ok: true, value: address.toLowerCase() });
    expect(scriptOf(address, network)).toBe(script);
  });

  // Valid by BIP 350, for soft forks to come: until then anybody could spend what is sent there.
  test.each([
    "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
    "BC1SW50QGDZ25J",
    "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
    // Pay-to-anchor, which anybody can spend today (BIP 433).
    "bc1pfeessrawgf",
  ])("takes no address of a witness program without a meaning: %s", (address) => {
    expect(parseAddress(address, "mainnet").ok).toBe(false);
  });

  test.each([
    "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
    "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
    "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
    "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
    "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
    "bc1pw5dgrnzv",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
    "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
    "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
    "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
    "bc1gmk9yu",
  ])("refuses the address %s", (address) => {
    expect(parseAddress(address, "mainnet").ok).toBe(false);
    expect(parseAddress(address, "testnet").ok).toBe(false);
  });
});
