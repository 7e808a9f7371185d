import { timingSafeEqual, createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Registry } from "prom-client";
import { version } from "#lib/version.ts";
import type { Log } from "#lib/log.ts";
import type { AppEnv } from "./requests.ts";

export interface ProbeOptions {
  /** Returns whether the database has the newest schema; rejects if it is unreachable. */
  schemaIsCurrent: () => Promise<boolean>;
  /** Returns whether the disk of the embedded database is full. */
  diskIsFull: () => boolean;
  /** Returns by how much the clock of this process is ahead of the database's, if that matters; else 0. */
  clockSkewMs: () => number;
  stopping: AbortSignal;
  /** Reads the metrics for one scrape. */
  metrics: (now: Date) => Promise<Registry>;
  /** The bearer token of `/metrics`; null closes the route. */
  metricsToken: string | null;
  log: Log;
}

/** Long enough for a busy database, and shorter than the timeouts of probes. */
const DATABASE_TIMEOUT_MS = 2000;

/** The routes for monitoring. They count no visit, set no cookie and are not logged. */
export function probeRoutes(options: ProbeOptions): Hono<AppEnv> {
  const { metrics, metricsToken } = options;
  const routes = new Hono<AppEnv>();
  const headers = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    // Set by the app, if it is reached by https.
    strictTransportSecurity: false,
  });

  // Liveness: independent of the database, since a restart would not repair it.
  routes.get("/healthz", headers, (c) =>
    c.text(`ok ${version}`, 200, { "cache-control": "no-store" }),
  );

  routes.get("/readyz", headers, async (c) => {
    const reasons = await reasonsNotReady(options);
    const ready = reasons.length === 0;
    return c.json({ ready, reasons }, ready ? 200 : 503, { "cache-control": "no-store" });
  });

  routes.get("/metrics", headers, async (c) => {
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
    options.log("probe failed", error);
    return c.text("This could not be found out.", 500);
  });

  return routes;
}

/** Returns why this instance should receive no traffic; empty if it is ready. */
async function reasonsNotReady(options: ProbeOptions): Promise<string[]> {
  const { schemaIsCurrent, diskIsFull, clockSkewMs, stopping } = options;
  if (stopping.aborted) return ["stopping"];
  if (diskIsFull()) return ["disk"];
  if (clockSkewMs() !== 0) return ["clock"];
  try {
    const current = await Promise.race([
      schemaIsCurrent(),
      delay(DATABASE_TIMEOUT_MS, null, { ref: false }),
    ]);
    if (current === null) return ["database"];
    return current ? [] : ["migrations"];
  } catch {
    return ["database"];
  }
}

function isToken(header: string | undefined, token: string): boolean {
  // Hashed to equal length, and compared in constant time.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
}
