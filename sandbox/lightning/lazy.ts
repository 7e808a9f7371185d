import type { Server } from "node:http";
import type { Context, Hono } from "hono";
import type { World } from "../world.ts";
import { PATHS } from "./addresses.ts";
import type { phoenixdSocket } from "./phoenixd/websocket.ts";

/** Returns a handler of all routes of Lightning, whose code is loaded by the first request to one of them. */
export function lazyLightningRoutes(world: World): (c: Context) => Promise<Response> {
  let routes: Promise<Hono> | undefined;
  return async (c) => {
    routes ??= import("./routes.ts").then(({ lightningRoutes }) => lightningRoutes(world));
    return (await routes).fetch(c.req.raw, c.env);
  };
}

/** Serves phoenixd's WebSocket; the other two interfaces have none. */
export function serveWebSockets(server: Server, world: World): void {
  let handler: Promise<ReturnType<typeof phoenixdSocket>> | undefined;
  server.on("upgrade", (request, socket, head) => {
    handler ??= import("./phoenixd/websocket.ts").then((module) =>
      module.phoenixdSocket(
        world.lightning,
        world.lightningCredentials.phoenixd,
        `${PATHS.phoenixd}/websocket`,
      ),
    );
    void handler.then((upgrade) => upgrade(request, socket, head));
  });
}
