import { Hono } from "hono";
import { faultGate } from "../../http/faults.ts";
import type { PhoenixdPasswords } from "../credentials.ts";
import { answerCreated, nodeGate, pathBelow } from "../gate.ts";
import type { Lightning } from "../lightning.ts";
import { incomingPayment } from "./objects.ts";

const VERSION = "0.8.0";
const MAX_DESCRIPTION = 128;
const DEFAULT_EXPIRY_SECONDS = 3600;
const DEFAULT_LIMIT = 20;
const UNAUTHORIZED =
  "Invalid authentication (use basic auth with the http password set in phoenix.conf)";
const PAYING = [
  "payinvoice",
  "payoffer",
  "paylnaddress",
  "lnurlpay",
  "lnurlauth",
  "sendtoaddress",
  "bumpfee",
  "closechannel",
  "export",
].map((name) => `/${name}`);
const ROUTES = new Map([
  ["/createinvoice", "POST"],
  ["/getinfo", "GET"],
  ["/getbalance", "GET"],
  ["/estimateliquidityfees", "GET"],
  ["/payments/incoming", "GET"],
  ...PAYING.map((path) => [path, "POST"] as const),
]);

/** A parameter that phoenixd rejects with 400. */
class BadRequest extends Error {}

/**
 * phoenixd's HTTP interface (ACINQ/phoenixd: Api.kt) over the merchant's node, mounted at `mount`: basic authentication
 * with any user name, bodies as forms, answers as JSON, errors as text. The password with limited access cannot pay.
 */
export function phoenixdRoutes(
  lightning: Lightning,
  passwords: PhoenixdPasswords,
  mount: string,
): Hono {
  const app = new Hono({ strict: false });

  app.use(async (c, next) => {
    const path = pathBelow(c, mount);
    const access = passwords.accessOf(c.req.header("authorization"));
    const credential = access && `${access} password`;
    const request = { interface: "phoenixd" as const, method: c.req.method, path, credential };
    lightning.requests.add({ ...request, canPay: access === "full" });
    return next();
  });
  app.use(faultGate(lightning.faults, "lightning"));
  app.use(nodeGate(lightning, "phoenixd"));
  app.use(async (c, next) => {
    const access = passwords.accessOf(c.req.header("authorization"));
    const path = pathBelow(c, mount);
    const isAllowed = access === "full" || (access === "limited" && !PAYING.includes(path));
    if (!isAllowed || lightning.faults.lightning === "unauthorized") {
      return c.text(UNAUTHORIZED, 401, { "www-authenticate": 'Basic realm="ktor"' });
    }
    const method = path.startsWith("/payments/incoming/") ? "GET" : ROUTES.get(path);
    if (method === undefined) return c.text("Unknown endpoint (check api doc)", 404);
    if (method !== c.req.method) {
      return c.text("Invalid http method (use the correct GET/POST)", 405);
    }
    return next();
  });
  app.onError((error, c) => {
    if (error instanceof BadRequest) return c.text(error.message, 400);
    throw error;
  });

  app.post("/createinvoice", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const sats = readInteger(form, "amountSat");
    const memo = form.get("description");
    if (memo === null) {
      throw new BadRequest("Must provide either a description or descriptionHash");
    }
    if (memo.length > MAX_DESCRIPTION) {
      throw new BadRequest(
        `Request parameter description is too long (max ${MAX_DESCRIPTION} characters)`,
      );
    }
    const request = {
      msat: sats === null ? null : sats * 1000,
      memo,
      expirySeconds: readInteger(form, "expirySeconds") ?? DEFAULT_EXPIRY_SECONDS,
      externalId: form.get("externalId") || null,
    };
    return answerCreated(
      c,
      lightning,
      () => lightning.createInvoice(request),
      ({ hash, bolt11 }) =>
        c.json({
          ...(sats !== null && { amountSat: sats }),
          paymentHash: hash,
          serialized: bolt11,
        }),
    );
  });

  app.get("/payments/incoming/:hash", (c) => {
    const hash = c.req.param("hash");
    if (!/^[0-9a-f]{64}$/i.test(hash)) {
      throw new BadRequest("Request parameter paymentHash couldn't be parsed/converted to hex32");
    }
    const invoice = lightning.find(hash.toLowerCase());
    if (!invoice) return c.text("Not found", 404);
    return c.json(incomingPayment(invoice, lightning.faults.lightning));
  });

  app.get("/payments/incoming", (c) => {
    const query = new URLSearchParams(c.req.query());
    const isAll = query.get("all") === "true";
    const from = readInteger(query, "from") ?? 0;
    const to = readInteger(query, "to") ?? Date.now();
    const limit = readInteger(query, "limit") ?? DEFAULT_LIMIT;
    const offset = readInteger(query, "offset") ?? 0;
    const externalId = query.get("externalId");
    const found = lightning.list().flatMap((invoice) => {
      const at = isAll ? invoice.createdAt : invoice.settled?.at;
      const isMatch = !externalId || invoice.externalId === externalId;
      return at !== undefined && isMatch && at >= from && at <= to ? [{ invoice, at }] : [];
    });
    found.sort((a, b) => b.at - a.at);
    const page = found.slice(offset, offset + limit);
    return c.json(page.map(({ invoice }) => incomingPayment(invoice, lightning.faults.lightning)));
  });

  app.get("/getinfo", async (c) => {
    const network = await lightning.start();
    const isFull = lightning.faults.lightning === "capacity-warning";
    const channels = network.channels().map((channel) => ({
      state: lightning.faults.lightning === "peer-offline" ? "Offline(Normal)" : "Normal",
      channelId: Buffer.from(channel.get_channel_id().write()).toString("hex"),
      balanceSat: toSats(channel.get_outbound_capacity_msat()),
      inboundLiquiditySat: isFull ? 0 : toSats(channel.get_inbound_capacity_msat()),
      capacitySat: Number(channel.get_channel_value_satoshis()),
    }));
    return c.json({
      nodeId: network.nodeId,
      channels,
      chain: lightning.bitcoin,
      blockHeight: lightning.blockHeight,
      version: VERSION,
    });
  });
  app.get("/getbalance", async (c) => {
    const { localSats } = await lightning.balance();
    const isCredit = lightning.faults.lightning === "fee-credit-added";
    const credit = lightning.store.settled().reduce((sum, { settled }) => {
      return sum + Math.floor((settled?.msat ?? 0) / 1000);
    }, 0);
    return c.json({ balanceSat: localSats, feeCreditSat: isCredit ? credit : 0 });
  });
  app.get("/estimateliquidityfees", (c) => {
    const amount = readInteger(new URLSearchParams(c.req.query()), "amountSat");
    if (amount === null) throw new BadRequest("Request parameter amountSat is missing");
    return c.json({ miningFeeSat: 1219, serviceFeeSat: Math.floor(amount / 100) });
  });

  app.post("/lnurlauth", async (c, next) => {
    const form = new URLSearchParams(await c.req.text());
    if (!form.has("lnurl")) throw new BadRequest("Request parameter lnurl is missing");
    return next();
  });
  app.on("POST", PAYING, (c) => c.text("The sandbox's merchant does not pay", 500));
  return app;
}

function readInteger(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  if (text === null) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new BadRequest(`Request parameter ${name} couldn't be parsed/converted to integer`);
}

function toSats(msat: bigint): number {
  return Number(msat / 1000n);
}
