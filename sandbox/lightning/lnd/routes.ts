import { Hono } from "hono";
import type { Context } from "hono";
import { z } from "zod";
import { faultGate } from "../../http/faults.ts";
import type { LndMacaroons } from "../credentials.ts";
import { answerCreated, nodeGate, pathBelow } from "../gate.ts";
import { type Invoice, statusOf } from "../invoices.ts";
import type { Lightning } from "../lightning.ts";
import { permits } from "./macaroon.ts";
import { addNodeRoutes } from "./node-routes.ts";
import { base64, lndInvoice } from "./objects.ts";
import { answerSubscription } from "./stream.ts";

const MAX_MEMO_BYTES = 1024;
const DEFAULT_EXPIRY_SECONDS = 86_400;
const MAX_EXPIRY_SECONDS = 31_536_000;

// Codes of gRPC.
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const UNIMPLEMENTED = 12;

/** An error of LND: a gRPC code, which its gateway translates to the HTTP status. */
class LndError extends Error {
  readonly code: number;
  readonly status: 400 | 404 | 500 | 501;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
    const statuses = { [INVALID_ARGUMENT]: 400, [NOT_FOUND]: 404, [UNIMPLEMENTED]: 501 } as const;
    this.status = statuses[code as keyof typeof statuses] ?? 500;
  }
}

const lightningMethod = (name: string) => `/lnrpc.Lightning/${name}`;

/** The methods behind the routes and what they require (lightningnetwork/lnd: rpcserver.go, lnrpc/lightning.yaml). */
const METHODS = [
  ["POST /v1/invoices", "invoices", "write", lightningMethod("AddInvoice")],
  ["GET /v1/invoices/subscribe", "invoices", "read", lightningMethod("SubscribeInvoices")],
  ["GET /v1/invoice", "invoices", "read", lightningMethod("LookupInvoice")],
  ["POST /v2/invoices/cancel", "invoices", "write", "/invoicesrpc.Invoices/CancelInvoice"],
  ["GET /v1/getinfo", "info", "read", lightningMethod("GetInfo")],
  ["GET /v1/channels", "offchain", "read", lightningMethod("ListChannels")],
  ["GET /v1/balance/channels", "offchain", "read", lightningMethod("ChannelBalance")],
  ["POST /v1/channels/transactions", "offchain", "write", lightningMethod("SendPaymentSync")],
  ["POST /v2/router/send", "offchain", "write", "/routerrpc.Router/SendPaymentV2"],
  ["POST /v1/transactions", "onchain", "write", lightningMethod("SendCoins")],
] as const;

// A 64-bit number is text or a number.
const int64 = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);

const invoiceSchema = z.strictObject({
  value: int64.default(0),
  value_msat: int64.default(0),
  memo: z.string().default(""),
  expiry: int64.default(0),
  private: z.boolean().optional(),
});

/**
 * The part of LND's REST interface that a shop uses (lightningnetwork/lnd: lnrpc/lightning.proto and .yaml,
 * invoicesrpc/invoices.proto) over the merchant's node, mounted at `mount`. The header `Grpc-Metadata-macaroon` has to
 * hold a macaroon in hex that permits the method.
 */
