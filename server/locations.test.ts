import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** A redirect of Hono, or a header of a response, whose address is not made by `localPath`. */
const OTHER_LOCATION =
  /\.redirect\((?!\s*localPath\()|\blocation["']?(?:: |", )(?!localPath\(|string|\{)/;

/** What leads nowhere: they read the header, or cut the prefix of a language anew. */
const reading = ["server/screens.ts", "shop/accounts/two-factor.server.ts"];

test("every address that the server redirects to is made by `localPath`; app/ by app/redirects.ts", () => {
  const sources = globSync(["server/**/*.ts", "shop/**/*.server.ts"], { cwd: root }).filter(
    (file) => !file.includes(".test.") && !file.startsWith("server/recovery/"),
  );
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((file) =>
    OTHER_LOCATION.test(readFileSync(join(root, file), "utf8")),
  );
  expect(found.filter((file) => !reading.includes(file))).toEqual([]);
  expect(reading.filter((file) => !found.includes(file))).toEqual([]);
});
