import { expect, test } from "vitest";
import { clientKey, networkOf } from "./network.ts";

test.each([
  ["203.0.113.9", "203.0.113"],
  ["::ffff:203.0.113.9", "203.0.113"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1"],
  ["2001:DB8:1::9", "2001:db8:1"],
  ["2001:db8::1", "2001:db8:0"],
  ["::1", "0:0:0"],
  ["fe80::1%eth0", "fe80:0:0"],
  ["", ""],
  ["not an address", "not an address"],
])("%s is in the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2"],
  ["2001:db8:1:3::1", "2001:db8:1:3"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["mira.holt@example.com", "mira.holt@example.com"],
  ["unknown", "unknown"],
])("attempts of %s count for %s", (address, connection) => {
  expect(clientKey(address)).toBe(connection);
});
