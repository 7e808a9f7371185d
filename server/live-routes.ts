import { type Context, Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Db } from "#db/client.server.ts";
import { isUuid } from "#lib/uuid.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { keepWatching } from "#shop/payments/poller/watch.server.ts";
import type { WatchPace } from "#shop/payments/poller/watch.ts";
import type { LiveHub } from "./live.ts";
import type { AppEnv } from "./requests.ts";

/** Often enough to keep the address a watched one, and proxies from closing a silent stream. */
const SIGN_OF_LIFE_MS = 10_000;

/** The back office hears of changes at most this often: on a busy day they come faster than anybody reads. */
const BACK_OFFICE_PACE_MS = 1000;

/**
 * Server-sent events: `change` says that a page has something new to load, never what. So one order's need no
 * permission of their own; what the page may show is decided when it loads. How often anything is ordered
 * is for administrators.
 */
export function liveRoutes(options: {
  db: Db;
  hub: LiveHub;
  pace: WatchPace;
  stopping: AbortSignal;
  chainUp: () => boolean;
  /** True when these headers are an administrator's. */
  isAdmin: (headers: Headers) => Promise<boolean>;
}): Hono<AppEnv> {
  const { db, hub, pace, stopping, chainUp, isAdmin } = options;
  const routes = new Hono<AppEnv>();

  routes.get("/checkout/:id", (c) => {
    const id = c.req.param("id");
    if (!isUuid(id)) return c.notFound();
    return open(c, (stream) => tell(stream, `checkout:${id}`, watching(id)));
  });

  routes.get("/order/:id", async (c) => {
    const order = await findOrder(db, c.req.param("id"));
    if (!order) return c.notFound();
    return open(c, (stream) => tell(stream, `order:${order.id}`, watching(order.checkoutId)));
  });

  routes.get("/admin", async (c) => {
    if (!(await isAdmin(c.req.raw.headers))) return c.notFound();
    return open(c, (stream) => tell(stream, "office", async () => undefined, BACK_OFFICE_PACE_MS));
  });

  const open = (c: Context<AppEnv>, talk: (stream: SSEStreamingApi) => Promise<void>) =>
    streamSSE(c, (stream) =>
      // Not left to Hono, which would send what went wrong to whoever listens.
      talk(stream).catch((error: unknown) => c.get("request").log("live updates", error)),
    );

  const watching = (checkoutId: string) => () => keepWatching(db, checkoutId, pace, new Date());

  async function tell(
    stream: SSEStreamingApi,
    topic: string,
    whileOpen: () => Promise<void>,
    paceMs = 0,
  ): Promise<void> {
    if (stopping.aborted) return;
    const ended = Promise.withResolvers<void>();
    const end = () => ended.resolve();
    let told: NodeJS.Timeout | undefined;
    const unsubscribe = hub.subscribe(topic, () => {
      told ??= setTimeout(() => {
        told = undefined;
        void stream.writeSSE({ event: "change", data: "" });
      }, paceMs);
    });
    let wasUp = chainUp();
    const signOfLife = async () => {
      await whileOpen();
      // No row changes when the chain falls silent; each page hears of it in its own time, not all at once.
      if (chainUp() !== wasUp) await stream.writeSSE({ event: "change", data: "" });
      else await stream.write(": still here\n\n");
      wasUp = chainUp();
    };
    const timer = setInterval(() => void signOfLife().catch(end), SIGN_OF_LIFE_MS);
    stream.onAbort(end);
    stopping.addEventListener("abort", end);
    try {
      await signOfLife();
      await ended.promise;
    } finally {
      clearInterval(timer);
      unsubscribe();
      clearTimeout(told);
      // It lives as long as the shop, and would keep every stream that ever was.
      stopping.removeEventListener("abort", end);
    }
  }

  return routes;
}
