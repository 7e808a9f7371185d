import type { Hono } from "hono";
import type { BlankEnv, BlankSchema } from "hono/types";

/**
 * Mounts routes at a path. The same as `app.route(path, routes)`, whose inferred type arguments make the type checker
 * compare all of Hono's overloads: a seventh of all types.
 */
export function mount(app: Hono, path: string, routes: Hono): void {
  app.route<string, BlankEnv, BlankSchema, "/", "/">(path, routes);
}
