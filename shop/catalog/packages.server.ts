import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { packages } from "./tables.ts";
import { localDate } from "#lib/days.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { settings } from "../settings/tables.ts";
import { defaultSettings } from "../settings/settings.ts";
import { goodsOfRow, kindOf, type PackageKind } from "./goods.ts";
import {
  type AdminPackage,
  type CoinPackage,
  isInTime,
  type OfferedPackage,
  type PackagesForSale,
  seedPackages,
} from "./package.ts";

/** What checkouts and orders copy. */
const copied = {
  id: packages.id,
  kind: packages.kind,
  coins: packages.coins,
  valueCents: packages.valueCents,
  priceCents: packages.priceCents,
  discount: packages.discount,
  popular: packages.popular,
  description: packages.description,
};

const columns = {
  ...copied,
  soldOut: packages.soldOut,
  validFrom: packages.validFrom,
  validUntil: packages.validUntil,
};

/** Returns a row with kind and value as a package has them: coins have neither. */
function asGoods<Row extends { coins: number; kind: PackageKind; valueCents: number | null }>(
  row: Row,
) {
  const { coins, kind, valueCents, ...others } = row;
  return { ...others, ...goodsOfRow({ coins, kind, valueCents }) };
}

/** Reads the packages that are placed in the shop, also those out of their time. */
export async function listPackages(db: Db): Promise<PackagesForSale> {
  const rows = await db
    .select({ ...columns, placement: packages.placement })
    .from(packages)
    .where(isNull(packages.deletedAt))
    .orderBy(asc(packages.position), asc(packages.id));
  const of = (placement: string) =>
    rows
      .filter((row) => row.placement === placement)
      .map(({ placement: _, ...offered }) => asGoods(offered));
  const placed: OfferedPackage[] = of("grid");
  return {
    grid: placed.filter((pkg) => kindOf(pkg) === "coins"),
    promotion: of("promotion")[0] ?? null,
    others: placed.filter((pkg) => kindOf(pkg) !== "coins"),
  };
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

/** Why a package cannot be bought; `gone` is hidden, deleted or out of its time. */
export type Unavailable = "unknown" | "gone" | "sold-out";

/** Returns the package with this id as a checkout copies it, or why it cannot be bought now. */
export async function findForSale(
  db: Db,
  id: string,
  now: Date,
): Promise<Result<CoinPackage, Unavailable>> {
  // PostgreSQL rejects parameters with NUL characters.
  if (id.includes("\u0000")) return err("unknown");
  const { soldOut, validFrom, validUntil, placement, deletedAt } = packages;
  const [row] = await db
    .select({
      copy: copied,
      offer: { soldOut, validFrom, validUntil, placement, deletedAt },
      timeZone: sql<string>`coalesce(${settings.value} #>> '{}', ${defaultSettings.timeZone})`,
    })
    .from(packages)
    .leftJoin(settings, eq(settings.name, "timeZone"))
    .where(eq(packages.id, id));
  if (!row) return err("unknown");
  const { copy, offer, timeZone } = row;
  if (offer.deletedAt || offer.placement === "off" || !isInTime(offer, localDate(now, timeZone)))
    return err("gone");
  return offer.soldOut ? err("sold-out") : ok(asGoods(copy));
}

/** Returns the package for sale with this id, or null. */
export async function findPackage(db: Db, id: string, now: Date): Promise<CoinPackage | null> {
  const found = await findForSale(db, id, now);
  return found.ok ? found.value : null;
}

/** Lists all packages that are not deleted, for sale or not, for the back office. */
export async function listAllPackages(db: Db): Promise<AdminPackage[]> {
  const rows = await db
    .select({
      ...columns,
      placement: packages.placement,
      costCents: packages.costCents,
      version: packages.version,
    })
    .from(packages)
    .where(isNull(packages.deletedAt))
    .orderBy(asc(packages.position), asc(packages.id));
  return rows.map(asGoods);
}

/**
 * Fills the catalog of a new shop; in live mode with packages that are not for sale, because their prices are samples.
 * Does nothing if there are packages, even deleted ones. Returns whether the shop is new.
 */
export async function seedCatalog(
  db: Db,
  { mode }: { mode: "sandbox" | "live" } = { mode: "sandbox" },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${packages} in share row exclusive mode`);
    const [any] = await tx.select({ id: packages.id }).from(packages).limit(1);
    if (any) return false;
    const hidden = mode === "live" ? ({ placement: "off" } as const) : {};
    await tx
      .insert(packages)
      .values(seedPackages.map((row, position) => ({ ...row, ...hidden, position })));
    return true;
  });
}
