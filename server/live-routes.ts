import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { ShopServices } from "#app/context.ts";
import { readVisitor } from "#app/visitor.server.ts";
import {
  hasSessionCookie,
  peekSession,
  type SignedIn,
  teamRoleOf,
} from "#shop/accounts/sessions.server.ts";
import { isCheckoutOf } from "#shop/checkout/steps.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { accessOf, findTrackedOrder, type Viewer } from "#shop/orders/tracking.server.ts";
import { markInvoicesWatched } from "#shop/payments/lightning/invoice-states.server.ts";
import { markWatched } from "#shop/payments/poller/watch.server.ts";
import type { PollIntervals } from "#shop/payments/poller/poll-intervals.ts";
import type { LiveHub } from "./live.ts";
import type { ClientSlots } from "./client-slots.ts";
import { sendChanges } from "./live-stream.ts";
import type { AppEnv } from "./requests.ts";

/** Changes are sent to the admin at most this often. */
const ADMIN_THROTTLE_MS = 1000;

/** A client that was refused a stream may try again after this long. */
const RETRY_SECONDS = "60";

/** A stream that may be opened. */
interface Topic {
  name: string;
  throttleMs?: number;
  /** Returns whether the client still may follow the topic, and as much of it as at first. */
  isPermitted: () => Promise<boolean>;
  whileOpen?: () => Promise<void>;
  /** The account that is signed in, whose ended sessions end the stream at once; null for none. */
  accountId: string | null;
}

/**
 * Server-sent events: `change` tells a page to revalidate and carries no data. Who may open the page may open its stream;
 * the permission is checked again at every heartbeat, and at once when sessions of the account end. Only the team sees
 * how often orders come in, and each role only follows its own topics.
 */
export function liveRoutes(options: {
  services: ShopServices;
  hub: LiveHub;
  intervals: PollIntervals;
  slots: ClientSlots;
  stopping: AbortSignal;
}): Hono<AppEnv> {
  const { services, hub, intervals, slots, stopping } = options;
  const { db, chainUp, lightning } = services;
  const routes = new Hono<AppEnv>();

  routes.get("/checkout/:id", async (c) => {
    const id = c.req.param("id");
    const visitorHash = await readVisitor(c.req.raw, services);
    const isPermitted = () => isCheckoutOf(db, id, visitorHash);
    if (!(await isPermitted())) return c.notFound();
    const topic = { name: `checkout:${id}`, accountId: null };
    return open(c, { ...topic, isPermitted, whileOpen: watching(id) });
  });

  routes.get("/order/:id", async (c) => {
    const account = (await signedIn(c))?.account ?? null;
    const viewer = await viewerOf(c);
    const from = c.get("clientAddress");
    const found = await findTrackedOrder(db, c.req.param("id"), { viewer, from, now: new Date() });
    if (!found.ok) {
      if (found.error === "not-found") return c.notFound();
      return c.text("Too many attempts.", 429, { "retry-after": String(found.error.seconds) });
    }
    const { id, checkoutId } = found.value;
    const access = await accessOf(db, found.value, viewer);
    const isPermitted = async () => {
      const order = await findOrder(db, id);
      return order !== null && (await accessOf(db, order, await viewerOf(c))) === access;
    };
    const topic = { name: `order:${id}`, accountId: account?.id ?? null };
    return open(c, { ...topic, isPermitted, whileOpen: watching(checkoutId) });
  });

  routes.get("/admin", async (c) => {
    const opening = await signedIn(c);
    const role = teamRoleOf(opening);
    if (!opening || !role) return c.notFound();
    const isPermitted = async () => teamRoleOf(await signedIn(c)) === role;
    const topic = { name: `team:${role}`, accountId: opening.account.id };
    return open(c, { ...topic, throttleMs: ADMIN_THROTTLE_MS, isPermitted });
  });

  const signedIn = async (c: Context<AppEnv>): Promise<SignedIn | null> => {
    const { headers } = c.req.raw;
    if (!hasSessionCookie(headers)) return null;
    const { cache, auth } = services;
    const settings = async () => cache.settings(await cache.version());
    return peekSession(db, auth, headers, settings, new Date());
  };

  const viewerOf = async (c: Context<AppEnv>): Promise<Viewer> => {
    const account = (await signedIn(c))?.account;
    return {
      visitorHash: await readVisitor(c.req.raw, services),
      verifiedEmail: account?.emailVerified ? account.email : null,
    };
  };

  const watching = (checkoutId: string) => async () => {
    await markWatched(db, checkoutId, intervals, new Date());
    if (lightning) await markInvoicesWatched(db, checkoutId, new Date());
  };

  const upNow = () => `${chainUp()} ${lightning?.mayReceive(0)}`;

  const open = (c: Context<AppEnv>, topic: Topic) => {
    const { name, throttleMs = 0, isPermitted, whileOpen, accountId } = topic;
    // Hono answers HEAD with the headers of GET and drops its body: a stream would never notice that it has no reader.
    if (c.req.method === "HEAD") return c.body(null, 200, { "content-type": "text/event-stream" });
    const free = slots.take(c.get("clientAddress"));
    if (typeof free !== "function") {
      const headers = { "retry-after": RETRY_SECONDS };
      return free === "full"
        ? c.text("Too many live streams.", 503, headers)
        : c.text("Too many live streams from this address.", 429, headers);
    }
    const { outgoing } = c.env;
    let wasUp = upNow();
    const beat = async () => {
      if (!(await isPermitted())) return "ended";
      await whileOpen?.();
      // An outage of the chain source or the node changes no row, so that no notification announces it.
      const isUp = upNow();
      const changed = isUp !== wasUp;
      wasUp = isUp;
      return changed ? "change" : "unchanged";
    };
    const subscribe = (onChange: () => void) => hub.subscribe(name, onChange);
    const subscribeAccess = (onChange: () => void) =>
      accountId === null ? () => undefined : hub.subscribe(`account:${accountId}`, onChange);
    const isStalled = () => outgoing.destroyed || outgoing.writableLength > 0;
    return streamSSE(c, async (stream) => {
      try {
        const read = await sendChanges(stream, {
          subscribe,
          subscribeAccess,
          beat,
          throttleMs,
          stopping,
          isStalled,
        });
        if (!read) outgoing.destroy();
      } catch (error) {
        // Hono would send the error to the client.
        c.get("request").log("live stream failed", error);
      } finally {
        free();
      }
    });
  };

  return routes;
}
