import { join } from "node:path";
import type { Rolldown } from "vite";

/** The suffix of the framework for the browser part of a route file. */
const clientRouteSuffix = "?__react-router-build-client-route";
const schemas = /node_modules[\\/]zod[\\/]/;

/**
 * Groups modules into files. By default the home page had 26 files and other pages 40 to 46; on a slow connection the
 * number of files costs more than their size.
 *
 * The order matters: a module belongs to the first group that accepts it.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: "framework", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  { name: "schemas", test: schemas },
  sharedBy("shell", 2, ["root", "routes/shop/layout/route", "routes/shop/home/route"]),
  sharedBy("parts", 4, [
    "routes/account/orders/route",
    "routes/account/profile/route",
    "routes/shop/track-order/route",
  ]),
  sharedBy("back-office", 4, ["routes/admin/layout/route", "routes/admin/orders/route"]),
  sharedBy("payment", 2, ["routes/shop/checkout/route", "routes/shop/track-order/route"]),
];

/**
 * Groups the modules that these routes load initially and at least `pages` pages share. Excludes modules that import
 * the schemas, since every page with the group would load those, too.
 */
function sharedBy(name: string, pages: number, routes: string[]): Rolldown.CodeSplittingGroup {
  let taken: Set<string> | null = null;
  return {
    debugName: name,
    minShareCount: pages,
    name(moduleId, chunking) {
      const imports = (id: string) => chunking.getModuleInfo(id)?.importedIds ?? [];
      taken ??= loadedBy(routes, imports);
      return taken.has(moduleId) && !importsSchemas(moduleId, imports) ? name : null;
    },
  };
}

function loadedBy(routes: string[], imports: (id: string) => string[]): Set<string> {
  const app = join(import.meta.dirname, "../../app");
  const loaded = new Set(routes.map((route) => join(app, `${route}.tsx${clientRouteSuffix}`)));
  // A Set also iterates over elements that are added meanwhile.
  for (const id of loaded) for (const imported of imports(id)) loaded.add(imported);
  return loaded;
}

function importsSchemas(moduleId: string, imports: (id: string) => string[]): boolean {
  const loaded = new Set([moduleId]);
  for (const id of loaded) {
    if (schemas.test(id)) return true;
    for (const imported of imports(id)) loaded.add(imported);
  }
  return false;
}