export function lndRoutes(lightning: Lightning, macaroons: LndMacaroons, mount: string): Hono {
  const app = new Hono({ strict: false });

  app.use(async (c, next) => {
    const known = macaroons.read(macaroonOf(c));
    const request = { method: c.req.method, path: pathBelow(c, mount) };
    const credential = known && `${known.name} macaroon`;
    const canPay = known?.canPay ?? false;
    lightning.requests.add({ interface: "lnd", ...request, credential, canPay });
    return next();
  });
  app.use(faultGate(lightning.faults, "lightning"));
  app.use(nodeGate(lightning, "lnd"));
  app.use(async (c, next) => {
    if (lightning.faults.lightning === "wallet-locked") {
      throw new LndError(UNKNOWN, "wallet locked, unlock it to enable full RPC access");
    }
    authorize(c);
    return next();
  });
  app.onError((error, c) => {
    if (!(error instanceof LndError)) throw error;
    const { code, message, status } = error;
    return c.json({ code, message, details: [] }, status);
  });

  app.post("/v1/invoices", async (c) => {
    const { value, value_msat, memo, expiry } = await readBody(c, invoiceSchema);
    if (value !== 0 && value_msat !== 0) {
      throw new LndError(UNKNOWN, "sat and msat arguments are mutually exclusive");
    }
    const msat = value_msat || value * 1000;
    if (msat < 0) throw new LndError(UNKNOWN, "payments of negative value are not allowed");
    const size = Buffer.byteLength(memo);
    if (size > MAX_MEMO_BYTES) {
      throw new LndError(UNKNOWN, `memo too large: ${size} bytes (maxsize=${MAX_MEMO_BYTES})`);
    }
    const expirySeconds = expiry === 0 ? DEFAULT_EXPIRY_SECONDS : expiry;
    if (expirySeconds < 0 || expirySeconds > MAX_EXPIRY_SECONDS) {
      throw new LndError(UNKNOWN, `expiry of ${expirySeconds} seconds is too large`);
    }
    return answerCreated(
      c,
      lightning,
      () => lightning.createInvoice({ msat: msat === 0 ? null : msat, memo, expirySeconds }),
      ({ hash, bolt11, addIndex, secret }) =>
        c.json({
          r_hash: base64(hash),
          payment_request: bolt11,
          add_index: String(addIndex),
          payment_addr: base64(secret),
        }),
    );
  });

  app.get("/v1/invoice/:hash", (c) => {
    const hash = c.req.param("hash");
    if (!/^([0-9a-f]{2})*$/i.test(hash)) throw new LndError(UNKNOWN, "encoding/hex: invalid byte");
    if (hash.length !== 64) {
      const bytes = hash.length / 2;
      throw new LndError(UNKNOWN, `payment hash must be exactly 32 bytes, is instead ${bytes}`);
    }
    return c.json(lndInvoice(find(hash.toLowerCase())));
  });

  app.post("/v2/invoices/cancel", async (c) => {
    const { payment_hash } = await readBody(c, z.strictObject({ payment_hash: z.base64() }));
    const invoice = find(Buffer.from(payment_hash, "base64").toString("hex"));
    const status = statusOf(invoice);
    if (status === "settled") throw new LndError(UNKNOWN, "invoice already settled");
    if (status === "open") lightning.cancel(invoice.hash);
    return c.json({});
  });

  app.get("/v1/invoices/subscribe", (c) => {
    const index = (name: string) => Number(c.req.query(name) ?? 0);
    return answerSubscription(c, lightning, {
      add: index("add_index"),
      settle: index("settle_index"),
    });
  });

  addNodeRoutes(app, lightning);
  app.all("*", () => {
    throw new LndError(UNKNOWN, "the sandbox's merchant does not pay");
  });
  return app;

  /** Throws LndError unless the route exists and the macaroon permits it. */
  function authorize(c: Context): void {
    const path = pathBelow(c, mount).replace(/^\/v1\/invoice\/[^/]*$/, "/v1/invoice");
    const route = `${c.req.method} ${path}`;
    const method = METHODS.find(([name]) => name === route);
    if (!method) {
      const hasPath = METHODS.some(([name]) => name.endsWith(` ${path}`));
      throw hasPath
        ? new LndError(UNIMPLEMENTED, "Method Not Allowed")
        : new LndError(NOT_FOUND, "Not Found");
    }
    const [, entity, action, uri] = method;
    const header = macaroonOf(c);
    if (header === undefined) throw new LndError(UNKNOWN, "expected 1 macaroon, got 0");
    const known = macaroons.read(header);
    if (known === null || lightning.faults.lightning === "unauthorized") {
      const message = "verification failed: signature mismatch after caveat verification";
      throw new LndError(UNKNOWN, message);
    }
    if (!permits(known.rights, { entity, action, uri })) {
      throw new LndError(UNKNOWN, "permission denied");
    }
  }

  function find(hash: string): Invoice {
    const invoice = lightning.find(hash);
    const isDeleted =
      invoice !== undefined &&
      lightning.faults.lightning === "deletes-canceled" &&
      ["canceled", "expired"].includes(statusOf(invoice));
    if (!invoice || isDeleted) throw new LndError(NOT_FOUND, "unable to locate invoice");
    return invoice;
  }
}

function macaroonOf(c: Context): string | undefined {
  return c.req.header("grpc-metadata-macaroon");
}

/** Parses a JSON body as protojson does: unknown fields are refused. */
async function readBody<T>(c: Context, schema: z.core.$ZodType<T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => undefined);
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new LndError(
    INVALID_ARGUMENT,
    `proto: ${parsed.error.issues[0]?.message ?? "syntax error"}`,
  );
}
