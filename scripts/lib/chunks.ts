import { join } from "node:path";
import type { Rolldown } from "vite";

/** What the framework appends to a route's file for the part of it that browsers load. */
const inBrowser = "?__react-router-build-client-route";
const schemas = /node_modules[\\/]zod[\\/]/;

/**
 * Which modules browsers load together. A module of each set of pages in a file of its own made 26 files of the front
 * page and 40 to 46 of the others; on a slow line the number of files costs more than their length.
 *
 * The order counts: a module is in the first group that takes it.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: "framework", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  { name: "schemas", test: schemas },
  sharedBy("shell", 2, ["root", "routes/shop/layout/route", "routes/shop/home/route"]),
  sharedBy("parts", 5, [
    "routes/account/orders/route",
    "routes/account/profile/route",
    "routes/shop/track-order/route",
  ]),
  sharedBy("back-office", 4, ["routes/admin/layout/route", "routes/admin/orders/route"]),
  sharedBy("payment", 2, ["routes/shop/checkout/route", "routes/shop/track-order/route"]),
];

/**
 * The modules that these routes load at once and `pages` or more load in all. Not those that bring the schemas along:
 * whoever loads the group would load them, too.
 */
function sharedBy(name: string, pages: number, routes: string[]): Rolldown.CodeSplittingGroup {
  let taken: Set<string> | null = null;
  return {
    debugName: name,
    minShareCount: pages,
    name(moduleId, chunking) {
      const imports = (id: string) => chunking.getModuleInfo(id)?.importedIds ?? [];
      taken ??= loadedBy(routes, imports);
      return taken.has(moduleId) && !bringsSchemas(moduleId, imports) ? name : null;
    },
  };
}

function loadedBy(routes: string[], imports: (id: string) => string[]): Set<string> {
  const app = join(import.meta.dirname, "../../app");
  const loaded = new Set(routes.map((route) => join(app, `${route}.tsx${inBrowser}`)));
  // A set hands out what is added on the way, too.
  for (const id of loaded) for (const imported of imports(id)) loaded.add(imported);
  return loaded;
}

function bringsSchemas(moduleId: string, imports: (id: string) => string[]): boolean {
  const loaded = new Set([moduleId]);
  for (const id of loaded) {
    if (schemas.test(id)) return true;
    for (const imported of imports(id)) loaded.add(imported);
  }
  return false;
}
