// What every adapter has to do with its node, over the node's own HTTP interface, whatever goes wrong. The nodes are
// those of the sandbox, which are LDK's; LND and Core Lightning are reached by TLS with certificates of their own.
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type StandIns, kinds, openStandIns } from "../../../tests/lightning-stand-ins.ts";
import { eventually } from "../../../tests/make.ts";
import { readBolt11 } from "./bolt11.ts";
import { type LightningNode, NodeUnavailable } from "./lightning-node.ts";

let standIns: StandIns;
beforeAll(async () => {
  standIns = await openStandIns();
});
afterEach(() => standIns.setFault(null));
afterAll(async () => {
  const requests = await standIns.requests();
  await standIns.close();
  // None of all the requests could have paid.
  expect(requests.filter(({ canPay }) => canPay)).toEqual([]);
  expect(new Set(requests.map(({ interface: name }) => name)).size).toBe(3);
});

const asked = { sats: 3117, memo: "Satchel 7KQ2M9X", expirySeconds: 3600 };

async function paidInvoice(node: LightningNode) {
  const invoice = await node.create(asked);
  await standIns.pay(invoice.bolt11);
  return invoice;
}

/** Returns the message of a NodeUnavailable. */
async function problemOf(response: Promise<unknown>): Promise<string> {
  const error = await response.then(
    () => new Error("no error"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NodeUnavailable);
  const { message } = error as NodeUnavailable;
  for (const { secret } of Object.values(standIns.accesses)) expect(message).not.toContain(secret);
  return message;
}

describe.each(kinds)("%s", (kind) => {
  test("makes an invoice, and knows when it is paid", async () => {
    const node = standIns.node(kind);
    const invoice = await node.create(asked);
    expect(readBolt11(invoice.bolt11)).toMatchObject({
      ok: true,
      value: { msat: 3_117_000, description: asked.memo, paymentHash: invoice.paymentHash },
    });
    expect(Math.abs(invoice.expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(await node.lookUp(invoice.paymentHash)).toEqual({ status: "open" });
    await standIns.pay(invoice.bolt11.toUpperCase());
    const paid = await node.lookUp(invoice.paymentHash);
    expect(paid).toEqual({
      status: "settled",
      at: expect.any(Date),
      paidMsat: 3_117_000,
      settleIndex: kind === "phoenixd" ? null : expect.any(Number),
    });
  });

  test("does not know an invoice of another node", async () => {
    expect(await standIns.node(kind).lookUp("00".repeat(32))).toEqual({ status: "unknown" });
  });

  test("tells its state", async () => {
    const node = standIns.node(kind);
    const { nodeId } = await node.create(asked);
    expect(await node.state()).toEqual({
      nodeId,
      obstacle: null,
      network: "regtest",
      alias: kind === "phoenixd" ? null : "satchel-sandbox",
      version: expect.any(String),
      receivableSats: expect.any(Number),
      feeCreditSats: kind === "phoenixd" ? 0 : null,
      opensChannels: kind === "phoenixd",
    });
  });

  test.each([
    ["node-down", "does not answer"],
    ["wallet-locked", kind === "lnd" ? "unlock its wallet" : "does not answer"],
    ["unauthorized", /refuses the (password|macaroon|rune)/],
    ["500", "responded with status 500"],
    ["429-json", "responded with status 429"],
    ["html-200", "sent a response that is not the protocol's"],
    ["cut-json", /does not answer|not the protocol's/],
  ] as const)("with the fault %s is unavailable, and back afterwards", async (fault, problem) => {
    const node = standIns.node(kind);
    const { paymentHash } = await node.create(asked);
    await standIns.setFault(fault);
    for (const ask of [() => node.create(asked), () => node.lookUp(paymentHash), node.state])
      expect(await problemOf(ask())).toMatch(problem);
    await standIns.setFault(null);
    expect(await node.lookUp(paymentHash)).toEqual({ status: "open" });
  });

  test("of another network is not used", async () => {
    await standIns.setFault("wrong-network");
    const node = standIns.node(kind);
    expect(await problemOf(node.create(asked))).toContain('the network "mainnet"');
    expect(await node.state()).toMatchObject({ network: "mainnet" });
  });

  test("whose answer was lost has an invoice that nobody sees, and makes another", async () => {
    const node = standIns.node(kind);
    const before = (await standIns.invoices()).length;
    await standIns.setFault("create-answer-lost");
    expect(await problemOf(node.create(asked))).toContain("does not answer");
    await standIns.setFault(null);
    const { bolt11 } = await node.create(asked);
    const invoices = (await standIns.invoices()).slice(before);
    expect(invoices.length).toBeGreaterThan(1);
    expect(invoices.filter((invoice) => invoice.bolt11 === bolt11)).toHaveLength(1);
  });

  test("that lost an invoice says so: it is unknown, not unpaid", async () => {
    const node = standIns.node(kind);
    const { paymentHash } = await paidInvoice(node);
    for (const fault of ["lookup-not-found", "invoices-forgotten"] as const) {
      await standIns.setFault(fault);
      expect(await node.lookUp(paymentHash)).toEqual({ status: "unknown" });
      await standIns.setFault(null);
    }
    await standIns.setFault("autoclean");
    const { status } = await node.lookUp(paymentHash);
    expect(status).toBe(kind === "core-lightning" ? "unknown" : "settled");
    await standIns.setFault(null);
    expect(await node.lookUp(paymentHash)).toMatchObject({ status: "settled" });
  });

  test.each(["received-less", "received-negative", "fee-credit-added", "fee-credit-used"] as const)(
    "with the fault %s is paid all the same, and nothing more",
    async (fault) => {
      const node = standIns.node(kind);
      await standIns.setFault(fault);
      const { paymentHash } = await paidInvoice(node);
      const paid = { status: "settled", paidMsat: 3_117_000 };
      expect(await node.lookUp(paymentHash)).toMatchObject(paid);
    },
  );

  test("that was paid twice the amount says what was paid", async () => {
    const node = standIns.node(kind);
    await standIns.setFault("paid-double");
    const { paymentHash } = await paidInvoice(node);
    const paid = { status: "settled", paidMsat: 6_234_000 };
    expect(await node.lookUp(paymentHash)).toMatchObject(paid);
  });

  test("does not say what became of an invoice by an answer about another, or without its preimage", async () => {
    const node = standIns.node(kind);
    const { paymentHash } = await paidInvoice(node);
    await standIns.setFault("wrong-invoice");
    expect(await problemOf(node.lookUp(paymentHash))).toContain("responded about another invoice");
    await standIns.setFault("wrong-preimage");
    expect(await problemOf(node.lookUp(paymentHash))).toContain("without its preimage");
  });

  test("with an impossible time is paid all the same", async () => {
    const node = standIns.node(kind);
    const { paymentHash } = await paidInvoice(node);
    await standIns.setFault("wrong-time");
    const state = await node.lookUp(paymentHash);
    if (state.status !== "settled") throw new Error(state.status);
    expect(Math.abs(state.at.getTime() - Date.now())).toBeLessThan(3_600_000);
  });

  test("without its peer, or behind the blockchain, can receive nothing", async () => {
    const node = standIns.node(kind);
    await standIns.setFault("peer-offline");
    expect(await node.state()).toMatchObject({
      receivableSats: 0,
      obstacle: kind === "phoenixd" ? "phoenixd is not connected to its peer at the moment." : null,
    });
    if (kind === "phoenixd") return;
    await standIns.setFault("not-synced");
    expect(await node.state()).toMatchObject({
      obstacle: expect.stringContaining("catching up with the blockchain"),
    });
  });

  test("without capacity says so", async () => {
    const node = standIns.node(kind);
    await standIns.setFault("capacity-warning");
    expect(await node.state()).toMatchObject({ receivableSats: 0 });
    if (kind !== "core-lightning") return;
    const before = await standIns.invoices();
    const made = async () =>
      (await standIns.requests()).filter(({ path }) => path === "/v1/invoice");
    const requested = (await made()).length;
    for (let presses = 0; presses < 3; presses += 1)
      expect(await problemOf(node.create(asked))).toContain("cannot receive this amount");
    expect((await made()).length, "asked once").toBe(requested + 1);
    expect(await standIns.invoices(), "left on the node").toEqual(before);
  });
});

test("what a node can receive is without the reserve of the other side", async () => {
  const states = await Promise.all(kinds.map((kind) => standIns.node(kind).state()));
  expect(new Set(states.map(({ receivableSats }) => receivableSats)).size).toBe(1);
});

test("an invoice that LND cancelled has ended", async () => {
  const node = standIns.node("lnd");
  const { paymentHash } = await node.create(asked);
  await standIns.cancel(paymentHash);
  expect(await node.lookUp(paymentHash)).toEqual({ status: "ended" });
});

test("an invoice of Core Lightning that was paid by a transaction is not settled", async () => {
  const node = standIns.node("core-lightning");
  const { paymentHash } = await paidInvoice(node);
  await standIns.setFault("paid-on-chain");
  expect(await node.lookUp(paymentHash)).toEqual({ status: "on-chain" });
});

test("a phoenixd with --auto-liquidity off opens no channel", async () => {
  const node = standIns.node("phoenixd", { opensChannels: false });
  expect(await node.state()).toMatchObject({ opensChannels: false });
});

test("an answer that takes more than 5 seconds is none", async () => {
  await standIns.setFault("create-slow");
  const problems = kinds.map((kind) => problemOf(standIns.node(kind).create(asked)));
  for (const problem of await Promise.all(problems))
    expect(problem).toContain("does not answer (no answer within 5 s)");
});

test("a payment that settles after the end of the invoice is seen, and an unpaid one ends", async () => {
  const nodes = kinds.map((kind) => ({ kind, node: standIns.node(kind) }));
  // Long enough for a busy machine to pay before the end.
  const short = { ...asked, expirySeconds: 5 };
  await standIns.setFault("settled-late");
  const held = await Promise.all(nodes.map(({ node }) => node.create(short)));
  const unpaid = await Promise.all(nodes.map(({ node }) => node.create(short)));
  for (const { bolt11 } of held)
    expect(await standIns.pay(bolt11)).toMatchObject({ status: "pending" });
  const lastEnd = Math.max(...unpaid.map(({ expiresAt }) => expiresAt.getTime()));
  await eventually(() => Date.now() > lastEnd).toBe(true);
  for (const [index, { kind, node }] of nodes.entries()) {
    const hash = held[index]?.paymentHash ?? "";
    expect(await node.lookUp(hash)).toEqual({ status: "open" });
    // phoenixd's may settle for a while, as long as a channel is opened for it.
    const end = { status: kind === "phoenixd" ? "open" : "ended" };
    expect(await node.lookUp(unpaid[index]?.paymentHash ?? "")).toEqual(end);
  }
  await standIns.settleHeld();
  for (const [index, { node }] of nodes.entries())
    expect(await node.lookUp(held[index]?.paymentHash ?? "")).toMatchObject({ status: "settled" });
  // With gc-canceled-invoices-on-the-fly LND forgets what has ended.
  await standIns.setFault("deletes-canceled");
  const ended = unpaid[kinds.indexOf("lnd")]?.paymentHash ?? "";
  expect(await standIns.node("lnd").lookUp(ended)).toEqual({ status: "unknown" });
});

describe("credentials", () => {
  test("that permit invoices only are enough; the state is not known then", async () => {
    const unknown = { network: null, alias: null, version: null, receivableSats: null };
    const { macaroonFiles, runeFiles } = standIns.files;
    const lnd = standIns.node("lnd", {
      secret: readFileSync(macaroonFiles.invoice).toString("hex"),
    });
    const rune = readFileSync(runeFiles.invoices, "utf8").trim();
    for (const node of [lnd, standIns.node("core-lightning", { secret: rune })]) {
      expect(await node.state()).toMatchObject(unknown);
      const { paymentHash } = await paidInvoice(node);
      expect(await node.lookUp(paymentHash)).toMatchObject({ status: "settled" });
    }
  });

  test("of phoenixd: the limited password cannot spend, and that moves nothing", async () => {
    expect(await standIns.node("phoenixd").canSpend?.()).toBe(false);
  });
});

test("a renewed certificate is refused until the file has it, and then taken without a restart", async () => {
  const nodes = [standIns.node("lnd"), standIns.node("core-lightning")];
  for (const node of nodes) await node.state();
  await standIns.renewCertificates(false);
  for (const node of nodes) expect(await problemOf(node.state())).toContain("LIGHTNING_CERT_FILE");
  const { signal } = new AbortController();
  const listening = { after: 0, onOpen: () => {}, onSettled: () => {}, signal };
  for (const node of nodes)
    expect(await problemOf(node.listen(listening))).toContain("LIGHTNING_CERT_FILE");
  await standIns.renewCertificates(true);
  for (const node of nodes) expect(await node.state()).toMatchObject({ network: "regtest" });
  const other = standIns.node("lnd", { certFile: null });
  expect(await problemOf(other.state())).toContain("public authority");
  const missing = standIns.node("lnd", { certFile: "/does/not/exist" });
  expect(await problemOf(missing.state())).toContain("no certificate file at /does/not/exist");
});
