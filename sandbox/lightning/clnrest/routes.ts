import { Hono } from "hono";
import type { Context } from "hono";
import { faultGate } from "../../http/faults.ts";
import type { ClnRunes } from "../credentials.ts";
import { hangUp } from "../../http/hang-up.ts";
import { answerCreated, nodeGate, pathBelow } from "../gate.ts";
import type { Lightning } from "../lightning.ts";
import { RPC, RpcError } from "./errors.ts";
import {
  createdInvoice,
  createInvoice,
  deleteInvoice,
  getInfo,
  listInvoices,
  listPeerChannels,
  waitAnyInvoice,
} from "./methods.ts";
import { permitsMethod } from "./rights.ts";

const PAYING = ["pay", "xpay", "sendpay", "keysend", "withdraw", "fundchannel", "close"];

/**
 * Core Lightning's clnrest (ElementsProject/lightning: plugins/rest-plugin) over the merchant's node, mounted at
 * `mount`: POST /v1/<method> with the parameters in JSON and the header `Rune`. Success is 201; every error of a method
 * is 500 with its code in the body.
 */
export function clnrestRoutes(lightning: Lightning, runes: ClnRunes, mount: string): Hono {
  const app = new Hono({ strict: false });

  app.use(async (c, next) => {
    const known = runes.read(c.req.header("rune"));
    const request = { method: c.req.method, path: pathBelow(c, mount) };
    const credential = known && `${known.name} rune`;
    const canPay = known?.canPay ?? false;
    lightning.requests.add({ interface: "clnrest", ...request, credential, canPay });
    return next();
  });
  app.use(faultGate(lightning.faults, "lightning"));
  app.use(nodeGate(lightning, "clnrest"));
  app.onError((error, c) => {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, status } = error;
    return c.json({ code, message, data: null }, status);
  });

  app.post("/v1/:method", async (c) => {
    const method = c.req.param("method");
    authorize(c, method);
    const params: unknown = await c.req.json().catch(() => ({}));
    if (method === "invoice") {
      return answerCreated(
        c,
        lightning,
        () => createInvoice(lightning, params),
        (invoice) => c.json(createdInvoice(invoice, lightning), 201),
      );
    }
    let isCut = false;
    const { signal } = c.req.raw;
    const wait = { signal, onCut: () => (isCut = true) };
    try {
      return c.json(await call(method, params, wait), 201);
    } catch (error) {
      if (isCut) return hangUp(c);
      throw error;
    }
  });
  app.all("*", (c) => c.body(null, c.req.method === "POST" ? 404 : 405));
  return app;

  async function call(
    method: string,
    params: unknown,
    wait: { signal: AbortSignal; onCut: () => void },
  ): Promise<object> {
    if (method === "listinvoices") return listInvoices(lightning, params);
    if (method === "delinvoice") return deleteInvoice(lightning, params);
    if (method === "waitanyinvoice") return waitAnyInvoice(lightning, params, wait);
    if (method === "getinfo") return getInfo(lightning);
    if (method === "listpeerchannels") return listPeerChannels(lightning);
    if (PAYING.includes(method)) {
      throw new RpcError(RPC.generic, "The sandbox's merchant does not pay");
    }
    throw new RpcError(RPC.methodNotFound, `Unknown command '${method}'`, 404);
  }

  /** Throws RpcError unless the rune permits the method (lightningd/runes.c, plugins/rest-plugin/src/shared.rs). */
  function authorize(c: Context, method: string): void {
    const rune = c.req.header("rune");
    if (rune === undefined) {
      throw new RpcError(RPC.runeNotAuthorized, "Not authorized: Missing rune", 403);
    }
    const known = runes.read(rune);
    if (known === null || lightning.faults.lightning === "unauthorized") {
      throw new RpcError(RPC.runeNotAuthorized, "Not authorized: Not derived from master", 401);
    }
    if (!permitsMethod(known.restrictions, method)) {
      const allowed = known.restrictions.flat().map((one) => one.slice("method=".length));
      const why = allowed.map((name) => `method is not equal to ${name}`).join(" AND ");
      throw new RpcError(RPC.runeNotPermitted, `Not permitted: ${why}`, 401);
    }
  }
}
