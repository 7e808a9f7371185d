import { type Context, Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Db } from "#db/client.server.ts";
import { isUuid } from "#lib/text.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { markWatched } from "#shop/payments/poller/watch.server.ts";
import type { PollIntervals } from "#shop/payments/poller/poll-intervals.ts";
import type { LiveHub } from "./live.ts";
import type { AppEnv } from "./requests.ts";

/** Renews the watch on the address, and keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 10_000;

/** Changes are sent to the admin at most this often. */
const ADMIN_THROTTLE_MS = 1000;

/**
 * Server-sent events: `change` makes a page revalidate and carries no data. The streams of an order so need no
 * authorization; the loader of the page authorizes. Only administrators see how often orders come in.
 */
export function liveRoutes(options: {
  db: Db;
  hub: LiveHub;
  intervals: PollIntervals;
  stopping: AbortSignal;
  chainUp: () => boolean;
  /** Returns whether these headers carry an administrator's session. */
  isAdmin: (headers: Headers) => Promise<boolean>;
}): Hono<AppEnv> {
  const { db, hub, intervals, stopping, chainUp, isAdmin } = options;
  const routes = new Hono<AppEnv>();

  routes.get("/checkout/:id", (c) => {
    const id = c.req.param("id");
    if (!isUuid(id)) return c.notFound();
    return open(c, (stream) => sendChanges(stream, `checkout:${id}`, watching(id)));
  });

  routes.get("/order/:id", async (c) => {
    const order = await findOrder(db, c.req.param("id"));
    if (!order) return c.notFound();
    return open(c, (stream) =>
      sendChanges(stream, `order:${order.id}`, watching(order.checkoutId)),
    );
  });

  routes.get("/admin", async (c) => {
    if (!(await isAdmin(c.req.raw.headers))) return c.notFound();
    return open(c, (stream) =>
      sendChanges(stream, "admin", async () => undefined, ADMIN_THROTTLE_MS),
    );
  });

  const open = (c: Context<AppEnv>, send: (stream: SSEStreamingApi) => Promise<void>) =>
    streamSSE(c, (stream) =>
      // Hono would send the error to the client.
      send(stream).catch((error: unknown) => c.get("request").log("live stream failed", error)),
    );

  const watching = (checkoutId: string) => () => markWatched(db, checkoutId, intervals, new Date());

  async function sendChanges(
    stream: SSEStreamingApi,
    topic: string,
    whileOpen: () => Promise<void>,
    throttleMs = 0,
  ): Promise<void> {
    if (stopping.aborted) return;
    const ended = Promise.withResolvers<void>();
    const end = () => ended.resolve();
    let scheduled: NodeJS.Timeout | undefined;
    const unsubscribe = hub.subscribe(topic, () => {
      scheduled ??= setTimeout(() => {
        scheduled = undefined;
        void stream.writeSSE({ event: "change", data: "" });
      }, throttleMs);
    });
    let wasUp = chainUp();
    const heartbeat = async () => {
      await whileOpen();
      // An outage of the chain source changes no row, so that no notification announces it.
      if (chainUp() !== wasUp) await stream.writeSSE({ event: "change", data: "" });
      else await stream.write(": still here\n\n");
      wasUp = chainUp();
    };
    const timer = setInterval(() => void heartbeat().catch(end), HEARTBEAT_MS);
    stream.onAbort(end);
    stopping.addEventListener("abort", end);
    try {
      await heartbeat();
      await ended.promise;
    } finally {
      clearInterval(timer);
      unsubscribe();
      clearTimeout(scheduled);
      // The signal lives as long as the process, and would leak a listener per stream.
      stopping.removeEventListener("abort", end);
    }
  }

  return routes;
}
