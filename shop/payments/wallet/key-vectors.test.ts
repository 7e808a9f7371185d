// The published test vectors: https://github.com/bitcoin/bips, the section "Test vectors" of each.
import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { addressAt, type Network, parseAccountKey, scriptOf } from "./address.ts";

function key(text: string, network: Network = "mainnet") {
  const result = parseAccountKey(text, network);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe("BIP 32", () => {
  const { m0h, m0h1, m0h12h, m0h12h2, m0h12h2n } = {
    m0h: "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw",
    m0h1: "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ",
    m0h12h:
      "xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5",
    m0h12h2:
      "xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV",
    m0h12h2n:
      "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy",
  };
  // Of test vectors 1 and 2, the steps from a public key to a public key.
  test.each([
    [m0h, 1, m0h1],
    [m0h12h, 2, m0h12h2],
    [m0h12h2, 1_000_000_000, m0h12h2n],
    [
      "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB",
      0,
      "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH",
    ],
    [
      "xpub6ASAVgeehLbnwdqV6UKMHVzgqAG8Gr6riv3Fxxpj8ksbH9ebxaEyBLZ85ySDhKiLDBrQSARLq1uNRts8RuJiHjaDMBU4Zn9h8LZNnBC5y4a",
      1,
      "xpub6DF8uhdarytz3FWdA8TvFSvvAh8dP3283MY7p2V4SeE2wyWmG5mg5EwVvmdMVCQcoNJxGoWaU9DCWh89LojfZ537wTfunKau47EL2dhHKon",
    ],
    [
      "xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL",
      2,
      "xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFbdpq8p9HmGsApME5hQTZ3emM2rnY5agb9rXpVGyy3bdW6EEgAtqt",
    ],
  ])("%s/%i", (parent, index, child) => {
    expect(key(`wpkh(${parent}/${index}/*)`).node.publicExtendedKey).toBe(child);
  });

  // Test vector 5; its private keys are refused as such.
  const begin = "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6";
  test.each([
    [
      "a private key with a public version",
      `${begin}LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm`,
    ],
    [
      "a public key that begins with 04",
      `${begin}Txnt3siSujt9RCVYsx4qHZGc62TG4McvMGcAUjeuwZdduYEvFn`,
    ],
    [
      "a public key that begins with 01",
      `${begin}N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4`,
    ],
    ["a public key that is no point", `${begin}Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY`],
    [
      "depth 0 with a parent",
      "xpub661no6RGEX3uJkY4bNnPcw4URcQTrSibUZ4NqJEw5eBkv7ovTwgiT91XX27VbEXGENhYRCf7hyEbWrR3FewATdCEebj6znwMfQkhRYHRLpJ",
    ],
    [
      "depth 0 with an index",
      "xpub661MyMwAuDcm6CRQ5N4qiHKrJ39Xe1R1NyfouMKTTWcguwVcfrZJaNvhpebzGerh7gucBvzEQWRugZDuDXjNDRmXzSZe4c7mnTK97pTvGS8",
    ],
  ])("refuses %s", (_what, text) => {
    expect(parseAccountKey(text, "mainnet").ok).toBe(false);
  });
});

test("BIP 49: the key and the address of account 0 on testnet", () => {
  const account = key(
    "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY",
    "testnet",
  );
  expect(publicKeyAt(account, 0)).toBe(
    "03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f",
  );
  expect(addressAt(account, 0)).toBe("2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2");
  expect(scriptOf(addressAt(account, 0), "testnet")).toBe(
    "a914336caa13e08b96080a32b5d818d59b4ab3b3674287",
  );
});

test("BIP 84: the keys and the addresses of account 0", () => {
  const account = key(
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
  );
  expect([0, 1].map((index) => [publicKeyAt(account, index), addressAt(account, index)])).toEqual([
    [
      "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    ],
    [
      "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77",
      "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
    ],
  ]);
  const change = key(changeOf(account.descriptor));
  expect(addressAt(change, 0)).toBe("bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el");
});

test("BIP 86: the keys, scripts and addresses of account 0", () => {
  const account = key(
    "tr(xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ/0/*)",
  );
  const change = key(changeOf(account.descriptor));
  const chains = [
    [
      account,
      0,
      "cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115",
      "5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c",
      "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    ],
    [
      account,
      1,
      "83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145",
      "5120a82f29944d65b86ae6b5e5cc75e294ead6c59391a1edc5e016e3498c67fc7bbb",
      "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
    ],
    [
      change,
      0,
      "399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef",
      "5120882d74e5d0572d5a816cef0041a96b6c1de832f6f9676d9605c44d5e9a97d3dc",
      "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7",
    ],
  ] as const;
  for (const [chain, index, internalKey, script, address] of chains) {
    expect(publicKeyAt(chain, index).slice(2)).toBe(internalKey);
    expect(addressAt(chain, index)).toBe(address);
    expect(scriptOf(address, "mainnet")).toBe(script);
  }
});

function publicKeyAt(account: { node: ReturnType<typeof key>["node"] }, index: number): string {
  return bytesToHex(account.node.deriveChild(index).publicKey ?? new Uint8Array());
}

/** Returns the descriptor of the change addresses of an account, given that of the receiving ones. */
function changeOf(descriptor: string): string {
  return descriptor.replace("/0/*", "/1/*").replace(/#.*$/, "");
}
