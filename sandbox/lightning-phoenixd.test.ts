import { expect, test } from "vitest";
import { call, openLightning, phoenixdClient } from "./test-lightning.ts";

const UNKNOWN = "00".repeat(32);

test("an invoice is created, paid over the channel, announced and looked up", async () => {
  const { lightning, payInvoice } = await openLightning();
  const phoenixd = phoenixdClient(lightning);
  const { serialized, paymentHash, amountSat } = await phoenixd.create(3117, {
    externalId: "order-7",
    expirySeconds: "600",
  });
  expect(amountSat).toBe(3117);
  expect(serialized).toMatch(/^lnbcrt31170n1/);
  expect(await phoenixd.lookUp(paymentHash)).toMatchObject({
    type: "incoming_payment",
    isPaid: false,
    isExpired: false,
    requestedSat: 3117,
    receivedSat: 0,
    description: "Satchel 7KQ2M9X",
    externalId: "order-7",
  });

  const { next } = await phoenixd.listen();
  expect(await payInvoice(serialized.toUpperCase())).toMatchObject({
    hash: paymentHash,
    msat: 3_117_000,
    status: "paid",
  });
  expect(await next()).toMatchObject({
    type: "payment_received",
    amountSat: 3117,
    paymentHash,
    externalId: "order-7",
  });
  const paid = await phoenixd.lookUp(paymentHash);
  expect(paid).toMatchObject({ isPaid: true, receivedSat: 3117, fees: 0 });
  expect(Number(paid["expiresAt"]) - Number(paid["createdAt"])).toBe(600_000);
  expect(Math.abs(Number(paid["createdAt"]) - Date.now())).toBeLessThan(60_000);

  const received = await phoenixd.get("/payments/incoming?externalId=order-7");
  expect(received.body).toEqual([paid]);
  const { body: info } = await phoenixd.get("/getinfo");
  expect(info).toMatchObject({ chain: "regtest", channels: [{ state: "Normal" }] });
  expect((await phoenixd.get("/getbalance")).body).toMatchObject({ feeCreditSat: 0 });
  await expect(payInvoice(serialized)).rejects.toThrow("already paid");
});

test("errors are phoenixd's: as text, with their status", async () => {
  const { lightning } = await openLightning();
  const phoenixd = phoenixdClient(lightning);
  expect(await phoenixd.get(`/payments/incoming/${UNKNOWN}`)).toEqual({
    status: 404,
    body: "Not found",
  });
  expect((await phoenixd.get("/payments/incoming/00")).status).toBe(400);
  expect((await phoenixd.get("/nothing")).body).toBe("Unknown endpoint (check api doc)");
  expect((await phoenixd.get("/createinvoice")).status).toBe(405);
  expect(await phoenixd.post("/createinvoice", { amountSat: "1" })).toEqual({
    status: 400,
    body: "Must provide either a description or descriptionHash",
  });
  const tooLong = { amountSat: "1", description: "x".repeat(129) };
  expect((await phoenixd.post("/createinvoice", tooLong)).body).toMatch(/too long/);
  const wrong = { amountSat: "1.5", description: "x" };
  expect((await phoenixd.post("/createinvoice", wrong)).body).toMatch(/amountSat/);
});

test("the limited password cannot pay, and every request is recorded with its credential", async () => {
  const { lightning, requests, send } = await openLightning();
  const limited = phoenixdClient(lightning);
  for (const path of ["/payinvoice", "/sendtoaddress", "/closechannel"]) {
    expect((await limited.post(path, {})).status).toBe(401);
  }
  await phoenixdClient(lightning, "full").get("/getinfo");
  expect((await phoenixdClient(lightning, "wrong").get("/getinfo")).status).toBe(401);
  const bySubProtocol = await limited.listen([limited.password]);
  expect(bySubProtocol.messages).toEqual([]);
  const url = lightning.phoenixdUrl.replace("phoenixd:", "http:");
  expect((await call(`${url}/getinfo`, {})).status).toBe(401);
  expect(
    (await requests()).map(({ path, credential, canPay }) => [path, credential, canPay]),
  ).toEqual([
    ["/payinvoice", "limited password", false],
    ["/sendtoaddress", "limited password", false],
    ["/closechannel", "limited password", false],
    ["/getinfo", "full password", true],
    ["/getinfo", null, false],
    ["/websocket", "limited password", false],
    ["/getinfo", null, false],
  ]);
  await send("DELETE", "/sandbox/lightning/requests");
  expect(await requests()).toEqual([]);
});
