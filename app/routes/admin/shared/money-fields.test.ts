import { z } from "zod";
import { expect, test } from "vitest";
import { amountField } from "./money-fields.ts";

test.each([
  ["14.99", 1499],
  ["14,99", 1499],
  ["$1,400.00", 140_000],
  ["1,400", "1,400 can be read in two ways. For thousands, write 1400."],
  ["0", "Please enter an amount such as 14.99"],
  ["1.400", "Please enter an amount such as 14.99"],
])("an amount of %j is %j", (text, expected) => {
  const read = z.safeParse(amountField.rule, text);
  expect(read.success ? read.data : read.error.issues[0]?.message).toBe(expected);
});
