import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readJson } from "#lib/http-body.ts";
import type { HttpResponse } from "#lib/http-client.server.ts";
import type { Network } from "../wallet/address.ts";
import { checkInvoice } from "./checked-invoice.ts";
import { answerProblem, paidAt } from "./look-up-answer.ts";
import { type InvoiceState, type LightningNode, repeatRefusals } from "./lightning-node.ts";
import { type LightningAccess, nodeClient, quoted } from "./node-client.server.ts";

const TIMEOUT_MS = 5000;
/** How long `waitanyinvoice` waits; reverse proxies usually close a request after a minute. */
const WAIT_SECONDS = 50;

const errorSchema = z.object({ code: z.int(), message: z.string() });
/** `waitanyinvoice`: no invoice was paid in time. */
const TIMED_OUT = 904;

/** Millisatoshis: an integer, in old versions text such as "3117000msat". */
const msat = z
  .union([z.int(), z.string().regex(/^\d+(?:msat)?$/)])
  .transform((value) => Number.parseInt(String(value), 10))
  .nullish()
  .catch(null);
const int = z.int().nullish().catch(null);
const warning = z.string().nullish();

const createdSchema = z.object({
  bolt11: z.string(),
  payment_hash: z.string(),
  warning_capacity: warning,
  warning_offline: warning,
  warning_deadends: warning,
  warning_private_unused: warning,
});

/** Only these three are needed: a paid invoice must not be missed because of an odd amount or time. */
const invoiceSchema = z.object({
  payment_hash: z.string(),
  payment_preimage: z.string().nullish(),
  status: z.string(),
  /** The output by which it was paid, with the option invoices-onchain-fallback. */
  paid_outpoint: z.unknown().optional(),
  amount_msat: msat,
  amount_received_msat: msat,
  paid_at: int,
  pay_index: int,
});
const listSchema = z.object({ invoices: z.array(invoiceSchema) });
const paidSchema = z.object({ payment_hash: z.string(), pay_index: z.int() });

const infoSchema = z.object({
  id: z.string().nullish(),
  network: z.string(),
  alias: z.string().nullish(),
  version: z.string().nullish(),
  warning_bitcoind_sync: warning,
  warning_lightningd_sync: warning,
});
const channelsSchema = z.object({
  channels: z.array(
    z.object({
      state: z.string().nullish(),
      peer_connected: z.boolean(),
      /** False until both sides have caught up after a reconnection. */
      reestablished: z.boolean().nullish(),
      receivable_msat: msat,
    }),
  ),
});

const networks: Record<string, Network> = {
  bitcoin: "mainnet",
  testnet: "testnet",
  testnet4: "testnet",
  signet: "signet",
  regtest: "regtest",
};

/**
 * Returns a node of Core Lightning, over clnrest (ElementsProject/lightning: plugins/rest-plugin, doc/schemas). Errors
 * of a method have the status 500 and a code. The rune has to permit `invoice`, `listinvoices` and `waitanyinvoice`, and
 * should permit `delinvoice`: Core Lightning says only of an invoice that it made that it could not be paid.
 */
