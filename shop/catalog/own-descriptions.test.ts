import { expect, test } from "vitest";
import { translatedSettings } from "../settings/owner-texts.ts";
import { defaultSettings } from "../settings/settings.ts";
import { ownTextFields, parseOwnTexts, withOwnDescription } from "./own-descriptions.ts";

test("a package has the owner's description in the language, else its own", () => {
  const pkg = { id: "2", description: "A good start" };
  expect(withOwnDescription(pkg, { "package.2": "Un buen comienzo" }).description).toBe(
    "Un buen comienzo",
  );
  expect(withOwnDescription(pkg, { "package.3": "Otro" }).description).toBe("A good start");
});

test("a form may leave any text empty, and is checked by the rules of its settings", () => {
  const form = new FormData();
  for (const name of translatedSettings) form.set(name, "");
  const fields = ownTextFields(defaultSettings, [{ id: "2", coins: 350, description: "Good" }]);
  expect(parseOwnTexts(fields, form)).toMatchObject({ ok: true, value: { shopName: "" } });
  form.set("shopName", "a".repeat(41));
  form.set("package.2", "Dos\nlíneas");
  const read = parseOwnTexts(fields, form);
  expect(read.ok ? [] : Object.keys(read.error)).toEqual(["shopName", "package.2"]);
});
