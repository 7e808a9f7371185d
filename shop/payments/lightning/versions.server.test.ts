// Answers of nodes that differ from those of the sandbox's: of older versions, and of odd moments.
import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { type Kind } from "../../../tests/lightning-stand-ins.ts";
import { startServer } from "../../../tests/make.ts";
import { coreLightningNode } from "./core-lightning.server.ts";
import { NodeUnavailable } from "./lightning-node.ts";
import { lndNode } from "./lnd.server.ts";
import { phoenixdNode } from "./phoenixd.server.ts";

const adapters = { phoenixd: phoenixdNode, lnd: lndNode, "core-lightning": coreLightningNode };

/** Returns the adapter of a node that answers every request so. */
async function nodeResponding(
  kind: Kind,
  body: unknown,
  { status = 200, type = "application/json" } = {},
) {
  const response: RequestListener = (request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": type });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const { url, close } = await startServer(response);
  onTestFinished(close);
  return adapters[kind]({ kind, url, secret: "sesame", certFile: null }, "regtest");
}

const preimage = "ab".repeat(32);
const hash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");
/** What each node says of the invoice beside its state. */
const phoenixdIds = { paymentHash: hash, preimage };
const lndIds = { r_hash: base64(hash), r_preimage: base64(preimage) };
const clnIds = { payment_hash: hash, payment_preimage: preimage };
/** The invoice of "Please send $3" in the specification of BOLT 11: 250,000 satoshis. */
const bolt11 =
  "lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh";

test.each([
  [
    "an older phoenixd, without the requested amount",
    "phoenixd",
    {
      ...phoenixdIds,
      isPaid: true,
      receivedSat: 1,
      fees: 0,
      invoice: bolt11,
      completedAt: 1_764_000_000_000,
    },
    250_000_000,
  ],
  ["phoenixd, with nothing but the state", "phoenixd", { ...phoenixdIds, isPaid: true }, 0],
  [
    // be-BOP-io-SA/be-BOP#1353: 18,037 sat of which a channel took 15,803.
    "phoenixd, with a channel opened from the payment",
    "phoenixd",
    { ...phoenixdIds, isPaid: true, requestedSat: 18_037, receivedSat: 2_234, fees: 15_803_000 },
    18_037_000,
  ],
  [
    // ACINQ/phoenixd#229: 13,739 sat of the fees were paid by the fee credit.
    "phoenixd, with a channel that a fee credit paid a part of",
    "phoenixd",
    { ...phoenixdIds, isPaid: true, requestedSat: 14_990, receivedSat: 7_510, fees: 21_219_000 },
    14_990_000,
  ],
  [
    "phoenixd, paid twice the amount",
    "phoenixd",
    { ...phoenixdIds, isPaid: true, requestedSat: 3117, receivedSat: 6234, fees: 0 },
    6_234_000,
  ],
  [
    "phoenixd, with odd amounts",
    "phoenixd",
    { ...phoenixdIds, isPaid: true, receivedSat: "many", fees: null, requestedSat: 3117 },
    3_117_000,
  ],
  ["LND, with nothing but the state", "lnd", { ...lndIds, state: "SETTLED" }, 0],
  [
    "LND, without the received amount",
    "lnd",
    { ...lndIds, state: "SETTLED", value_msat: "3117000", amt_paid_msat: "", settle_index: "0" },
    3_117_000,
  ],
  [
    "an older Core Lightning, with the unit",
    "core-lightning",
    {
      invoices: [
        {
          ...clnIds,
          status: "paid",
          amount_msat: "3117000msat",
          amount_received_msat: "3117001msat",
        },
      ],
    },
    3_117_001,
  ],
  [
    "Core Lightning, without amounts",
    "core-lightning",
    { invoices: [{ ...clnIds, status: "paid" }] },
    0,
  ],
] as const)("an invoice is settled: %s", async (_, kind, body, paidMsat) => {
  const node = await nodeResponding(kind, body);
  const paid = await node.lookUp(hash);
  expect(paid).toMatchObject({ status: "settled", at: expect.any(Date), paidMsat });
  expect(paid).toHaveProperty("settleIndex", null);
});

test.each([
  ["phoenixd", { ...phoenixdIds, paymentHash: preimage, isPaid: true }],
  ["phoenixd", { ...phoenixdIds, preimage: hash, isPaid: true }],
  ["phoenixd", { paymentHash: hash, isPaid: true }],
  ["phoenixd", { preimage, isPaid: true }],
  ["lnd", { ...lndIds, r_hash: base64(preimage), state: "SETTLED" }],
  ["lnd", { r_hash: base64(hash), r_preimage: "", state: "SETTLED" }],
  ["lnd", { ...lndIds, state: "REVERSED" }],
  ["core-lightning", { invoices: [{ ...clnIds, payment_hash: preimage, status: "paid" }] }],
  ["core-lightning", { invoices: [{ payment_hash: hash, status: "paid" }] }],
  ["core-lightning", { invoices: [{ ...clnIds, status: "reversed" }] }],
] as const)(
  "an answer that is not about the invoice, or has no proof, is none: %s %j",
  async (kind, body) => {
    const node = await nodeResponding(kind, body);
    await expect(node.lookUp(hash)).rejects.toThrow(NodeUnavailable);
  },
);

test.each([
  ["phoenixd", { ...phoenixdIds, isPaid: true, completedAt: -1e15 }],
  ["lnd", { ...lndIds, state: "SETTLED", settle_date: "9007199254740991" }],
  ["core-lightning", { invoices: [{ ...clnIds, status: "paid", paid_at: 9e15 }] }],
] as const)("an impossible time loses no payment: %s", async (kind, body) => {
  const node = await nodeResponding(kind, body);
  const paid = await node.lookUp(hash);
  if (paid.status !== "settled") throw new Error(paid.status);
  expect(Math.abs(paid.at.getTime() - Date.now())).toBeLessThan(60_000);
});

test("an LND whose macaroon permits the balance only says what that has", async () => {
  const answers: Record<string, [number, object]> = {
    "/v1/balance/channels": [200, { remote_balance: { sat: "5000" } }],
  };
  const { url, close } = await startServer((request, response) => {
    const denied = { code: 2, message: "permission denied" };
    const [status, body] = answers[request.url ?? ""] ?? [500, denied];
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  onTestFinished(close);
  const node = lndNode({ kind: "lnd", url, secret: "sesame", certFile: null }, "regtest");
  expect(await node.state()).toMatchObject({ receivableSats: 5000, network: null, nodeId: null });
});

test.each([
  ["phoenixd", "Unknown endpoint (check api doc)", 404, "text/plain; charset=UTF-8"],
  ["lnd", { code: 2, message: "there are no existing invoices", details: [] }, 500, undefined],
] as const)("an invoice is unknown: %s", async (kind, body, status, type) => {
  const node = await nodeResponding(kind, body, { status, ...(type && { type }) });
  expect(await node.lookUp(hash)).toEqual({ status: "unknown" });
});

test.each([
  // A reverse proxy with another path.
  ["phoenixd", "<h1>Not found</h1>", 404, "text/html", "responded with status 404"],
  ["lnd", "<h1>Not found</h1>", 404, "text/html", "responded with status 404"],
  ["core-lightning", "Not found", 404, "text/plain", "responded with status 404"],
  [
    "lnd",
    { code: 2, message: "the RPC server is in the process of starting up, but not yet ready" },
    500,
    "application/json",
    'responded with "the RPC server is in the process of starting up, but not yet ready" (2)',
  ],
  // An answer that quotes the credentials.
  ["lnd", { code: 2, message: "bad key sesame" }, 500, "application/json", 'with "bad key …" (2)'],
  ["phoenixd", "Basic OnNlc2FtZQ== is wrong", 500, "text/plain", 'status 500: "Basic … is wrong"'],
  ["phoenixd", `${"-".repeat(198)}sesame`, 500, "text/plain", `"${"-".repeat(198)}…"`],
  ["core-lightning", {}, 201, "application/json", "sent a response that is not the protocol's"],
] as const)("the node is unavailable: %s", async (kind, body, status, type, problem) => {
  const node = await nodeResponding(kind, body, { status, type });
  const error: unknown = await node.lookUp(hash).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NodeUnavailable);
  expect(String(error)).toContain(problem);
});

test.each([
  ["lnd", { code: 2, message: "x", alias: "a", version: "b", chains: [{ network: "simnet" }] }],
  ["core-lightning", { network: "litecoin", channels: [] }],
  ["phoenixd", { chain: "simnet", channels: [] }],
] as const)("a network that the shop does not have is not used: %s", async (kind, body) => {
  const node = await nodeResponding(kind, body);
  await expect(node.state()).rejects.toThrow("is on the network");
});

test.each([
  [400, true],
  [401, false],
  [403, false],
  [404, null],
])(
  "phoenixd's answer %i to a request of the full password says: it is %s",
  async (status, full) => {
    const node = await nodeResponding("phoenixd", "", { status, type: "text/plain" });
    expect(await node.canSpend?.()).toBe(full);
  },
);
