import { expect, test } from "vitest";
import { clnClient, lndClient, openLightning, phoenixdClient } from "./test-lightning.ts";

/** A sandbox with a client of each interface. */
async function openAll() {
  const sandbox = await openLightning();
  const { lightning } = sandbox;
  return {
    ...sandbox,
    phoenixd: phoenixdClient(lightning),
    lnd: lndClient(lightning, "admin"),
    cln: clnClient(lightning),
  };
}

test("a node that is down closes every connection, a locked one says so where it can", async () => {
  const { phoenixd, lnd, cln, setFault } = await openAll();
  await setFault("node-down");
  await expect(phoenixd.get("/getinfo")).rejects.toThrow("fetch failed");
  await expect(lnd.get("/v1/getinfo")).rejects.toThrow("fetch failed");
  await expect(cln.rpc("getinfo")).rejects.toThrow("fetch failed");
  await expect(phoenixd.listen()).rejects.toThrow("refused");
  await setFault("wallet-locked");
  expect(await lnd.get("/v1/getinfo")).toMatchObject({
    status: 500,
    body: { code: 2, message: "wallet locked, unlock it to enable full RPC access" },
  });
  await expect(phoenixd.get("/getinfo")).rejects.toThrow("fetch failed");
  await expect(cln.rpc("getinfo")).rejects.toThrow("fetch failed");
  await setFault("unauthorized");
  expect((await phoenixd.get("/getinfo")).status).toBe(401);
  await expect(phoenixd.listen()).rejects.toThrow("refused");
  expect((await lnd.get("/v1/getinfo")).body).toMatchObject({
    message: expect.stringContaining("signature mismatch"),
  });
  expect(await cln.rpc("getinfo")).toMatchObject({ status: 401, body: { code: 1501 } });
  await setFault(null);
  expect((await phoenixd.get("/getinfo")).status).toBe(200);
});

test("a node of the wrong network says so and makes invoices that the wallet refuses", async () => {
  const { phoenixd, lnd, cln, setFault, payInvoice } = await openAll();
  await setFault("wrong-network");
  const { serialized } = await phoenixd.create(1000);
  expect(serialized).toMatch(/^lnbc10u1/);
  await expect(payInvoice(serialized)).rejects.toThrow("another network");
  expect((await phoenixd.get("/getinfo")).body).toMatchObject({ chain: "mainnet" });
  expect((await lnd.get("/v1/getinfo")).body).toMatchObject({ chains: [{ network: "mainnet" }] });
  expect((await cln.rpc("getinfo")).body).toMatchObject({ network: "bitcoin" });
});

test("an invoice exists although its answer was lost, or is late", async () => {
  const { phoenixd, lnd, cln, setFault, get } = await openAll();
  await setFault("create-answer-lost");
  await expect(phoenixd.create(1000)).rejects.toThrow("fetch failed");
  await expect(lnd.create(2_000_000)).rejects.toThrow("fetch failed");
  await expect(cln.create(3_000_000, "lost")).rejects.toThrow("fetch failed");
  const made = await get<{ msat: number }[]>("/sandbox/lightning/invoices");
  expect(made.map(({ msat }) => msat)).toEqual([1_000_000, 2_000_000, 3_000_000]);
  expect((await cln.rpc("listinvoices", { label: "lost" })).body).toMatchObject({
    invoices: [{ amount_msat: 3_000_000 }],
  });

  await setFault("create-slow");
  const abandon = new AbortController();
  const request = { amount_msat: 1000, label: "slow", description: "x" };
  const slow = cln.rpc("invoice", request, { signal: abandon.signal });
  const list = () => get<unknown[]>("/sandbox/lightning/invoices");
  await expect.poll(list).toHaveLength(4);
  const info = await Promise.race([slow, cln.rpc("getinfo")]);
  expect(info.body).toHaveProperty("blockheight");
  const abandoned = expect(slow).rejects.toThrow("aborted");
  abandon.abort();
  await abandoned;
  expect((await cln.rpc("listinvoices", { label: "slow" })).body).toMatchObject({
    invoices: [{ status: "unpaid" }],
  });
});

test("streams are cut", async () => {
  const { phoenixd, lnd, cln, setFault, streamsOpen } = await openAll();
  const { closed } = await phoenixd.listen();
  const stream = lnd.subscribe().next();
  const wait = cln.rpc("waitanyinvoice");
  await streamsOpen(3);
  const cuts = [stream, wait].map((open) => expect(open).rejects.toThrow("fetch failed"));
  await setFault("stream-cut");
  await Promise.all([closed, ...cuts]);
  await streamsOpen(0);
  await expect(lnd.subscribe().next()).rejects.toThrow("fetch failed");
});

test.for(["stream-half-open", "event-lost"] as const)(
  "%s: no event arrives, and the look-up knows",
  async (fault) => {
    const { phoenixd, lnd, cln, setFault, payInvoice, streamsOpen } = await openAll();
    const { next, messages } = await phoenixd.listen();
    const stream = lnd.subscribe().next();
    const wait = cln.rpc("waitanyinvoice");
    await streamsOpen(3);
    await setFault(fault);
    const first = await phoenixd.create(1000);
    await payInvoice(first.serialized);
    expect(await phoenixd.lookUp(first.paymentHash)).toMatchObject({ isPaid: true });
    expect(await lnd.lookUp(first.paymentHash)).toMatchObject({ state: "SETTLED" });
    expect(messages).toEqual([]);

    await setFault(null);
    const second = await phoenixd.create(2000);
    await payInvoice(second.serialized);
    expect(await next()).toMatchObject({ paymentHash: second.paymentHash });
    expect((await stream).value).toMatchObject({ value: "2000" });
    expect((await wait).body).toMatchObject({ payment_hash: second.paymentHash });
    expect((await cln.rpc("waitanyinvoice")).body).toMatchObject({
      payment_hash: first.paymentHash,
    });
  },
);

