import { z } from "zod";
import type { HttpResponse } from "#lib/http-client.server.ts";
import type { Network } from "../wallet/address.ts";
import { readBolt11 } from "./bolt11.ts";
import { checkInvoice } from "./checked-invoice.ts";
import { answerProblem, paidAt } from "./look-up-answer.ts";
import {
  type InvoiceState,
  type LightningNode,
  type NodeState,
  repeatRefusals,
} from "./lightning-node.ts";
import { type LightningAccess, nodeClient, quoted } from "./node-client.server.ts";
import { listenToEvents } from "./phoenixd-events.server.ts";

/** A payment that has a channel opened for it may settle this long after the invoice's end. */
const SETTLING_MS = 15 * 60_000;

const createdSchema = z.object({ paymentHash: z.string(), serialized: z.string() });

const int = z.int().nullish().catch(null);
/** Only these three are needed: a paid invoice must not be missed because of an odd amount or time. */
const incomingSchema = z.object({
  paymentHash: z.string(),
  preimage: z.string().nullish(),
  isPaid: z.boolean(),
  isExpired: z.boolean().nullish().catch(null),
  invoice: z.string().nullish().catch(null),
  requestedSat: int,
  receivedSat: int,
  fees: int,
  expiresAt: int,
  completedAt: int,
});

const infoSchema = z.object({
  nodeId: z.string().nullish(),
  chain: z.string(),
  version: z.string().nullish(),
  channels: z.array(z.object({ state: z.string(), inboundLiquiditySat: int })),
});
const balanceSchema = z.object({ feeCreditSat: z.int().nullish() });

/** The names of lightning-kmp's `Chain`, in lower case. */
const networks: Record<string, Network> = {
  mainnet: "mainnet",
  testnet: "testnet",
  testnet3: "testnet",
  testnet4: "testnet",
  signet: "signet",
  regtest: "regtest",
};

/**
 * Returns a node of ACINQ's phoenixd. Requests are form-encoded, amounts in satoshis, times in milliseconds, and errors
 * plain text (https://phoenix.acinq.co/server/api; ACINQ/phoenixd: Api.kt, JsonSerializers.kt).
 */
export function phoenixdNode(access: LightningAccess, network: Network): LightningNode {
  const authorization = `Basic ${Buffer.from(`:${access.secret}`).toString("base64")}`;
  const client = nodeClient(access, { authorization });

  /** Throws when the response is an error of phoenixd. */
  function checked(response: HttpResponse): HttpResponse {
    const { status, body } = response;
    if (status >= 200 && status < 300) return response;
    if (status === 401 || status === 403)
      throw client.unavailable(
        "refuses the password: it is http-password-limited-access in its phoenix.conf",
      );
    throw client.unavailable(`responded with status ${status}: ${quoted(body.toString())}`);
  }
  const get = async <T>(path: string, schema: z.core.$ZodType<T>) =>
    client.parse(checked(await client.send(path)), schema);
  const post = (path: string, form: Record<string, string>) =>
    client.send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    });

  return {
    kind: "phoenixd",

    create: repeatRefusals(async (request) => {
      const since = new Date();
      const response = await post("/createinvoice", {
        amountSat: String(request.sats),
        description: request.memo,
        expirySeconds: String(request.expirySeconds),
      });
      const { serialized, paymentHash } = client.parse(checked(response), createdSchema);
      const invoice = checkInvoice(serialized, { ...request, network, paymentHash, since });
      if (!invoice.ok) throw client.refused(invoice.error, 0);
      return invoice.value;
    }),

    async lookUp(paymentHash) {
      const response = await client.send(`/payments/incoming/${paymentHash}`);
      // A wrong path of a proxy is 404 too, but with a page.
      const isText = !/html/i.test(response.headers["content-type"] ?? "");
      if (response.status === 404 && isText) return { status: "unknown" };
      const payment = client.parse(checked(response), incomingSchema);
      const { isPaid, preimage = null } = payment;
      const problem = answerProblem(paymentHash, { ...payment, isPaid, preimage });
      if (problem) throw client.unavailable(problem);
      return stateOf(payment);
    },

    listen: (options) =>
      listenToEvents(`${access.url.replace(/^http/, "ws")}/websocket`, {
        ...options,
        headers: { authorization },
        failed: () => client.unavailable("does not open a WebSocket"),
      }),

    async state(): Promise<NodeState> {
      const [info, balance] = await Promise.all([
        get("/getinfo", infoSchema),
        get("/getbalance", balanceSchema),
      ]);
      const named = networks[info.chain];
      if (!named) throw client.unavailable(`is on the network ${quoted(info.chain)}`);
      const open = info.channels.filter(({ state }) => state === "Normal");
      // Such as "Offline(Normal)" (ACINQ/lightning-kmp: channel/states/Channel.kt `stateName`).
      const isCut = info.channels.some(({ state }) => /^(?:Offline|Syncing)\b/.test(state));
      return {
        nodeId: info.nodeId ?? null,
        network: named,
        alias: null,
        version: info.version ?? null,
        receivableSats: open.reduce((sum, each) => sum + (each.inboundLiquiditySat ?? 0), 0),
        feeCreditSats: balance.feeCreditSat ?? 0,
        // It does not tell with which --auto-liquidity it runs (ACINQ/phoenixd: Api.kt, Phoenixd.kt).
        opensChannels: access.opensChannels ?? true,
        obstacle:
          isCut && open.length === 0
            ? "phoenixd is not connected to its peer at the moment."
            : null,
      };
    },

    /**
     * Of the two passwords only the full one may use `lnurlauth`, which signs in to a site and moves no money; without
     * its parameter it does nothing, and answers 400 (https://phoenix.acinq.co/server/api#security).
     */
    async canSpend() {
      const { status } = await post("/lnurlauth", {});
      if (status === 401 || status === 403) return false;
      return status === 400 ? true : null;
    },
  };
}

function stateOf(payment: z.infer<typeof incomingSchema>): InvoiceState {
  if (payment.isPaid)
    return {
      status: "settled",
      at: paidAt(payment.completedAt),
      paidMsat: paidMsatOf(payment),
      settleIndex: null,
    };
  const settlesUntil = (payment.expiresAt ?? Infinity) + SETTLING_MS;
  return { status: payment.isExpired && Date.now() > settlesUntil ? "ended" : "open" };
}

/**
 * Returns what the payer sent, as far as it is known: at least the requested amount, since a paid invoice was paid in
 * full. `receivedSat` is what was left after the fees for a channel: less than requested, nothing or negative. `fees` is
 * all of these fees, also what an earlier fee credit paid, so that with fees the two do not add up to the amount sent
 * (ACINQ/lightning-kmp: db/PaymentsDb.kt `fees`, wire/LiquidityAds.kt `feeCreditUsed`; ACINQ/phoenixd#229).
 */
function paidMsatOf({ invoice, ...payment }: z.infer<typeof incomingSchema>): number {
  const read = invoice ? readBolt11(invoice) : null;
  const requested = payment.requestedSat ? payment.requestedSat * 1000 : null;
  const due = requested ?? (read?.ok ? (read.value.msat ?? 0) : 0);
  return payment.fees === 0 ? Math.max(due, (payment.receivedSat ?? 0) * 1000) : due;
}
