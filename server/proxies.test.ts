import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientAddress, requestOrigin, trustedProxies, type TrustedProxies } from "./proxies.ts";

function trusting(...texts: string[]): TrustedProxies {
  const read = trustedProxies(texts);
  if (!read.ok) throw new Error(read.error.join());
  return read.value;
}

const proxies = trusting("10.0.0.0/8", "192.0.2.1", "fd00::/8");

describe("the client address", () => {
  test.each([
    ["without a proxy, the connection's", "203.0.113.9", undefined, "203.0.113.9"],
    ["whatever a stranger claims", "203.0.113.9", "198.51.100.7", "203.0.113.9"],
    ["what one proxy says", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    [
      "what the last proxy says, not the visitor",
      "10.1.2.3",
      "1.1.1.1, 203.0.113.9",
      "203.0.113.9",
    ],
    ["past all proxies of ours", "10.1.2.3", "1.1.1.1, 203.0.113.9, 192.0.2.1", "203.0.113.9"],
    ["by IPv6", "fd00::7", "2001:db8::1", "2001:db8::1"],
    ["by IPv4 inside IPv6", "::ffff:10.1.2.3", "::ffff:203.0.113.9", "203.0.113.9"],
    ["with a port", "10.1.2.3", "203.0.113.9:4711", "203.0.113.9"],
    ["with a port, by IPv6", "10.1.2.3", "[2001:db8::1]:4711", "2001:db8::1"],
    ["a proxy that says nothing", "10.1.2.3", undefined, "10.1.2.3"],
    ["a proxy that says nonsense", "10.1.2.3", "203.0.113.9, unknown", "10.1.2.3"],
    ["only proxies", "10.1.2.3", "10.9.9.9, 192.0.2.1", "10.9.9.9"],
    ["no connection any more", undefined, "203.0.113.9", "unknown"],
  ])("%s", (_name, connection, forwarded, address) => {
    expect(clientAddress(connection, forwarded, proxies)).toBe(address);
  });

  test("ignores addresses that a client puts before the one of the proxy", () => {
    fc.assert(
      fc.property(fc.string(), (claimed) => {
        expect(clientAddress("10.1.2.3", `${claimed}, 203.0.113.9`, proxies)).toBe("203.0.113.9");
        expect(clientAddress("203.0.113.9", claimed, proxies)).toBe("203.0.113.9");
      }),
    );
  });

  test("trusts no proxy by default", () => {
    expect(clientAddress("127.0.0.1", "203.0.113.9", trusting())).toBe("127.0.0.1");
  });
});

test.each([
  ["https", "10.1.2.3", "https://shop.example"],
  ["http, https", "10.1.2.3", "https://shop.example"],
  ["https", "203.0.113.9", "http://shop.example"],
  ["javascript", "10.1.2.3", "http://shop.example"],
  [undefined, "10.1.2.3", "http://shop.example"],
])("forwarded by %s from %s, the origin is %s", (forwardedProto, connection, origin) => {
  const forwarded = { connection, forwardedProto, trusted: proxies };
  expect(requestOrigin("http://shop.example/login?next=%2F", forwarded)).toBe(origin);
});

test("invalid addresses and networks are returned as the error", () => {
  const wrong = ["proxy.example", "10.0.0.0/33", "fd00::/129", "10.0.0.0/8/8", "10.0.0.0/x", "/8"];
  expect(trustedProxies(["10.0.0.1", ...wrong, "::1"])).toEqual({ ok: false, error: wrong });
});