test("an event is sent twice", async () => {
  const { phoenixd, setFault, payInvoice } = await openAll();
  const { next } = await phoenixd.listen();
  await setFault("event-twice");
  const { serialized } = await phoenixd.create(1000);
  await payInvoice(serialized);
  expect(await next()).toEqual(await next());
});

test("phoenixd's received amount and fees, with a channel opened and with a fee credit", async () => {
  const { phoenixd, setFault, payInvoice } = await openAll();
  const { serialized, paymentHash } = await phoenixd.create(14_990);
  await payInvoice(serialized);
  const rows = [];
  for (const fault of [
    "received-less",
    "received-negative",
    "fee-credit-added",
    "fee-credit-used",
  ] as const) {
    await setFault(fault);
    const { isPaid, receivedSat, fees } = await phoenixd.lookUp(paymentHash);
    const { body } = await phoenixd.get("/getbalance");
    rows.push([isPaid, receivedSat, fees, (body as { feeCreditSat: number }).feeCreditSat]);
  }
  expect(rows).toEqual([
    [true, 13_491, 1_499_000, 0],
    [true, -22_000, 36_990_000, 0],
    [true, 14_990, 0, 14_990],
    // 13,739 sat of the fees were paid by the fee credit.
    [true, 6_729, 22_000_000, 0],
  ]);
});

test("the wallet pays twice the amount, and each interface returns what came", async () => {
  const { phoenixd, lnd, cln, setFault, payInvoice } = await openAll();
  await setFault("paid-double");
  const { serialized, paymentHash } = await phoenixd.create(3000);
  await payInvoice(serialized);
  expect(await phoenixd.lookUp(paymentHash)).toMatchObject({ receivedSat: 6000 });
  expect(await lnd.lookUp(paymentHash)).toMatchObject({ amt_paid_msat: "6000000" });
  expect(await cln.lookUp(paymentHash)).toMatchObject({ amount_received_msat: 6_000_000 });
});

test("a payment that is held is settled later", async () => {
  const { phoenixd, lnd, cln, setFault, payInvoice, send } = await openAll();
  await setFault("settled-late");
  const { serialized, paymentHash } = await phoenixd.create(3000);
  expect(await payInvoice(serialized)).toMatchObject({ status: "pending" });
  expect(await lnd.lookUp(paymentHash)).toMatchObject({ state: "ACCEPTED", amt_paid_msat: "0" });
  expect(await phoenixd.lookUp(paymentHash)).toMatchObject({ isPaid: false });
  expect(await cln.lookUp(paymentHash)).toMatchObject({ status: "unpaid" });
  expect(await send("POST", "/sandbox/lightning/settlements")).toEqual({ settled: 1 });
  expect(await lnd.lookUp(paymentHash)).toMatchObject({ state: "SETTLED" });
  expect(await cln.lookUp(paymentHash)).toMatchObject({ status: "paid" });
});

test("invoices become unknown in four ways", async () => {
  const { phoenixd, lnd, cln, setFault, payInvoice } = await openAll();
  const { serialized, paymentHash } = await phoenixd.create(3000);
  const isKnown = async () => [
    (await phoenixd.get(`/payments/incoming/${paymentHash}`)).status === 200,
    (await lnd.get(`/v1/invoice/${paymentHash}`)).status === 200,
    (await cln.lookUp(paymentHash)) !== undefined,
  ];
  expect(await isKnown()).toEqual([true, true, true]);
  await setFault("lookup-not-found");
  expect(await isKnown()).toEqual([false, false, false]);

  await setFault("invoices-forgotten");
  expect(await isKnown()).toEqual([false, false, false]);
  await expect(payInvoice(serialized)).rejects.toThrow("rejected");
  const later = await phoenixd.create(1000);
  expect(await phoenixd.lookUp(later.paymentHash)).toMatchObject({ requestedSat: 1000 });

  await setFault("autoclean");
  expect(await isKnown()).toEqual([true, true, true]);
  await payInvoice(later.serialized);
  expect(await cln.lookUp(later.paymentHash)).toBeUndefined();

  const payment_hash = Buffer.from(paymentHash, "hex").toString("base64");
  await lnd.post("/v2/invoices/cancel", { payment_hash });
  expect(await lnd.lookUp(paymentHash)).toMatchObject({ state: "CANCELED" });
  await setFault("deletes-canceled");
  expect(await lnd.lookUp(paymentHash)).toMatchObject({ code: 5 });
});

test("a node without incoming capacity warns", async () => {
  const { phoenixd, lnd, cln, setFault } = await openAll();
  await setFault("capacity-warning");
  expect(await cln.create(1000, "warned")).toHaveProperty("warning_capacity");
  expect((await lnd.get("/v1/balance/channels")).body).toMatchObject({
    remote_balance: { sat: "0" },
  });
  expect((await lnd.get("/v1/channels")).body).toMatchObject({
    channels: [{ remote_balance: "1000000", remote_constraints: { chan_reserve_sat: "1000000" } }],
  });
  expect((await phoenixd.get("/getinfo")).body).toMatchObject({
    channels: [{ inboundLiquiditySat: 0 }],
  });
});
