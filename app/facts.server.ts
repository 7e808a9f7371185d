import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import type { PackagesForSale } from "#shop/catalog/packages.server.ts";
import type { MetricDays } from "#shop/reports/metrics.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { servicesContext } from "./context.ts";

type Context = Readonly<RouterContextProvider>;

/** The version of the shop's facts that this request goes by; null for one that may itself change them. */
const versionContext = createContext<{ version: Promise<string> | null } | null>(null);

/** Has a request that only looks go by one version of the shop's facts, asked for once at the most. */
export const readFactsOnce: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET") context.set(versionContext, { version: null });
};

/** Tells the version, when another statement of this request has brought it; the settings at it. */
export function settingsAt(context: Context, version: string): Promise<Settings> {
  const once = context.get(versionContext);
  if (once) once.version = Promise.resolve(version);
  return context.get(servicesContext).facts.settings(version);
}

/** The settings in force. */
export async function settingsOf(context: Context): Promise<Settings> {
  return context.get(servicesContext).facts.settings(await versionOf(context));
}

/** By whose days the figures are counted. */
export async function metricDaysOf(context: Context): Promise<MetricDays> {
  return context.get(servicesContext).facts.metricDays(await versionOf(context));
}

/** What is for sale. */
export async function packagesOf(context: Context): Promise<PackagesForSale> {
  return context.get(servicesContext).facts.packages(await versionOf(context));
}

function versionOf(context: Context): Promise<string> {
  const once = context.get(versionContext);
  const { facts } = context.get(servicesContext);
  return once ? (once.version ??= facts.version()) : facts.version();
}
