import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseForm } from "#lib/form.ts";
import { recipientSchema } from "./recipient.ts";
import { runs } from "../../tests/runs.ts";

const mira = {
  tiktokUsername: "mira.holt",
  tiktokUid: "6812044711902236417",
  email: "mira@example.com",
};

function errorsOf(over: Record<string, unknown>) {
  const result = parseForm(recipientSchema, { ...mira, ...over });
  return result.ok ? {} : result.error;
}

describe("a recipient", () => {
  test("is trimmed and otherwise unchanged", () => {
    expect(
      recipientSchema.parse({
        tiktokUsername: "  @mira.holt ",
        tiktokUid: " 6812044711902236417\n",
        email: "\tMira@Example.com ",
      }),
    ).toEqual({ ...mira, email: "Mira@Example.com" });
  });

  test.each(["mira", "@mira", "@@mira", " @ mira ", "@ @mira"])("%j is mira", (tiktokUsername) => {
    expect(recipientSchema.parse({ ...mira, tiktokUsername }).tiktokUsername).toBe("mira");
  });

  test.each([undefined, "", "   "])("needs no UID: %j is none", (tiktokUid) => {
    expect(recipientSchema.parse({ ...mira, tiktokUid }).tiktokUid).toBeNull();
  });

  test.each(["a@b.co", "first.last+tag@sub.example.museum", "jörg@exämple.de", "o'neil@x.io"])(
    "%s is an email address",
    (email) => expect(errorsOf({ email })).toEqual({}),
  );
});

describe("has one error message per field", () => {
  test("for required fields", () => {
    expect(errorsOf({ tiktokUsername: "", email: "" })).toEqual({
      tiktokUsername: "TikTok username is required",
      email: "Email is required",
    });
    expect(errorsOf({ tiktokUsername: " @ ", email: " " })).toEqual({
      tiktokUsername: "TikTok username is required",
      email: "Email is required",
    });
  });

  test("for texts that are too long", () => {
    expect(errorsOf({ tiktokUsername: "m".repeat(24), tiktokUid: "1".repeat(64) })).toEqual({});
    expect(errorsOf({ tiktokUsername: "m".repeat(25), tiktokUid: "1".repeat(65) })).toEqual({
      tiktokUsername: "A TikTok username has at most 24 characters",
      tiktokUid: "TikTok UID is too long (at most 64 characters)",
    });
    // At most 64 characters before the @, and 254 in all (RFC 5321, section 4.5.3.1).
    const email = (local: number, label: number) =>
      `${"m".repeat(local)}@${"d".repeat(label)}.${"d".repeat(60)}.${"d".repeat(60)}.example`;
    expect(errorsOf({ email: email(64, 59) })).toEqual({});
    for (const long of [email(64, 60), email(65, 50)])
      expect(errorsOf({ email: long })).toEqual({ email: "Please enter a valid email address" });
  });

  test.each(["mi\u0000ra", "mi\nra", "mi\u007fra", "mi\u0085ra"])(
    "for invalid characters: %j",
    (text) => {
      expect(errorsOf({ tiktokUsername: text, tiktokUid: text })).toEqual({
        tiktokUsername: "A TikTok username has only letters, digits, underscores and periods",
        tiktokUid: "TikTok UID contains characters that cannot be used",
      });
    },
  );

  test.each([
    "mira",
    "mira@",
    "@example.com",
    "mira@example",
    "mira@.",
    "mira@example.",
    "mi ra@example.com",
    "mira@exa mple.com",
    "mira@@example.com",
    "mira@a@example.com",
    "mira@example.com, eve@example.com",
    "mira@example.com\r\nBcc: eve@example.com",
    "Mira <mira@example.com>",
    "mira@example.com\u0000",
  ])("%j is no email address", (email) => {
    expect(errorsOf({ email })).toEqual({ email: "Please enter a valid email address" });
  });
});

describe("any input", () => {
  // Near misses are likelier to slip through than noise.
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom("@", ".", " ", "a", "\n", "\u0000", ",", "é"),
      maxLength: 12,
    }),
    fc.emailAddress(),
  );
  const handle = fc.string({ unit: fc.constantFrom("m", "1", "_", ".", "@"), maxLength: 12 });
  const typed = fc.record({
    tiktokUsername: fc.oneof(text, handle, handle),
    tiktokUid: fc.option(text, { nil: undefined }),
    email: fc.oneof(text, fc.emailAddress()),
  });

  test("is either refused with messages or valid", () => {
    let accepted = 0;
    fc.assert(
      fc.property(typed, (input) => {
        const result = parseForm(recipientSchema, input);
        if (!result.ok) {
          expect(Object.keys(result.error).length).toBeGreaterThan(0);
          return;
        }
        accepted += 1;
        const { tiktokUsername, tiktokUid, email } = result.value;
        for (const value of [tiktokUsername, tiktokUid ?? "-"]) {
          expect(value).not.toMatch(/\p{Cc}/u);
          expect(value).toBe(value.trim());
          expect(value.length).toBeGreaterThan(0);
          expect(value.length).toBeLessThanOrEqual(64);
        }
        expect(tiktokUsername.startsWith("@")).toBe(false);
        expect(email).not.toMatch(/[\s\p{Cc},;<>]/u);
        expect(email.length).toBeLessThanOrEqual(254);
        expect(email.split("@")).toHaveLength(2);
        // What was accepted once is accepted again as it is.
        expect(
          recipientSchema.parse({ ...result.value, tiktokUid: tiktokUid ?? undefined }),
        ).toEqual(result.value);
      }),
      { numRuns: runs(2000) },
    );
    expect(accepted).toBeGreaterThan(runs(2000) / 40);
  });

  test("is validated quickly, however long it is", () => {
    const long = `mira@${".".repeat(500_000)} x`;
    expect(Object.keys(errorsOf({ tiktokUsername: long, tiktokUid: long, email: long }))).toEqual([
      "tiktokUsername",
      "tiktokUid",
      "email",
    ]);
  });
});
