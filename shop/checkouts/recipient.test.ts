import fc from "fast-check";
import { expect, test } from "vitest";
import { tiktokHandle } from "./recipient.ts";

test.each([
  "mira.holt",
  "@mira.holt",
  " @ mira.holt ",
  "https://www.tiktok.com/@mira.holt?lang=en",
  "https://www.tiktok.com/@mira.holt/video/7301234567890123456",
  "http://m.tiktok.com/@mira.holt",
  "tiktok.com/@mira.holt#top",
  "HTTPS://TikTok.com/@mira.holt/",
])("%j is mira.holt", (text) => {
  expect(tiktokHandle.parse(text)).toBe("mira.holt");
});

test.each(["ab", "_._", "user_1234567890123456789", "李小", "07"])("%j is a username", (text) => {
  expect(tiktokHandle.parse(text)).toBe(text);
});

test.each([
  ["", "TikTok username is required"],
  [" @ ", "TikTok username is required"],
  ["mira holt", "A TikTok username has only letters, digits, underscores and periods"],
  ["mira-holt", "A TikTok username has only letters, digits, underscores and periods"],
  ["mira.", "A TikTok username does not end with a period"],
  ["m", "A TikTok username has at least 2 characters"],
  ["m".repeat(25), "A TikTok username has at most 24 characters"],
  [
    "mira\u202Etloh",
    "TikTok username contains invisible characters. Please type it instead of pasting it",
  ],
  [
    "https://vm.tiktok.com/ZMabcdef/",
    "This link does not contain the username. Please enter the username itself",
  ],
])("%j is refused: %s", (text, message) => {
  expect(tiktokHandle.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([
    message,
  ]);
});

test("the handle of a link is the handle", () => {
  const handle = fc.stringMatching(/^[a-z0-9_.]{1,23}[a-z0-9_]$/);
  fc.assert(
    fc.property(handle, (name) => {
      expect(tiktokHandle.parse(`https://www.tiktok.com/@${name}?is_from_webapp=1`)).toBe(name);
      expect(tiktokHandle.parse(`@${name}`)).toBe(name);
    }),
  );
});
