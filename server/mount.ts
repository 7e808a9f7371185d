import type { Hono } from "hono";
import type { BlankSchema } from "hono/types";
import type { AppEnv } from "./requests.ts";

/**
 * Mounts routes at a path. The same as `app.route(path, routes)`, whose inferred type arguments make the type checker
 * compare all of Hono's overloads: a seventh of all types.
 */
export function mount(app: Hono<AppEnv>, path: string, routes: Hono<AppEnv>): void {
  app.route<string, AppEnv, BlankSchema, "/", "/">(path, routes);
}
