import { expect, test } from "vitest";
import { safeNext } from "./session.server.ts";

test.each([
  ["/orders?status=paid#first", "/orders?status=paid#first"],
  ["/日本", "/%E6%97%A5%E6%9C%AC"],
  ["/search?q=%20", "/search?q=%20"],
  ["/a b", "/a%20b"],
  ["/\uD800", "/%EF%BF%BD"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/a\r\nset-cookie: x", "/"],
  ["https://evil.example", "/"],
  [null, "/"],
])("%j leads to %j", (next, path) => {
  expect(safeNext(next)).toBe(path);
  expect(() => new Headers({ location: safeNext(next) })).not.toThrow();
});
