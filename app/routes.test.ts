import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { rootDir } from "../scripts/lib/prepare.mjs";
import routes from "./routes.ts";

test("docs/audit/access.md has every route", () => {
  const requests = readFileSync(join(rootDir, "docs/audit/access.md"), "utf8").matchAll(
    /`(\/[^`?]*)/g,
  );
  const siteMap = routes.map(routeObject);
  const covered = new Set(
    [...requests].map(([, path = ""]) => matchRoutes(siteMap, path)?.at(-1)?.route.id),
  );
  expect(addressable(routes).filter((id) => !covered.has(id))).toEqual([]);
});

const idOf = ({ id, file, index }: RouteConfigEntry) => `${id ?? file}${index ? " (index)" : ""}`;

function routeObject(entry: RouteConfigEntry): RouteObject {
  const { path, index, children } = entry;
  const id = idOf(entry);
  return index
    ? { id, index }
    : { id, ...(path && { path }), children: children?.map(routeObject) };
}

/** Returns the ids of the routes that a URL can lead to. An index route takes the URL of its parent. */
function addressable(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => {
    const { path, index, children = [] } = entry;
    const isLayout = !path || indexIn(children);
    return [...(index || !isLayout ? [idOf(entry)] : []), ...addressable(children)];
  });
}

function indexIn(entries: readonly RouteConfigEntry[]): boolean {
  return entries.some(({ path, index, children }) => index || (!path && indexIn(children ?? [])));
}
