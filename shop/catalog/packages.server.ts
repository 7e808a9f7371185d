import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { packages } from "./tables.ts";
import { type CoinPackage, type AdminPackage, seedPackages } from "./package.ts";

const columns = {
  id: packages.id,
  coins: packages.coins,
  priceCents: packages.priceCents,
  discount: packages.discount,
  popular: packages.popular,
  description: packages.description,
};

/** The packages for sale: the grid in order, and the promotion. */
export interface PackagesForSale {
  grid: CoinPackage[];
  promotion: CoinPackage | null;
}

/** Reads the packages for sale. */
export async function listPackages(db: Db): Promise<PackagesForSale> {
  const rows = await db
    .select({ ...columns, placement: packages.placement })
    .from(packages)
    .where(isNull(packages.deletedAt))
    .orderBy(asc(packages.position), asc(packages.id));
  const of = (placement: string) =>
    rows
      .filter((row) => row.placement === placement)
      .map(({ placement: _, ...coinPackage }) => coinPackage);
  return { grid: of("grid"), promotion: of("promotion")[0] ?? null };
}

/** Counts the sample packages for sale whose version is still the first: no administrator has saved or moved them. */
export async function countSamplesForSale(db: Db): Promise<number> {
  const { id, version, placement, deletedAt } = packages;
  return db.$count(
    packages,
    and(
      inArray(
        id,
        seedPackages.map((sample) => sample.id),
      ),
      eq(version, 1),
      ne(placement, "off"),
      isNull(deletedAt),
    ),
  );
}

/** Returns the package for sale with this id, or null. */
export async function findPackage(db: Db, id: string): Promise<CoinPackage | null> {
  // PostgreSQL rejects parameters with NUL characters.
  if (id.includes("\u0000")) return null;
  const [row] = await db
    .select(columns)
    .from(packages)
    .where(and(eq(packages.id, id), isNull(packages.deletedAt), ne(packages.placement, "off")));
  return row ?? null;
}

/** Lists all packages that are not deleted, for sale or not, for the back office. */
export async function listAllPackages(db: Db): Promise<AdminPackage[]> {
  return db
    .select({ ...columns, placement: packages.placement, version: packages.version })
    .from(packages)
    .where(isNull(packages.deletedAt))
    .orderBy(asc(packages.position), asc(packages.id));
}

/**
 * Fills the catalog of a new shop; in live mode with packages that are not for sale, because their prices are samples.
 * Does nothing if there are packages, even deleted ones.
 */
export async function seedCatalog(
  db: Db,
  { mode }: { mode: "sandbox" | "live" } = { mode: "sandbox" },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${packages} in share row exclusive mode`);
    const [any] = await tx.select({ id: packages.id }).from(packages).limit(1);
    if (any) return;
    const hidden = mode === "live" ? ({ placement: "off" } as const) : {};
    await tx
      .insert(packages)
      .values(seedPackages.map((row, position) => ({ ...row, ...hidden, position })));
  });
}
