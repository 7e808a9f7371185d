import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import type { Settings } from "#shop/settings/settings.ts";
import { servicesContext } from "./context.ts";

/** What was read for this request; null for one that may itself change the settings. */
const settingsContext = createContext<{ reading: Promise<Settings> | null } | null>(null);

/** Has the settings read once at the most for a request that only looks. */
export const readSettingsOnce: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET") context.set(settingsContext, { reading: null });
};

/** The settings in force. */
export function settingsOf(context: Readonly<RouterContextProvider>): Promise<Settings> {
  const once = context.get(settingsContext);
  const { settings } = context.get(servicesContext);
  return once ? (once.reading ??= settings()) : settings();
}
