import { setTimeout as delay } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import { hangUp } from "../http/hang-up.ts";
import type { Invoice } from "./invoices.ts";
import { LightningUnavailable } from "./ldk.ts";
import type { Lightning } from "./lightning.ts";
import type { Interface } from "./request-log.ts";

const SLOW_CREATE_MS = 11_000;

/** Returns the path of a request below the mount of the interface. */
export function pathBelow(c: Context, mount: string): string {
  return c.req.path.slice(mount.length).replace(/\/$/, "") || "/";
}

/** Starts the nodes before a request is handled. Answers 503 where LDK is missing, nothing while the node is down. */
export function nodeGate(lightning: Lightning, node: Interface): MiddlewareHandler {
  return async (c, next) => {
    const fault = lightning.faults.lightning;
    // Of the three, only LND listens before its wallet is unlocked.
    const isDown = fault === "node-down" || (fault === "wallet-locked" && node !== "lnd");
    if (isDown) return hangUp(c);
    try {
      await lightning.start();
    } catch (error) {
      if (!(error instanceof LightningUnavailable)) throw error;
      return c.text(error.message, 503);
    }
    return next();
  };
}

/** Creates an invoice and answers with it, with the faults of creation. */
export async function answerCreated(
  c: Context,
  { faults }: Lightning,
  create: () => Promise<Invoice>,
  response: (invoice: Invoice) => Response | Promise<Response>,
): Promise<Response> {
  const invoice = await create();
  if (faults.lightning === "create-slow") {
    const { signal } = c.req.raw;
    await delay(SLOW_CREATE_MS, undefined, { signal, ref: false }).catch(() => {});
  }
  return faults.lightning === "create-answer-lost" ? hangUp(c) : response(invoice);
}
