import { localDate } from "#lib/days.ts";
import { isInTime } from "#shop/catalog/package.ts";
import { listAllPackages } from "#shop/catalog/packages.server.ts";
import { type PublicPackage, publicPackage } from "#shop/catalog/public-package.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { problem } from "./problems.ts";
import type { ApiRequest } from "./read-request.ts";

export async function listPackages(request: ApiRequest): Promise<Response> {
  return request.c.json({ packages: await packagesOf(request) });
}

export async function readPackage(request: ApiRequest): Promise<Response> {
  const { c } = request;
  const id = c.req.param("id");
  const found = (await packagesOf(request)).find((pkg) => pkg.id === id);
  return found ? c.json(found) : problem(c, "not-found", "No package with this ID is for sale.");
}

/** Costs are for keys with the right to see them: a price list may pass on all that it reads. */
async function packagesOf({ db, key, now }: ApiRequest): Promise<PublicPackage[]> {
  const [all, { timeZone }] = await Promise.all([listAllPackages(db), readSettings(db)]);
  const today = localDate(now, timeZone);
  const withCosts = key.scopes.includes("packages:costs");
  const promotion = all.find(({ placement }) => placement === "promotion");
  return [...all.filter(({ placement }) => placement === "grid"), ...(promotion ? [promotion] : [])]
    .filter((pkg) => isInTime(pkg, today))
    .map((pkg) => publicPackage(pkg, { withCosts }));
}
