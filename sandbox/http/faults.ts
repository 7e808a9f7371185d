import { setTimeout as delay } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { lightningFaults } from "../lightning/faults.ts";

const httpFaults = ["429-json", "500", "timeout", "cut-json", "html-200"] as const;
const httpFault = z.enum(httpFaults).nullable();
// lagging: some blocks behind; forgetful: no address has transactions; hasty: every transaction is confirmed.
const esploraFault = z.enum([...httpFaults, "lagging", "forgetful", "hasty"]).nullable();
// Servers of Esplora's API, which differ in their pages of an address: Blockstream's, mempool's own
// electrs, and mempool on top of an Electrum server.
const esploraServer = z.enum(["blockstream", "mempool", "mempool-electrum"]);
const lightningFault = z.enum([...httpFaults, ...lightningFaults]).nullable();
// late: delivers only after the deadline; any: draws one of several for each call.
const deliveryFaults = [
  "lost-answer",
  "slow",
  "pending",
  "late",
  "refuse",
  "unknown",
  "any",
] as const;
const deliveryFault = z.enum([...httpFaults, ...deliveryFaults]).nullable();
// not-allowed: refuses the shop's address (`-rpcallowip`); whitelist: permits one call only (`-rpcwhitelist`).
const coreFaults = [
  "busy",
  "warming-up",
  "rescanning",
  "pruned",
  "not-allowed",
  "whitelist",
] as const;
const coreFault = z.enum([...httpFaults, ...coreFaults]).nullable();

/** The faults that can be switched on, null for none, and the varieties of hosts; not stored across restarts. */
export const faultsSchema = z.strictObject({
  esplora: esploraFault,
  esplora2: esploraFault,
  esploraServer,
  esplora2Server: esploraServer,
  core: coreFault,
  coreTxindex: z.boolean(),
  lightning: lightningFault,
  delivery: deliveryFault,
  prices: httpFault,
  identity: httpFault,
  stripe: httpFault,
  paypal: httpFault,
  // no-mailbox: refuses each recipient for good; no-sender: refuses the shop's address; no-relay: refuses the shop.
  smtp: z.enum(["refuse", "no-mailbox", "no-sender", "no-relay"]).nullable(),
  latencyMs: z.int().min(0).max(60_000),
});
export type Faults = z.infer<typeof faultsSchema>;

/** Returns the initial state without faults. */
export function noFaults(): Faults {
  return {
    esplora: null,
    esplora2: null,
    esploraServer: "blockstream",
    esplora2Server: "blockstream",
    core: null,
    coreTxindex: false,
    lightning: null,
    delivery: null,
    prices: null,
    identity: null,
    stripe: null,
    paypal: null,
    smtp: null,
    latencyMs: 0,
  };
}

/** Middleware that applies the current fault of the service. */
export function faultGate(
  faults: Faults,
  service:
    | "esplora"
    | "esplora2"
    | "core"
    | "prices"
    | "identity"
    | "stripe"
    | "paypal"
    | "lightning"
    | "delivery",
): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults[service];
    const { signal } = c.req.raw;
    if (faults.latencyMs > 0) await delay(faults.latencyMs, undefined, { signal }).catch(() => {});

    if (fault === null) return next();
    if (fault === "500") return c.text("Internal Server Error", 500);
    if (fault === "html-200") return c.html("<!doctype html><title>Just a moment...</title>");
    // To a client that ignores the status, an empty list looks like "no payments yet".
    if (fault === "429-json") return c.json([], 429, { "retry-after": "60" });
    if (fault === "timeout") {
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      return c.body(null, 503);
    }
    await next();
    // The routes apply all other faults.
    if (fault === "cut-json") c.res = await truncate(c.res);
    return;
  };
}

/** Truncates a JSON response to its first half; another response is wrapped in JSON first. */
async function truncate(response: Response): Promise<Response> {
  const text = await response.text();
  const whole = /^[[{]/.test(text) ? text : JSON.stringify({ result: text });
  return new Response(whole.slice(0, Math.ceil(whole.length / 2)), {
    headers: { "content-type": "application/json" },
  });
}
