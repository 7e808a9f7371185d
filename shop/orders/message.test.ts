import { describe, expect, test } from "vitest";
import { addMs, DAY_MS, MINUTE_MS } from "#lib/time.ts";
import { isOpenToBuyer, mailTime, readMessage } from "./message.ts";

const now = new Date("2026-11-20T08:00:00Z");
const ago = (ms: number) => addMs(now, -ms);

describe("the mail about a message", () => {
  const read = { readAt: ago(1) };
  const unread = { readAt: null };
  test.each([
    ["is sent at once for the first one", [], now],
    ["is not repeated before the first one is read", [{ ...unread, mailAt: ago(MINUTE_MS) }], null],
    ["comes again a day later", [{ ...unread, mailAt: ago(DAY_MS) }], now],
    [
      "waits while messages are read at once",
      [{ ...read, mailAt: ago(5 * MINUTE_MS) }],
      addMs(now, 10 * MINUTE_MS),
    ],
    ["is sent at once after a pause", [{ ...read, mailAt: ago(15 * MINUTE_MS) }], now],
    ["is sent at once when its like was withdrawn", [{ ...read, mailAt: null }], now],
    [
      "waits with one that waits",
      [
        { ...read, mailAt: ago(MINUTE_MS) },
        { ...unread, mailAt: addMs(now, 14 * MINUTE_MS) },
        { ...unread, mailAt: null },
      ],
      null,
    ],
  ])("%s", (_, earlier, expected) => {
    expect(mailTime(earlier, now)).toEqual(expected);
  });
});

test("buyers can write until 60 days after the end, or after the shop's last message", () => {
  const ended = (days: number) => ({ status: "completed" as const, endedAt: ago(days * DAY_MS) });
  expect(isOpenToBuyer({ status: "processing", endedAt: ago(400 * DAY_MS) }, null, now)).toBe(true);
  expect(isOpenToBuyer(ended(59), null, now)).toBe(true);
  expect(isOpenToBuyer(ended(60), null, now)).toBe(false);
  expect(isOpenToBuyer(ended(90), ago(59 * DAY_MS), now)).toBe(true);
  expect(isOpenToBuyer(ended(90), ago(60 * DAY_MS), now)).toBe(false);
});

describe("the text of a message", () => {
  const parse = (text: string) => {
    const read = readMessage(text);
    return read.ok ? read.value : read.error;
  };
  test.each([
    ["  Hello,\r\nMira \n\n\n\n bye  ", "Hello,\nMira \n\n bye"],
    ["<b>{order}</b> 👩‍👩‍👧", "<b>{order}</b> 👩‍👩‍👧"],
    ["x".repeat(2000), "x".repeat(2000)],
    [" \u200B\u2060 \n", "Please write a message"],
    ["x".repeat(2001), "The message is too long (at most 2000 characters)"],
    ["a\u0007b", "The message contains characters that cannot be used"],
    ["a\uFFFDb", "The message contains characters that cannot be used"],
    ["a\uD800b", "The message contains characters that cannot be used"],
  ])("%j", (text, expected) => {
    expect(parse(text)).toBe(expected);
  });
});
