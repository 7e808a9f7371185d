import { z } from "zod";
import { readLines } from "#lib/http-lines.server.ts";
import { readJson } from "#lib/http-body.ts";
import type { HttpResponse } from "#lib/http-client.server.ts";
import type { Network } from "../wallet/address.ts";
import { checkInvoice } from "./checked-invoice.ts";
import { answerProblem, paidAt } from "./look-up-answer.ts";
import { type InvoiceState, type LightningNode, repeatRefusals } from "./lightning-node.ts";
import { type LightningAccess, nodeClient, quoted } from "./node-client.server.ts";

const TIMEOUT_MS = 5000;
/** After this long without a line the connection may be dead, and is replaced: the stream has no heartbeat. */
const IDLE_MS = 5 * 60_000;

/** gRPC's code of an error, and its text. */
const errorSchema = z.object({ code: z.int(), message: z.string() });
const NOT_FOUND = 5;

/** The gateway writes 64-bit integers as text. */
const int64 = z.coerce.number().pipe(z.int()).nullish().catch(null);

/** `r_hash` and `payment_request` of AddInvoiceResponse; bytes are base64. */
const createdSchema = z.object({ r_hash: z.base64(), payment_request: z.string() });

/** lnrpc.Invoice. Only these three are needed: a paid one must not be missed because of an odd amount or time. */
const invoiceSchema = z.object({
  r_hash: z.base64(),
  r_preimage: z.base64().nullish(),
  state: z.string(),
  value_msat: int64,
  amt_paid_msat: int64,
  settle_date: int64,
  settle_index: int64,
});
const lineSchema = z.object({ result: z.object({ state: z.string(), r_hash: z.base64() }) });

const infoSchema = z.object({
  identity_pubkey: z.string().nullish(),
  alias: z.string(),
  version: z.string(),
  synced_to_chain: z.boolean().nullish(),
  chains: z.array(z.object({ network: z.string() })),
});
/** lnrpc.Channel: the reserve is what the other side has to keep in it (rpcserver.go, `RemoteConstraints`). */
const channelsSchema = z.object({
  channels: z.array(
    z.object({
      active: z.boolean(),
      remote_balance: int64,
      remote_constraints: z.object({ chan_reserve_sat: int64 }).nullish(),
    }),
  ),
});
const balanceSchema = z.object({ remote_balance: z.object({ sat: int64 }).nullish() });

const networks: Record<string, Network> = {
  mainnet: "mainnet",
  testnet: "testnet",
  testnet4: "testnet",
  signet: "signet",
  regtest: "regtest",
};

/**
 * Returns a node of LND, over its REST gateway (lightningnetwork/lnd: lnrpc/lightning.proto, lnrpc/lightning.yaml). It
 * needs a macaroon that may add, look up and subscribe to invoices, such as invoice.macaroon.
 */
