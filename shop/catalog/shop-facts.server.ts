import type { Db } from "#db/client.server.ts";
import { keptByVersion } from "#lib/kept-by-version.ts";
import { sharedRead } from "#lib/shared-read.server.ts";
import type { MetricDays } from "../reports/metrics.ts";
import { readMetricDays } from "../reports/metrics.server.ts";
import type { Settings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.server.ts";
import { frontPageVersions } from "./shop-version.server.ts";
import { listPackages, type PackagesForSale } from "./packages.server.ts";

/**
 * What nearly every page needs and seldom changes: settings and packages, and by whose days figures are counted. They
 * are read once for each version; whoever has read the version in a statement of their own needs no other.
 */
export interface ShopFacts {
  /** What stands for all of it, read now: another one after every change. Those who ask at once share the read. */
  version: () => Promise<string>;
  /** The settings in force at this version, or newer ones. */
  settings: (version: string) => Promise<Settings>;
  /** By whose days figures are counted at this version, or newer. */
  metricDays: (version: string) => Promise<MetricDays>;
  /** What is for sale at this version, or newer. */
  packages: (version: string) => Promise<PackagesForSale>;
}

/** Has settings and packages of this database read when they are first asked for. */
export function openShopFacts(db: Db): ShopFacts {
  return {
    version: sharedRead(frontPageVersions(db)),
    settings: keptByVersion(() => readSettings(db)),
    metricDays: keptByVersion(() => readMetricDays(db)),
    packages: keptByVersion(() => listPackages(db)),
  };
}
