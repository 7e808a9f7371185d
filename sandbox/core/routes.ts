import { Hono } from "hono";
import type { Context } from "hono";
import { z } from "zod";
import type { Faults } from "../http/faults.ts";
import type { CoreAccess } from "./access.ts";
import { RPC, RpcError } from "./errors.ts";
import { runMethod } from "./methods.ts";
import type { Call, CoreNode } from "./node.ts";

const requestSchema = z.object({
  jsonrpc: z.string().optional(),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]),
});
type Request = z.infer<typeof requestSchema>;

/** The call that the fault "whitelist" permits. */
const PERMITTED = "getnetworkinfo";

/** Bitcoin Core's JSON-RPC (doc/JSON-RPC-interface.md): one call or a batch, as of version 1 or 2.0. */
export function coreRoutes(node: CoreNode, access: CoreAccess, faults: Faults): Hono {
  const app = new Hono();

  const handle = async (c: Context, wallet: string | null) => {
    if (faults.core === "not-allowed") return c.body(null, 403);
    if (!access.allows(c.req.header("authorization"))) {
      return c.body(null, 401, { "www-authenticate": 'Basic realm="jsonrpc"' });
    }
    // Core rejects requests beyond its work queue in plain text, before it reads them.
    if (faults.core === "busy") return c.text("Work queue depth exceeded", 503);
    const call = { node, wallet, txindex: faults.coreTxindex };
    const body: unknown = await c.req.json().catch(() => undefined);
    if (faults.core === "whitelist" && [body].flat().some((one) => methodOf(one) !== PERMITTED))
      return c.body(null, 403);
    if (Array.isArray(body))
      return send(
        c,
        body.map((one) => response(call, one).body),
      );
    const { body: one, status } = response(call, body);
    return send(c, one, status);
  };
  app.post("/", (c) => handle(c, null));
  app.post("/wallet/:name", (c) => handle(c, c.req.param("name")));
  return app;

  function response(call: Call, body: unknown): { body: unknown; status: 200 | 404 | 500 } {
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) {
      const error = { code: RPC.invalidRequest, message: "Invalid Request object" };
      return { body: { result: null, error, id: null }, status: 500 };
    }
    const { jsonrpc, id } = parsed.data;
    const modern = jsonrpc === "2.0";
    try {
      const result = run(call, parsed.data);
      return {
        body: modern ? { jsonrpc, result, id } : { result, error: null, id },
        status: 200,
      };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      if (modern) return { body: { jsonrpc, error: { code, message }, id }, status: 200 };
      return {
        body: { result: null, error: { code, message }, id },
        status: code === RPC.methodNotFound ? 404 : 500,
      };
    }
  }

  function run(call: Call, { method, params }: Request): unknown {
    if (faults.core === "warming-up") throw new RpcError(RPC.inWarmUp, "Verifying blocks…");
    if (faults.core === "rescanning" && method === "getwalletinfo") {
      const info = runMethod(call, method, params) as object;
      return { ...info, scanning: { duration: 61, progress: 0.42 } };
    }
    if (faults.core === "pruned" && method === "getblockchaininfo") {
      const { height } = node.chain.ledger.tip;
      return { ...(runMethod(call, method, params) as object), pruned: true, pruneheight: height };
    }
    if (faults.core === "pruned" && method === "gettxoutproof")
      throw new RpcError(RPC.misc, "Block not available (pruned data)");
    return runMethod(call, method, params);
  }
}

function methodOf(body: unknown): string | undefined {
  return requestSchema.safeParse(body).data?.method;
}

function send(c: Context, body: unknown, status: 200 | 404 | 500 = 200) {
  // Not c.json: amounts are raw JSON.
  return c.body(JSON.stringify(body), status, { "content-type": "application/json" });
}
