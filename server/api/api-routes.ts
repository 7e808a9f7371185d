import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { openApiDocument } from "#app/api/openapi.ts";
import { type Operation, operationList, operations } from "#app/api/operations.ts";
import { REFERENCE_PATH } from "#app/api/problem.ts";
import type { Db } from "#db/client.server.ts";
import { isConnectionError } from "#db/errors.ts";
import type { z } from "zod";
import { localPath } from "#messages/languages.ts";
import { badAddress } from "../guards.ts";
import type { AppEnv } from "../requests.ts";
import { RETRY_SECONDS } from "../screens.ts";
import type { ApiRequest } from "./read-request.ts";
import { noSuchAddress, problem } from "./problems.ts";
import { authorizeKey } from "./key-guard.ts";
import { listOrders, readOrder, setStatus } from "./order-handlers.ts";
import { listPackages, readPackage } from "./package-handlers.ts";

const BODY_MAX = 16 * 1024;

const handlers: Record<keyof typeof operations, (request: ApiRequest) => Promise<Response>> = {
  listOrders,
  readOrder,
  setStatus,
  listPackages,
  readPackage,
};

/**
 * Returns the routes of the HTTP API, which authenticate by key only. Cookies are ignored, so that no other site can
 * act through a visitor's browser. Unknown paths below the API's path get its error response too.
 */
export function apiRoutes(db: Db): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const document = JSON.stringify(openApiDocument(), null, 2);

  routes.use(async (c, next) => {
    const bad = badAddress(c.req.url);
    if (bad) return problem(c, bad.status === 414 ? "address-too-long" : "malformed", bad.text);
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  routes.use(
    bodyLimit({
      maxSize: BODY_MAX,
      onError: (c) =>
        problem(c, "too-long", `This is longer than ${BODY_MAX / 1024} kB. Nothing was changed.`),
    }),
  );

  const methods = new Map<string, string[]>();
  const add = (method: string, path: string, handle: (c: Context<AppEnv>) => unknown) => {
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
    routes.on(method.toUpperCase(), path, async (c) => (await handle(c)) as Response);
  };
  add("get", "/", (c) => c.redirect(localPath(REFERENCE_PATH)));
  add("get", "/openapi.json", (c) => c.body(document, 200, { "content-type": "application/json" }));
  for (const operation of operationList)
    add(operation.method, operation.path.replace("{id}", ":id"), (c) => handle(operation, c));

  for (const [path, known] of methods) {
    const allow = [...known, ...(known.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    routes.on("OPTIONS", path, (c) => c.body(null, 204, { allow }));
    routes.all(path, (c) =>
      problem(c, "method-not-allowed", `Allowed: ${allow}.`, { headers: { allow } }),
    );
  }
  routes.all("*", noSuchAddress);

  async function handle(
    { id, scope }: Operation<z.core.$ZodType | null, z.core.$ZodType | null>,
    c: Context<AppEnv>,
  ): Promise<Response> {
    const now = new Date();
    const admitted = await authorizeKey(c, db, { scope, now });
    if ("rejection" in admitted) return admitted.rejection;
    return handlers[id as keyof typeof operations]({ c, db, key: admitted.key, now });
  }

  routes.onError((error, c) => {
    c.get("request").log("request failed", error);
    if (isConnectionError(error))
      return problem(c, "unavailable", "Please try again in a moment.", {
        headers: { "retry-after": RETRY_SECONDS },
      });
    return problem(c, "internal-error", "Please try again; the log of the shop says more.");
  });
  return routes;
}