export function coreLightningNode(access: LightningAccess, network: Network): LightningNode {
  const client = nodeClient(access, { rune: access.secret });

  function call(
    method: string,
    params: object,
    { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<HttpResponse> {
    const request = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(params),
      ...(signal && { signal }),
    };
    return client.send(`/v1/${method}`, request, timeoutMs);
  }
  function checked(response: HttpResponse): HttpResponse {
    const { status } = response;
    if (status >= 200 && status < 300) return response;
    const error = readError(response);
    if (isRefusal(response)) throw client.unavailable("does not permit this rune to do that");
    if (status === 401 || status === 403)
      throw client.unavailable("refuses the rune: is it of this node?");
    if (!error) throw client.unavailable(`responded with status ${status}`);
    throw client.unavailable(`responded with ${quoted(error.message)} (${error.code})`);
  }
  /** Returns the answer of a method, or null when the rune does not permit it. */
  async function permitted<T>(method: string, schema: z.core.$ZodType<T>): Promise<T | null> {
    const response = await call(method, {});
    return isRefusal(response) ? null : client.parse(checked(response), schema);
  }

  return {
    kind: "core-lightning",

    create: repeatRefusals(async (request) => {
      const since = new Date();
      const label = `satchel/${randomUUID()}`;
      const refused = async (problem: string, fromSats: number) => {
        // It stays on the node until its end where the rune does not permit to delete it.
        await call("delinvoice", { label, status: "unpaid" }).catch(() => null);
        return client.refused(problem, fromSats);
      };
      const response = await call("invoice", {
        amount_msat: request.sats * 1000,
        label,
        description: request.memo,
        expiry: request.expirySeconds,
      });
      const created = client.parse(checked(response), createdSchema);
      const warned =
        created.warning_capacity ??
        created.warning_offline ??
        created.warning_deadends ??
        created.warning_private_unused;
      if (warned)
        throw await refused(`cannot receive this amount: ${quoted(warned)}`, request.sats);
      const expected = { ...request, network, paymentHash: created.payment_hash, since };
      const invoice = checkInvoice(created.bolt11, expected);
      if (!invoice.ok) throw await refused(invoice.error, 0);
      return invoice.value;
    }),

    async lookUp(paymentHash) {
      const response = await call("listinvoices", { payment_hash: paymentHash });
      const [invoice] = client.parse(checked(response), listSchema).invoices;
      if (!invoice) return { status: "unknown" };
      const state = stateOf(invoice, paymentHash);
      if (typeof state === "string") throw client.unavailable(state);
      return state;
    },

    /** With an index of 0 the node names every invoice that it was ever paid, one after the other. */
    async listen({ after, onOpen, onSettled, signal }) {
      let last = after;
      // The first request does not wait: its answer shows that the node can be listened to.
      for (let waitSeconds = 0; !signal.aborted; waitSeconds = WAIT_SECONDS) {
        const params = { lastpay_index: last, timeout: waitSeconds };
        const timeoutMs = waitSeconds * 1000 + TIMEOUT_MS;
        const response = await call("waitanyinvoice", params, { timeoutMs, signal }).catch(
          (error: unknown) => {
            if (signal.aborted) return null;
            throw error;
          },
        );
        if (!response) return;
        const isTimeout = readError(response)?.code === TIMED_OUT;
        const paid = isTimeout ? null : client.parse(checked(response), paidSchema);
        if (waitSeconds === 0) onOpen();
        if (!paid) continue;
        last = paid.pay_index;
        onSettled(paid.payment_hash);
      }
    },

    async state() {
      const info = await permitted("getinfo", infoSchema);
      const listed = await permitted("listpeerchannels", channelsSchema);
      const named = info ? networks[info.network] : null;
      if (named === undefined)
        throw client.unavailable(`is on the network ${quoted(info?.network ?? "")}`);
      const usable = listed?.channels.filter(
        ({ state, peer_connected, reestablished }) =>
          state === "CHANNELD_NORMAL" && peer_connected && reestablished !== false,
      );
      const receivable = usable?.reduce((sum, each) => sum + (each.receivable_msat ?? 0), 0);
      const isBehind = info?.warning_bitcoind_sync ?? info?.warning_lightningd_sync;
      return {
        nodeId: info?.id ?? null,
        network: named,
        alias: info?.alias ?? null,
        version: info?.version ?? null,
        receivableSats: receivable === undefined ? null : Math.floor(receivable / 1000),
        feeCreditSats: null,
        opensChannels: false,
        obstacle: isBehind ? "Core Lightning is still catching up with the blockchain." : null,
      };
    },
  };
}

/**
 * Paid, unpaid or expired (doc/schemas/listinvoices.json). One that was paid to its on-chain fallback is marked as paid
 * with the first confirmation, and stays so when the block is reorganised away (lightningd/invoice.c,
 * `invoice_check_onchain_payment`). Returns what is wrong with an answer that says none of these about the invoice.
 */
function stateOf(invoice: z.infer<typeof invoiceSchema>, asked: string): InvoiceState | string {
  const isPaid = invoice.status === "paid";
  const { payment_hash: paymentHash, payment_preimage: preimage = null } = invoice;
  const problem = answerProblem(asked, { paymentHash, isPaid, preimage });
  if (problem) return problem;
  if (invoice.status === "expired") return { status: "ended" };
  if (invoice.status === "unpaid") return { status: "open" };
  if (!isPaid) return `says that an invoice is ${quoted(invoice.status)}`;
  if (invoice.paid_outpoint) return { status: "on-chain" };
  return {
    status: "settled",
    at: paidAt(invoice.paid_at && invoice.paid_at * 1000),
    // A paid invoice was paid in full, whatever the amount says.
    paidMsat: Math.max(invoice.amount_received_msat ?? 0, invoice.amount_msat ?? 0),
    settleIndex: invoice.pay_index ?? null,
  };
}

/** Returns whether the rune is valid and its restrictions exclude the method: `checkrune` says so in words only. */
function isRefusal(response: HttpResponse): boolean {
  return response.status === 401 && /^not permitted/i.test(readError(response)?.message ?? "");
}

function readError(response: HttpResponse): z.infer<typeof errorSchema> | null {
  const json = readJson(response);
  return json.ok ? (errorSchema.safeParse(json.value).data ?? null) : null;
}
