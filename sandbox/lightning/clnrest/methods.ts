import { z } from "zod";
import type { Invoice } from "../invoices.ts";
import { statusOf } from "../invoices.ts";
import type { Lightning } from "../lightning.ts";
import { RPC, RpcError } from "./errors.ts";
import { clnInvoice, toSeconds } from "./objects.ts";

const VERSION = "v26.06";
const DEFAULT_EXPIRY_SECONDS = 604_800;

// With or without the suffix of older versions.
const msatSchema = z.union([
  z.int().min(1),
  z
    .string()
    .regex(/^\d+(?:msat)?$/)
    .transform((text) => Number.parseInt(text, 10)),
  z.literal("any").transform(() => null),
]);
const labelSchema = z.union([z.string(), z.int().transform(String)]);

const invoiceSchema = z.strictObject({
  amount_msat: msatSchema,
  label: labelSchema,
  description: z.string(),
  expiry: z.int().min(1).default(DEFAULT_EXPIRY_SECONDS),
});
const listSchema = z.strictObject({
  label: labelSchema.optional(),
  payment_hash: z.string().optional(),
  invstring: z.string().optional(),
});
const deleteSchema = z.strictObject({
  label: labelSchema,
  status: z.enum(["paid", "expired", "unpaid"]),
});
const waitSchema = z.strictObject({
  lastpay_index: z.int().min(0).default(0),
  timeout: z.int().min(0).optional(),
});

/** Creates an invoice (doc/schemas/invoice.json). */
export async function createInvoice(lightning: Lightning, params: unknown): Promise<Invoice> {
  const { amount_msat: msat, label, description, expiry } = read(params, invoiceSchema);
  if (lightning.list().some((invoice) => invoice.label === label)) {
    throw new RpcError(RPC.labelExists, `Duplicate label '${label}'`);
  }
  return lightning.createInvoice({ msat, memo: description, expirySeconds: expiry, label });
}

/** Returns the result of `invoice`. */
export function createdInvoice(invoice: Invoice, { faults }: Lightning) {
  return {
    payment_hash: invoice.hash,
    expires_at: toSeconds(invoice.expiresAt),
    bolt11: invoice.bolt11,
    payment_secret: invoice.secret,
    created_index: invoice.addIndex,
    ...(faults.lightning === "capacity-warning" && {
      warning_capacity: "Insufficient incoming channel capacity to pay invoice",
    }),
  };
}

/** doc/schemas/listinvoices.json */
export function listInvoices(lightning: Lightning, params: unknown) {
  const { label, payment_hash, invstring } = read(params, listSchema);
  const named = payment_hash && lightning.find(payment_hash.toLowerCase());
  const listed = payment_hash === undefined ? lightning.list() : named ? [named] : [];
  const found = listed.filter((invoice) => {
    if (label !== undefined) return invoice.label === label;
    return invstring === undefined || invoice.bolt11 === invstring.toLowerCase();
  });
  const isOnChain = lightning.faults.lightning === "paid-on-chain";
  return {
    invoices: found
      .filter((invoice) => isKept(lightning, invoice))
      .map((invoice) => ({
        ...clnInvoice(invoice),
        ...(invoice.settled && isOnChain && { paid_outpoint: { txid: invoice.hash, outnum: 0 } }),
      })),
  };
}

/** Deletes an invoice that has the status (doc/schemas/delinvoice.json). */
export function deleteInvoice(lightning: Lightning, params: unknown) {
  const { label, status } = read(params, deleteSchema);
  const invoice = lightning.list().find((each) => each.label === label);
  if (!invoice) throw new RpcError(RPC.invoiceNotFound, "Unknown invoice");
  const found = clnInvoice(invoice);
  if (found.status !== status) {
    const message = `Invoice status is ${found.status} not ${status}`;
    throw new RpcError(RPC.invoiceStatusUnexpected, message);
  }
  lightning.store.delete(invoice.hash);
  return found;
}

