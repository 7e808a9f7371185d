import { z } from "zod";
import { expect, test } from "vitest";
import { centsField } from "./money-fields.tsx";

test.each([
  ["14.99", 1499],
  ["14,99", 1499],
  ["$1,400.00", 140_000],
  ["1,400", "1,400 can be read in two ways. For thousands, write 1400."],
  ["0", "Enter an amount"],
  ["1.400", "Enter an amount"],
])("an amount of %j is %j", (text, expected) => {
  const read = z.safeParse(centsField("Enter an amount"), text);
  expect(read.success ? read.data : read.error.issues[0]?.message).toBe(expected);
});
