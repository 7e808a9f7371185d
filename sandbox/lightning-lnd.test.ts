import { expect, test } from "vitest";
import { call, lndClient, openLightning } from "./test-lightning.ts";

test("an invoice is created, paid, streamed and looked up, in LND's JSON", async () => {
  const { lightning, payInvoice, streamsOpen } = await openLightning();
  const lnd = lndClient(lightning);
  const { hash, payment_request, r_hash, add_index } = await lnd.create(3_117_000, {
    expiry: "600",
    private: true,
  });
  expect(add_index).toBe("1");
  const open = await lnd.lookUp(hash);
  expect(open).toMatchObject({
    state: "OPEN",
    memo: "Satchel 7KQ2M9X",
    r_hash,
    value: "3117",
    value_msat: "3117000",
    amt_paid_msat: "0",
    settle_date: "0",
    settle_index: "0",
    expiry: "600",
    settled: false,
    htlcs: [],
    description_hash: "",
  });

  const stream = lnd.subscribe("?add_index=0&settle_index=0");
  const first = stream.next();
  await streamsOpen(1);
  const { hash: second } = await lnd.create(1000);
  // An index of 0 asks for nothing of the past: the first message is about the second invoice.
  expect((await first).value).toMatchObject({ state: "OPEN", add_index: "2" });
  await payInvoice(payment_request);
  expect((await stream.next()).value).toMatchObject({ r_hash, state: "SETTLED" });
  expect(await lnd.lookUp(hash)).toMatchObject({
    state: "SETTLED",
    settled: true,
    amt_paid_msat: "3117000",
    settle_index: "1",
    settle_date: expect.stringMatching(/^\d{10}$/),
  });

  const payment_hash = Buffer.from(second, "hex").toString("base64");
  expect(await lnd.post("/v2/invoices/cancel", { payment_hash })).toMatchObject({ body: {} });
  expect(await lnd.lookUp(second)).toMatchObject({ state: "CANCELED" });
  expect((await lnd.post("/v2/invoices/cancel", { payment_hash: r_hash })).body).toMatchObject({
    code: 2,
    message: "invoice already settled",
  });
});

test("a stream begins with everything above its indexes", async () => {
  const { lightning, payInvoice, streamsOpen } = await openLightning();
  const lnd = lndClient(lightning);
  const invoices = [await lnd.create(1000), await lnd.create(2000), await lnd.create(3000)];
  for (const { payment_request } of invoices) await payInvoice(payment_request);
  const stream = lnd.subscribe("?add_index=2&settle_index=1");
  const seen = [];
  for (let i = 0; i < 3; i++) seen.push((await stream.next()).value?.["value_msat"]);
  expect(seen).toEqual(["3000", "2000", "3000"]);
  await stream.return();
  await streamsOpen(0);
});

test("a macaroon permits what its identifier says", async () => {
  const { lightning, requests } = await openLightning();
  const invoice = lndClient(lightning, "invoice");
  // Version 2, location "lnd", then the identifier with version 3 and a nonce of 16 bytes.
  expect(invoice.macaroon).toMatch(/^0201036c6e6402[0-9a-f]{2}030a10/);
  const denied = { code: 2, message: "permission denied", details: [] };
  expect(await invoice.get("/v1/getinfo")).toEqual({ status: 500, body: denied });
  expect((await invoice.post("/v1/channels/transactions", {})).body).toEqual(denied);
  const shop = lndClient(lightning, "shop");
  expect((await shop.get("/v1/getinfo")).body).toMatchObject({
    chains: [{ chain: "bitcoin", network: "regtest" }],
    num_active_channels: 1,
    synced_to_chain: true,
  });
  expect((await shop.get("/v1/channels?active_only=true")).body).toMatchObject({
    channels: [
      {
        active: true,
        remote_balance: "100000000",
        remote_constraints: { chan_reserve_sat: "1000000" },
      },
    ],
  });
  const { hash } = await shop.create(1000);
  expect(await shop.lookUp(hash)).toMatchObject({ state: "OPEN" });
  expect((await shop.post("/v2/invoices/cancel", { payment_hash: "AAAA" })).body).toEqual(denied);
  await lndClient(lightning, "admin").get("/v1/getinfo");
  const bare = await call(`${invoice.url}/v1/getinfo`, {});
  expect(bare).toMatchObject({ status: 500, body: { message: "expected 1 macaroon, got 0" } });
  const credentials = (await requests()).map(({ credential, canPay }) => [credential, canPay]);
  expect(credentials).toContainEqual(["admin macaroon", true]);
  expect(credentials).toContainEqual(["shop macaroon", false]);
  expect(credentials).toContainEqual([null, false]);
});

test("errors are those of LND's gateway", async () => {
  const { lightning } = await openLightning();
  const lnd = lndClient(lightning);
  expect(await lnd.get(`/v1/invoice/${"00".repeat(32)}`)).toEqual({
    status: 404,
    body: { code: 5, message: "unable to locate invoice", details: [] },
  });
  expect((await lnd.get("/v1/invoice/00")).body).toMatchObject({ code: 2 });
  expect((await lnd.get("/v1/nothing")).status).toBe(404);
  expect((await lnd.get("/v1/invoices")).status).toBe(501);
  const unknown = await lnd.post("/v1/invoices", { value_msat: "1", nonsense: 1 });
  expect(unknown).toMatchObject({ status: 400, body: { code: 3 } });
});
