import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rootDir } from "./prepare.mjs";
import { restartOn } from "./restart-on.mjs";

test("a change of a screens' module that the server imports restarts `npm run dev`", () => {
  const imported = readdirSync(join(rootDir, "server"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => {
      const source = readFileSync(join(rootDir, "server", name), "utf8");
      return [...source.matchAll(/"#(app\/[^"]+)"/g)].map(([, path = ""]) => path);
    });
  const restarts = (path: string) =>
    restartOn.some((name) => path === name || path.startsWith(`${name}/`));
  expect(imported).not.toEqual([]);
  expect(imported.filter((path) => !restarts(path))).toEqual([]);
});
