import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm, textsOf } from "./form.ts";

const schema = z
  .object({
    name: z
      .string()
      .trim()
      .min(2, "Too short")
      .regex(/^[a-z]+$/, "Letters only"),
    amount: z.string().transform(Number).pipe(z.number("Not a number")),
  })
  .refine(({ name }) => name !== "root", { path: ["name"], error: "Reserved" });

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("a form is parsed, or rejected with the first message of each field", () => {
  expect(parseForm(schema, formOf({ name: " mira ", amount: "5", other: "x" }))).toEqual({
    ok: true,
    value: { name: "mira", amount: 5 },
  });
  expect(parseForm(schema, formOf({ name: "7", amount: "five" }))).toEqual({
    ok: false,
    error: { name: "Too short", amount: "Not a number" },
  });
  expect(parseForm(schema, { name: "root", amount: "5" })).toEqual({
    ok: false,
    error: { name: "Reserved" },
  });
});

test("fields that are absent or hold a file have no text", () => {
  const form = formOf({ name: "mira", file: new File(["x"], "x.txt") });
  expect(textsOf(form, ["name", "file", "email"])).toEqual({ name: "mira", file: "", email: "" });
});
