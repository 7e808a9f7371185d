import { Hono } from "hono";
import { handleError } from "../http/errors.ts";
import type { World } from "../world.ts";
import { PATHS } from "./addresses.ts";
import { clnrestRoutes } from "./clnrest/routes.ts";
import { lightningControlApi } from "./control-api.ts";
import { lndRoutes } from "./lnd/routes.ts";
import { phoenixdRoutes } from "./phoenixd/routes.ts";

/** Serves the three interfaces of the merchant's node under /lightning, and their controls under /sandbox/lightning. */
export function lightningRoutes(world: World): Hono {
  const { lightning, lightningTls, lightningCredentials: credentials } = world;
  const app = new Hono({ strict: false });
  app.onError(handleError);
  app.route(PATHS.phoenixd, phoenixdRoutes(lightning, credentials.phoenixd, PATHS.phoenixd));
  app.route(PATHS.lnd, lndRoutes(lightning, credentials.lnd, PATHS.lnd));
  app.route(PATHS.clnrest, clnrestRoutes(lightning, credentials.clnrest, PATHS.clnrest));
  app.route("/sandbox", lightningControlApi(lightning, lightningTls));
  return app;
}
