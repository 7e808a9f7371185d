import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import { rootDir } from "../scripts/lib/prepare.mjs";
import routes from "./routes.ts";

/** The routes that are refreshed by a live stream, of their own or of a route that they are in, and have an action. */
const liveForms = withParents(routes).filter(
  ({ entry, parents }) =>
    /^export .*\baction\b/m.test(sourceOf(entry)) &&
    [entry, ...parents].some((one) => /\buseLive\(/.test(sourceOf(one))),
);

test("the live routes with forms are found", () => {
  const files = liveForms.map(({ entry }) => entry.file);
  expect(files).toContain("routes/admin/orders/route.tsx");
  expect(files).toContain("routes/admin/order/route.tsx");
  expect(files).toContain("routes/shop/track-order/route.tsx");
});

// React Router drops an action's data when a live change has the page loaded again.
describe("a live route reads answers by useStickyActionData", () => {
  test.each(liveForms.map(({ entry }) => entry))("$file", (entry) => {
    expect(sourceOf(entry)).not.toMatch(/\buseActionData\b|\bactionData\b[^}]*\}: Route\./);
  });
});

/** Returns the source of all components of a route's folder. */
function sourceOf({ file }: RouteConfigEntry): string {
  const folder = join(rootDir, "app", dirname(file));
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

/** Returns all routes, each with those that it is in. */
function withParents(
  entries: readonly RouteConfigEntry[],
  parents: readonly RouteConfigEntry[] = [],
): { entry: RouteConfigEntry; parents: readonly RouteConfigEntry[] }[] {
  return entries.flatMap((entry) => [
    { entry, parents },
    ...withParents(entry.children ?? [], [...parents, entry]),
  ]);
}
