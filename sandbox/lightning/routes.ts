import { Hono } from "hono";
import { handleError } from "../http/errors.ts";
import type { World } from "../world.ts";
import { PATHS } from "./addresses.ts";
import { clnrestRoutes } from "./clnrest/routes.ts";
import { lightningControlApi } from "./control-api.ts";
import { lndRoutes } from "./lnd/routes.ts";
import { phoenixdRoutes } from "./phoenixd/routes.ts";
import { mount } from "../http/mount.ts";

/** Serves the three interfaces of the merchant's node under /lightning, and their controls under /sandbox/lightning. */
export function lightningRoutes(world: World): Hono {
  const { lightning, lightningTls, lightningCredentials: credentials } = world;
  const app = new Hono({ strict: false });
  app.onError(handleError);
  mount(app, PATHS.phoenixd, phoenixdRoutes(lightning, credentials.phoenixd, PATHS.phoenixd));
  mount(app, PATHS.lnd, lndRoutes(lightning, credentials.lnd, PATHS.lnd));
  mount(app, PATHS.clnrest, clnrestRoutes(lightning, credentials.clnrest, PATHS.clnrest));
  mount(app, "/sandbox", lightningControlApi(lightning, lightningTls));
  return app;
}