export function lndNode(access: LightningAccess, network: Network): LightningNode {
  const headers = { "grpc-metadata-macaroon": access.secret };
  const client = nodeClient(access, headers);

  /** Returns the error of a response in words for the owner. */
  function errorOf(response: HttpResponse) {
    const error = readError(response);
    if (!error) return client.unavailable(`responded with status ${response.status}`);
    if (isRefusal(error.message))
      return client.unavailable("does not permit this macaroon to do that");
    if (/macaroon|caveat|verification failed/i.test(error.message))
      return client.unavailable("refuses the macaroon: is it of this node?");
    if (/wallet.*(locked|unlock)/i.test(error.message))
      return client.unavailable("is locked: unlock its wallet (lncli unlock)");
    return client.unavailable(`responded with ${quoted(error.message)} (${error.code})`);
  }
  function checked(response: HttpResponse): HttpResponse {
    if (response.status === 200) return response;
    throw errorOf(response);
  }
  /** Returns the answer of a request, or null when the macaroon does not permit it. */
  async function permitted<T>(path: string, schema: z.core.$ZodType<T>): Promise<T | null> {
    const response = await client.send(path);
    if (response.status !== 200 && isRefusal(readError(response)?.message ?? "")) return null;
    return client.parse(checked(response), schema);
  }

  return {
    kind: "lnd",

    create: repeatRefusals(async (request) => {
      const since = new Date();
      const response = await client.send("/v1/invoices", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          value_msat: String(request.sats * 1000),
          memo: request.memo,
          expiry: String(request.expirySeconds),
          // With hints for the way to a node that has no public channel.
          private: true,
        }),
      });
      const created = client.parse(checked(response), createdSchema);
      const paymentHash = hexOf(created.r_hash);
      const expected = { ...request, network, paymentHash, since };
      const invoice = checkInvoice(created.payment_request, expected);
      if (!invoice.ok) throw client.refused(invoice.error, 0);
      return invoice.value;
    }),

    async lookUp(paymentHash) {
      const response = await client.send(`/v1/invoice/${paymentHash}`);
      if (response.status === 200) {
        const state = stateOf(client.parse(response, invoiceSchema), paymentHash);
        if (typeof state === "string") throw client.unavailable(state);
        return state;
      }
      const error = readError(response);
      // "there are no existing invoices" is what a node without any says, with the code of an unknown error.
      const isUnknown =
        error?.code === NOT_FOUND || /no existing invoices/.test(error?.message ?? "");
      if (error && isUnknown) return { status: "unknown" };
      throw errorOf(response);
    },

    /** The first line may come long after the connection is open, and so may its refusal: until then LND is silent. */
    async listen({ after, onOpen, onSettled, signal }) {
      const path = `/v1/invoices/subscribe?settle_index=${after}`;
      await readLines(`${access.url}${path}`, {
        headers,
        ca: await client.readCa(),
        connectTimeoutMs: TIMEOUT_MS,
        idleTimeoutMs: IDLE_MS,
        onOpen,
        onLine: (line) => {
          const read = lineSchema.safeParse(jsonOf(line));
          if (read.success && read.data.result.state === "SETTLED")
            onSettled(hexOf(read.data.result.r_hash));
        },
        signal,
      }).catch((error: Error) => {
        throw client.unreachable(error.message);
      });
    },

    async state() {
      const info = await permitted("/v1/getinfo", infoSchema);
      const chain = info?.chains[0]?.network;
      const named = chain === undefined ? null : networks[chain];
      if (named === undefined) throw client.unavailable(`is on the network ${quoted(chain ?? "")}`);
      return {
        nodeId: info?.identity_pubkey ?? null,
        network: named,
        alias: info?.alias ?? null,
        version: info?.version ?? null,
        receivableSats: await receivableSats(),
        feeCreditSats: null,
        opensChannels: false,
        obstacle:
          info?.synced_to_chain === false ? "LND is still catching up with the blockchain." : null,
      };
    },
  };

  /**
   * Returns what the other sides of the active channels can send. A macaroon that does not permit to list channels may
   * permit their balance, which has inactive channels and reserves in it.
   */
  async function receivableSats(): Promise<number | null> {
    const listed = await permitted("/v1/channels?active_only=true", channelsSchema);
    if (!listed)
      return (await permitted("/v1/balance/channels", balanceSchema))?.remote_balance?.sat ?? null;
    return listed.channels
      .filter(({ active }) => active)
      .map((each) => (each.remote_balance ?? 0) - (each.remote_constraints?.chan_reserve_sat ?? 0))
      .reduce((sum, sats) => sum + Math.max(0, sats), 0);
  }
}

/**
 * OPEN, SETTLED, CANCELED or ACCEPTED. LND cancels an expired invoice by itself; ACCEPTED are parts of a payment that
 * wait for the rest. Returns what is wrong with an answer that says none of these about the invoice.
 */
function stateOf(invoice: z.infer<typeof invoiceSchema>, asked: string): InvoiceState | string {
  const problem = answerProblem(asked, {
    paymentHash: hexOf(invoice.r_hash),
    isPaid: invoice.state === "SETTLED",
    preimage: invoice.r_preimage ? hexOf(invoice.r_preimage) : null,
  });
  if (problem) return problem;
  if (invoice.state === "CANCELED") return { status: "ended" };
  if (invoice.state === "OPEN" || invoice.state === "ACCEPTED") return { status: "open" };
  if (invoice.state !== "SETTLED") return `says that an invoice is ${quoted(invoice.state)}`;
  return {
    status: "settled",
    at: paidAt(invoice.settle_date && invoice.settle_date * 1000),
    // A settled invoice was paid in full, whatever the amount says.
    paidMsat: Math.max(invoice.amt_paid_msat ?? 0, invoice.value_msat ?? 0),
    settleIndex: invoice.settle_index || null,
  };
}

/** Returns whether the macaroon is valid and does not have the right. */
function isRefusal(message: string): boolean {
  return /permission denied/i.test(message);
}

function readError(response: HttpResponse): z.infer<typeof errorSchema> | null {
  const json = readJson(response);
  return json.ok ? (errorSchema.safeParse(json.value).data ?? null) : null;
}

function hexOf(base64: string): string {
  return Buffer.from(base64, "base64").toString("hex");
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
