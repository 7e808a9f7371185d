import { join } from "node:path";
import { expect, test } from "vitest";
import { findAffectedTests } from "./affected-tests.mjs";

const root = join(import.meta.dirname, "../..");

test("a text runs the tests of the texts, and leaves those of all pages", () => {
  const { nearest, others } = findAffectedTests(root, ["messages/de.ts"]);
  expect(nearest).toContain("messages/translations.test.ts");
  expect(nearest.filter((file) => !file.startsWith("messages/"))).toEqual([]);
  expect(others).toBeGreaterThan(40);
});

test("what half of the shop imports runs its own tests and those that are near", () => {
  const { nearest, others } = findAffectedTests(root, ["lib/money.ts", "messages/de.ts"]);
  expect(nearest).toEqual(
    expect.arrayContaining(["lib/money.test.ts", "messages/translations.test.ts"]),
  );
  expect(nearest.length).toBeLessThanOrEqual(120);
  expect(others).toBeGreaterThan(40);
});

test("a test runs itself, and a document none", () => {
  expect(findAffectedTests(root, ["lib/csv.test.ts", "docs/api.md"])).toEqual({
    nearest: ["lib/csv.test.ts"],
    others: 0,
  });
});
