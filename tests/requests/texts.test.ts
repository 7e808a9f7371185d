import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import english from "#messages/en.ts";
import { screenOf, sectionsOf } from "#messages/screens.ts";
import { builtFile, builtRoutes } from "./open-app.ts";

const keyed = new RegExp(`["'\`](${Object.keys(english).join("|")})\\.(\\w+|\\$\\{)`, "g");

/** Returns the texts that a built script may show. */
function textsIn(file: string): string[] {
  return [...readFileSync(builtFile(file), "utf8").matchAll(keyed)].map(
    ([, section = "", key = ""]) => `${section}.${key}`,
  );
}

test("each page loads the texts that its scripts show", async () => {
  const routes = await builtRoutes();
  expect(routes.length).toBeGreaterThan(60);
  for (const { path, files } of routes) {
    const sections = new Set<string>(sectionsOf(screenOf(path)));
    const missing = files.flatMap(textsIn).filter((key) => !sections.has(key.split(".")[0] ?? ""));
    expect.soft([...new Set(missing)], path).toEqual([]);
  }
});
