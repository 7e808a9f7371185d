import { expect, test } from "vitest";
import { bytesText } from "./text.ts";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1234, "1.2 kB"],
  [45_678_901, "45 MB"],
  [4e9, "4.0 GB"],
  [1e18, "1000000 TB"],
])("%s bytes are %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
