import { describe, expect, test } from "vitest";
import type { Role } from "../accounts/account.ts";
import { readFields } from "#lib/fields.ts";
import { API_KEY_NAME_MAX, apiKeyFields, apiKeyState } from "./api-key.ts";

const now = new Date("2026-11-20T08:00:00Z");

function form(fields: { name?: string; scopes?: string[]; lifetime?: string }): FormData {
  const { name, scopes = ["orders:read"], lifetime = "never" } = fields;
  const data = new FormData();
  if (name !== undefined) data.set("name", name);
  for (const scope of scopes) data.append("scopes", scope);
  data.set("lifetime", lifetime);
  return data;
}

describe("the form of a key", () => {
  test("is parsed to name, scopes in order, and lifetime", () => {
    const scopes = ["packages:read", "orders:write", "orders:write"];
    expect(readFields(apiKeyFields, form({ name: " Bot ", scopes, lifetime: "year" }))).toEqual({
      ok: true,
      value: { name: "Bot", scopes: ["orders:write", "packages:read"], lifetime: "year" },
    });
  });

  test.each([
    [form({}), { name: "Enter a name" }],
    [form({ name: "  " }), { name: "Enter a name" }],
    [
      form({ name: "x".repeat(API_KEY_NAME_MAX + 1) }),
      { name: "The name is too long (at most 60 characters)" },
    ],
    [form({ name: "a\nb" }), { name: "The name contains characters that cannot be used" }],
    [form({ name: "Bot", scopes: [] }), { scopes: "Choose at least one right" }],
    [form({ name: "Bot", scopes: ["admin"] }), { scopes: "This is none of the rights" }],
    [form({ name: "Bot", lifetime: "__proto__" }), { lifetime: "Choose how long it is good for" }],
  ])("says what is wrong with it", (data, error) => {
    expect(readFields(apiKeyFields, data)).toEqual({ ok: false, error });
  });
});

test("a key is active until it expires, is revoked, or its creator leaves the team", () => {
  const state = (key: { revokedAt?: Date; expiresAt?: Date }, role: Role = "admin") =>
    apiKeyState({ revokedAt: null, expiresAt: null, ...key }, role, now);
  expect(state({})).toBe("active");
  expect(state({ expiresAt: new Date(now.getTime() + 1) })).toBe("active");
  expect(state({ expiresAt: now })).toBe("expired");
  expect(state({ revokedAt: now, expiresAt: now })).toBe("revoked");
  expect(state({}, "bookkeeper")).toBe("active");
  expect(state({}, "customer")).toBe("ended");
});
