import { expect, test } from "vitest";
import { bytesText, showInvisible, toOneLine } from "./text.ts";

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

test("joiners stay where a script needs them, in exports and in reasons", () => {
  for (const name of ["علی\u200Cرضا", "ක්\u200Dෂණ"]) {
    expect(showInvisible(name)).toBe(name);
    expect(toOneLine(name, 100)).toBe(name);
  }
  expect(showInvisible("mi\u200Dra")).toBe("mi\uFFFDra");
  expect(toOneLine("mi\u200Cra\u200B", 100)).toBe("mira");
});
