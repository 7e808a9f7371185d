import { getConnInfo } from "@hono/node-server/conninfo";
import { sql } from "drizzle-orm";
import type { Context } from "hono";
import type { SecureHeadersVariables } from "hono/secure-headers";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import {
  clientAddressContext,
  nonceContext,
  servicesContext,
  type ShopServices,
  unreachableContext,
} from "#app/context.ts";
import type { Db } from "#db/client.server.ts";

const PROBE_MS = 1000;
const RETRY_SECONDS = 5;

/**
 * Answers with the screens of `app/`. A screen that broke because the database is gone becomes a 503 that says so,
 * and comes back by itself; of what was posted then nothing was confirmed to anybody.
 */
export function answerWithScreens(
  services: ShopServices,
  build: ServerBuild | (() => Promise<ServerBuild>),
): (c: Context<{ Variables: SecureHeadersVariables }>) => Promise<Response> {
  const mode = typeof build === "function" ? "development" : "production";
  const handle = createRequestHandler(build, mode);
  return async (c) => {
    const context = (unreachable: boolean) => {
      const values = new RouterContextProvider();
      values.set(servicesContext, services);
      values.set(nonceContext, c.get("secureHeadersNonce") ?? "");
      values.set(clientAddressContext, getConnInfo(c).remote.address ?? "unknown");
      values.set(unreachableContext, unreachable);
      return values;
    };
    const { raw } = c.req;
    const response = await handle(raw, context(false));
    if (response.status !== 500 || (await answers(services.db))) return response;
    const { url, headers, signal } = raw;
    const unreachable = await handle(new Request(url, { headers, signal }), context(true));
    unreachable.headers.set("retry-after", String(RETRY_SECONDS));
    return unreachable;
  };
}

/** Whether the database answers within a second. */
async function answers(db: Db): Promise<boolean> {
  const silence = Promise.withResolvers<false>();
  const timer = setTimeout(() => silence.resolve(false), PROBE_MS);
  const probe = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([probe, silence.promise]);
  clearTimeout(timer);
  return answered;
}
