import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { SecureHeadersVariables } from "hono/secure-headers";
import type { BlankSchema } from "hono/types";
import type { Logger } from "pino";
import type { RequestNotes } from "#app/context.ts";
import { randomText } from "#lib/random.server.ts";
import { logOf } from "./log.ts";
import { clientAddress, isTrusted, requestOrigin, type TrustedProxies } from "./proxies.ts";
import type { ObserveRequest } from "./request-metrics.ts";

export type AppEnv = {
  Bindings: HttpBindings;
  Variables: SecureHeadersVariables & {
    request: RequestNotes;
    /** The IP address of the client. */
    clientAddress: string;
    /** The origin of the shop in the browser. */
    origin: string;
  };
};

/** Request ids are short enough to be read out; the alphabet has no characters that look alike. */
const ID_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const ID_LENGTH = 10;

/** Assets and the sandbox are logged at debug level only. */
const DEBUG_ROUTES = /^\/(assets\/|sandbox|favicon|robots)/;

/** Gives each request its id and client address, logs it in one line and counts it in the metrics. */
export function followRequests({
  logger,
  observe,
  trusted,
  onForwarded,
}: {
  logger: Logger;
  observe: ObserveRequest;
  trusted: TrustedProxies;
  /** Called when a peer that is no trusted proxy forwards a request. */
  onForwarded: (peer: string) => void;
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const id = randomText(ID_LENGTH, ID_ALPHABET);
    const own = logger.child({ requestId: id });
    const notes: RequestNotes = { id, log: logOf(own), route: "" };
    c.set("request", notes);
    const connection = getConnInfo(c).remote.address;
    const forwardedFor = c.req.header("x-forwarded-for");
    if (forwardedFor !== undefined && !isTrusted(connection, trusted))
      onForwarded(connection ?? "");
    c.set("clientAddress", clientAddress(connection, forwardedFor, trusted));
    const forwardedProto = c.req.header("x-forwarded-proto");
    c.set("origin", requestOrigin(c.req.url, { connection, forwardedProto, trusted }));

    await next();

    c.res.headers.set("x-request-id", id);
    const { method } = c.req;
    const { status } = c.res;
    const route = notes.route || routeOf(c);
    const ms = Math.round(performance.now() - startedAt);
    observe({ method, route, status, seconds: ms / 1000 });
    own[DEBUG_ROUTES.test(route) && status < 500 ? "debug" : "info"](
      { method, route, status, ms, account: notes.account, key: notes.key },
      `${method} ${route} ${status} in ${ms} ms`,
    );
  };
}

/** Returns the pattern of the matched Hono route; `/*` for a URL that React Router did not match. */
function routeOf(c: Context): string {
  const path = routePath(c);
  return path === "*" ? "/*" : path;
}

/**
 * Mounts routes at a path. The same as `app.route(path, routes)`, whose inferred type arguments make the type checker
 * compare all of Hono's overloads: a seventh of all types.
 */
export function mount(app: Hono<AppEnv>, path: string, routes: Hono<AppEnv>): void {
  app.route<string, AppEnv, BlankSchema, "/", "/">(path, routes);
}
