import { timingSafeEqual, createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import type { Registry } from "prom-client";
import type { Log } from "#lib/log.ts";

export interface ProbeOptions {
  /** Whether the database has the newest schema; fails when it does not answer. */
  schemaIsCurrent: () => Promise<boolean>;
  stopping: AbortSignal;
  /** Reads the metrics for one scrape. */
  metrics: (now: Date) => Promise<Registry>;
  /** The bearer token of `/metrics`; null closes the route. */
  metricsToken: string | null;
  log: Log;
}

/** Long enough for a database that is busy, and shorter than what asks is ready to wait. */
const PATIENCE_MS = 2000;

/** For whoever watches over the shop: none of these is a visit, sets a cookie or leaves a line in the log. */
export function probeRoutes(options: ProbeOptions): Hono {
  const { metrics, metricsToken } = options;
  const routes = new Hono();

  // The process answers, whatever else does: starting it anew would mend nothing.
  routes.get("/healthz", (c) => c.text("ok", 200, { "cache-control": "no-store" }));

  routes.get("/readyz", async (c) => {
    const reasons = await reasonsNotReady(options);
    const ready = reasons.length === 0;
    return c.json({ ready, reasons }, ready ? 200 : 503, { "cache-control": "no-store" });
  });

  routes.get("/metrics", async (c) => {
    if (metricsToken === null) return c.notFound();
    if (!isToken(c.req.header("authorization"), metricsToken))
      return c.text("A bearer token is needed.", 401, { "www-authenticate": "Bearer" });
    const registry = await metrics(new Date());
    return c.text(await registry.metrics(), 200, {
      "content-type": registry.contentType,
      "cache-control": "no-store",
    });
  });

  routes.onError((error, c) => {
    options.log("a probe failed", error);
    return c.text("This could not be found out.", 500);
  });

  return routes;
}

/** Why no visitor should be sent here now; nothing when they may. */
async function reasonsNotReady({ schemaIsCurrent, stopping }: ProbeOptions): Promise<string[]> {
  if (stopping.aborted) return ["stopping"];
  try {
    const answer = await Promise.race([
      schemaIsCurrent(),
      delay(PATIENCE_MS, null, { ref: false }),
    ]);
    if (answer === null) return ["database"];
    return answer ? [] : ["migrations"];
  } catch {
    return ["database"];
  }
}

function isToken(header: string | undefined, token: string): boolean {
  // Of equal length, and compared in the same time, whatever was given.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
}
