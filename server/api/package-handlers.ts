import { listPackages as listForSale } from "#shop/catalog/packages.server.ts";
import { type PublicPackage, publicPackage } from "#shop/catalog/public-package.ts";
import type { Db } from "#db/client.server.ts";
import { problem } from "./problems.ts";
import type { ApiRequest } from "./read-request.ts";

export async function listPackages({ c, db }: ApiRequest): Promise<Response> {
  return c.json({ packages: await packagesOf(db) });
}

export async function readPackage({ c, db }: ApiRequest): Promise<Response> {
  const id = c.req.param("id");
  const found = (await packagesOf(db)).find((pkg) => pkg.id === id);
  return found ? c.json(found) : problem(c, "not-found", "No package with this ID is for sale.");
}

async function packagesOf(db: Db): Promise<PublicPackage[]> {
  const { grid, promotion } = await listForSale(db);
  return [
    ...grid.map((pkg) => publicPackage(pkg, "grid")),
    ...(promotion ? [publicPackage(promotion, "promotion")] : []),
  ];
}
