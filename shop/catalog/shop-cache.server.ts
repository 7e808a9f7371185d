import type { Db } from "#db/client.server.ts";
import { coalesce, versionedCache } from "#lib/cache.ts";
import type { MetricDays } from "../metrics/metrics.ts";
import { readMetricDays } from "../metrics/metrics.server.ts";
import type { OwnerTexts } from "../settings/owner-texts.ts";
import { readOwnerTexts } from "../settings/owner-texts.server.ts";
import type { Settings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.server.ts";
import type { PackagesForSale } from "./package.ts";
import { listPackages } from "./packages.server.ts";
import { shopVersion } from "./tables.ts";

/** Cached reads of what nearly every page needs and seldom changes, each as of a shop version or newer. */
export interface ShopCache {
  /** The current shop version. Concurrent reads are coalesced. */
  version: () => Promise<string>;
  settings: (version: string) => Promise<Settings>;
  /** The owner's texts in other languages than English. */
  ownerTexts: (version: string) => Promise<OwnerTexts>;
  /** The time zone whose days reports are counted by. */
  metricDays: (version: string) => Promise<MetricDays>;
  /** The packages placed in the shop, also those out of their time. */
  packages: (version: string) => Promise<PackagesForSale>;
}

/** Creates the cache for this database; nothing is read before it is requested. */
export function openShopCache(db: Db): ShopCache {
  return {
    version: coalesce(() => readShopVersion(db)),
    settings: versionedCache(() => readSettings(db)),
    ownerTexts: versionedCache(() => readOwnerTexts(db)),
    metricDays: versionedCache(() => readMetricDays(db)),
    packages: versionedCache(() => listPackages(db)),
  };
}

/**
 * Reads the version of packages and settings: a random text that triggers renew in the transaction of every change, so
 * that no version comes back.
 */
export async function readShopVersion(db: Db): Promise<string> {
  const [row] = await db.select({ version: shopVersion.version }).from(shopVersion);
  if (!row) throw new Error("table shop_version has no row");
  return row.version;
}
