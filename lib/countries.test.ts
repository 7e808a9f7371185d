import { expect, test } from "vitest";
import { isCountry, listCountries } from "./countries.ts";

test("each of the 249 countries has a name of its own, and they are sorted by it", () => {
  const countries = listCountries();
  expect(countries).toHaveLength(249);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(249);
  expect(countries.filter(({ code, name }) => name === code || name === "")).toEqual([]);
  const names = countries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  expect(countries).toContainEqual({ code: "DE", name: "Germany" });
});

test("other texts are no countries", () => {
  expect(["DE", "AX"].every(isCountry)).toBe(true);
  expect(["", "de", "EU", "ZZ", "DE ", "toString"].some(isCountry)).toBe(false);
});
