import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import { z } from "zod";
import type { Faults } from "../http/faults.ts";
import { jsonBody, validate } from "../http/input.ts";
import { hangUp } from "../http/hang-up.ts";
import { callSchema, type DeliverCall, type DeliveryAdapter } from "./adapter.ts";

const SLOW_MS = 3000;
/** How often a call is answered "pending" by that fault. */
const PENDING_CALLS = 2;
/** What the fault "any" draws from, for each call. */
const anyOf = [null, null, "500", "lost-answer", "slow", "pending"] as const;

/** The stand-in of a delivery adapter, in the protocol of docs/delivery.md. A username that begins with "nobody" is unknown. */
export function deliveryRoutes(adapter: DeliveryAdapter, faults: Faults) {
  const app = new Hono({ strict: false });

  app.post("/", async (c) => {
    const body = await c.req.text();
    const signature = c.req.header("satchel-signature") ?? "";
    if (!adapter.isSigned(body, signature)) return c.json({ error: "Wrong signature" }, 401);
    const call = validate(JSON.parse(body), callSchema);
    const fault =
      faults.delivery === "any"
        ? (anyOf[Math.floor(Math.random() * anyOf.length)] ?? null)
        : faults.delivery;
    if (fault === "slow") await delay(SLOW_MS);
    const isUnknown = fault === "unknown" || call.username.startsWith("nobody");
    if (call.type === "validate") {
      const { username } = call;
      if (isUnknown)
        return c.json({ result: "unknown", reason: "There is no account with this username" });
      return c.json({ result: "known", displayName: `${username} in the sandbox` });
    }
    const key = c.req.header("idempotency-key") ?? "";
    const calls = adapter.count(key);
    const before = adapter.has(key);
    if (fault === "500") return c.text("Internal Server Error", 500);
    if (!before) {
      if (isUnknown)
        return c.json({ result: "refused", reason: "There is no such account", sent: false });
      if (fault === "refuse")
        return c.json({ result: "refused", reason: "The account cannot receive coins" });
      if (fault === "pending" && calls <= PENDING_CALLS) return c.json({ result: "pending" });
      if (fault === "late" && !isOver(call)) return c.json({ result: "pending" });
      adapter.deliver(key, call);
    }
    if (fault === "lost-answer" && !before) return hangUp(c);
    return c.json({ result: "delivered", reference: `sandbox-${key}` });
  });
  return app;
}

/** Serves the JSON routes under /sandbox/delivery. */
export function deliveryControlApi(adapter: DeliveryAdapter): Hono {
  const app = new Hono({ strict: false });
  app.get("/delivery", (c) => c.json(adapter.list()));
  app.put("/delivery/secret", async (c) => {
    adapter.setSecret((await jsonBody(c, z.strictObject({ secret: z.string().min(1) }))).secret);
    return c.body(null, 204);
  });
  return app;
}

function isOver({ deadline }: DeliverCall): boolean {
  return Date.parse(deadline) <= Date.now();
}
