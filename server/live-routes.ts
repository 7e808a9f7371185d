import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Db } from "#db/client.server.ts";
import { isUuid } from "#lib/uuid.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { keepWatching } from "#shop/payments/watching.server.ts";
import type { WatchPace } from "#shop/payments/watching.ts";
import type { LiveHub } from "./live.ts";

/** Often enough to keep the address a watched one, and proxies from closing a silent stream. */
const SIGN_OF_LIFE_MS = 10_000;

/**
 * Server-sent events: `change` says that a page has something new to load, never what. So they need no
 * permission of their own; what the page may show is decided when it loads.
 */
export function liveRoutes(options: {
  db: Db;
  hub: LiveHub;
  pace: WatchPace;
  stopping: AbortSignal;
}): Hono {
  const { db, hub, pace, stopping } = options;
  const routes = new Hono();

  routes.get("/checkout/:id", (c) => {
    const id = c.req.param("id");
    if (!isUuid(id)) return c.notFound();
    return streamSSE(c, (stream) => tell(stream, `checkout:${id}`, id));
  });

  routes.get("/order/:id", async (c) => {
    const order = await findOrder(db, c.req.param("id"));
    if (!order) return c.notFound();
    return streamSSE(c, (stream) => tell(stream, `order:${order.id}`, order.checkoutId));
  });

  async function tell(stream: SSEStreamingApi, topic: string, checkoutId: string): Promise<void> {
    if (stopping.aborted) return;
    const ended = Promise.withResolvers<void>();
    const unsubscribe = hub.subscribe(topic, () => {
      void stream.writeSSE({ event: "change", data: "" });
    });
    const signOfLife = async () => {
      await keepWatching(db, checkoutId, pace, new Date());
      await stream.write(": still here\n\n");
    };
    const timer = setInterval(
      () => void signOfLife().catch(() => ended.resolve()),
      SIGN_OF_LIFE_MS,
    );
    stream.onAbort(() => ended.resolve());
    stopping.addEventListener("abort", () => ended.resolve(), { once: true });
    await signOfLife();
    await ended.promise;
    clearInterval(timer);
    unsubscribe();
  }

  return routes;
}
