import type { Db } from "#db/client.server.ts";
import { findPackage } from "#shop/catalog/packages.server.ts";
import type { Checkout } from "#shop/checkouts/checkout.ts";
import type { PackageConflict } from "./other-tab.tsx";

/** Returns the packages of two tabs if the page that sent the request shows another one than was chosen last. */
export async function findConflict(
  db: Db,
  url: URL,
  checkout: Checkout,
): Promise<PackageConflict | null> {
  const shownId = url.searchParams.get("package");
  if (!shownId || shownId === checkout.package.id) return null;
  return { shown: await findPackage(db, shownId), chosen: checkout.package };
}