/** Waits for the first invoice that was paid after `lastpay_index` (doc/schemas/waitanyinvoice.json). */
export async function waitAnyInvoice(
  lightning: Lightning,
  params: unknown,
  { signal, onCut }: { signal: AbortSignal; onCut: () => void },
) {
  const { lastpay_index: last, timeout } = read(params, waitSchema);
  const next = () =>
    lightning.store
      .settled()
      .slice(last)
      .find(({ hash }) => !lightning.hasForgotten(hash));
  const { streams, faults } = lightning;
  const isHidden = streams.areSilent || faults.lightning === "event-lost";
  const invoice = (isHidden ? undefined : next()) ?? (await settlement());
  if (invoice) return clnInvoice(invoice);
  throw new RpcError(RPC.waitTimedOut, "Timed out");

  function settlement(): Promise<Invoice | null> {
    return new Promise((resolve) => {
      const timer =
        timeout === undefined || streams.areSilent
          ? undefined
          : setTimeout(() => finish(null), timeout * 1000).unref();
      const end = streams.add({
        notify: (settled, what) => {
          if (what === "settled") finish(settled);
        },
        close: () => {
          finish(null);
          onCut();
        },
      });
      const finish = (result: Invoice | null) => {
        clearTimeout(timer);
        end();
        resolve(result);
      };
      signal.addEventListener("abort", () => finish(null), { once: true });
    });
  }
}

/** doc/schemas/getinfo.json */
export async function getInfo(lightning: Lightning) {
  const network = await lightning.start();
  return {
    id: network.nodeId,
    alias: "satchel-sandbox",
    color: "3399ff",
    num_peers: 1,
    num_pending_channels: 0,
    num_active_channels: network.channels().length,
    num_inactive_channels: 0,
    address: [],
    binding: [],
    version: VERSION,
    blockheight: lightning.blockHeight,
    ...(lightning.faults.lightning === "not-synced" && {
      warning_lightningd_sync: "Still loading latest blocks from bitcoind.",
    }),
    // Core Lightning's name of the main network is that of the currency.
    network: lightning.bitcoin === "mainnet" ? "bitcoin" : lightning.bitcoin,
    fees_collected_msat: 0,
    "lightning-dir": "/root/.lightning/regtest",
  };
}

/** doc/schemas/listpeerchannels.json */
export async function listPeerChannels(lightning: Lightning) {
  const network = await lightning.start();
  const isFull = lightning.faults.lightning === "capacity-warning";
  return {
    channels: network.channels().map((channel) => {
      const capacity = Number(channel.get_channel_value_satoshis()) * 1000;
      const receivable = Number(channel.get_inbound_capacity_msat());
      // What the peer has to keep in the channel.
      const reserve =
        Number(channel.get_counterparty().get_unspendable_punishment_reserve()) * 1000;
      return {
        peer_id: network.buyerId,
        peer_connected: lightning.faults.lightning !== "peer-offline",
        state: "CHANNELD_NORMAL",
        channel_id: Buffer.from(channel.get_channel_id().write()).toString("hex"),
        private: true,
        opener: "remote",
        total_msat: capacity,
        to_us_msat: capacity - receivable - reserve,
        spendable_msat: Number(channel.get_outbound_capacity_msat()),
        receivable_msat: isFull ? 0 : receivable,
      };
    }),
  };
}

/** Whether autoclean has left the invoice. */
function isKept({ faults }: Lightning, invoice: Invoice): boolean {
  return faults.lightning !== "autoclean" || ["open", "held"].includes(statusOf(invoice));
}

function read<T>(params: unknown, schema: z.core.$ZodType<T>): T {
  const parsed = z.safeParse(schema, params);
  if (parsed.success) return parsed.data;
  const { path = [], message = "" } = parsed.error.issues[0] ?? {};
  throw new RpcError(RPC.invalidParams, `${path.join(".")}: ${message}`);
}
