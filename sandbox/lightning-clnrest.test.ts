import { expect, test } from "vitest";
import { makeRune } from "./lightning/clnrest/rune.ts";
import { call, clnClient, openLightning } from "./test-lightning.ts";

test("an invoice is created, paid, waited for and looked up, as Core Lightning does", async () => {
  const { lightning, payInvoice, streamsOpen } = await openLightning();
  const cln = clnClient(lightning);
  const made = await cln.create(3_117_000, "satchel/1", { expiry: 600 });
  expect(made).toMatchObject({
    bolt11: expect.stringMatching(/^lnbcrt31170n1/),
    payment_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    created_index: 1,
  });
  expect(made).not.toHaveProperty("warning_capacity");
  const unpaid = await cln.lookUp(made.payment_hash);
  expect(unpaid).toMatchObject({
    label: "satchel/1",
    status: "unpaid",
    amount_msat: 3_117_000,
    description: "Satchel 7KQ2M9X",
    expires_at: made["expires_at"],
  });
  expect(unpaid).not.toHaveProperty("pay_index");

  const waiting = cln.rpc("waitanyinvoice", { lastpay_index: 0, timeout: 50 });
  await streamsOpen(1);
  await payInvoice(made.bolt11);
  const paid = await cln.lookUp(made.payment_hash);
  expect(paid).toMatchObject({ status: "paid", pay_index: 1, amount_received_msat: 3_117_000 });
  expect(await waiting).toEqual({ status: 201, body: paid });

  const second = await cln.create(1000, "satchel/2");
  await payInvoice(second.bolt11);
  const next = await cln.rpc("waitanyinvoice", { lastpay_index: 1 });
  expect(next.body).toMatchObject({ label: "satchel/2", pay_index: 2 });
  expect((await cln.rpc("getinfo")).body).toMatchObject({ network: "regtest" });
  expect((await cln.rpc("listpeerchannels")).body).toMatchObject({
    channels: [{ state: "CHANNELD_NORMAL", total_msat: 100_000_000_000 }],
  });
});

test("an invoice is deleted in the status that is named", async () => {
  const { lightning, payInvoice } = await openLightning();
  const cln = clnClient(lightning);
  const made = await cln.create(1000, "satchel/1");
  const del = (status: string) => cln.rpc("delinvoice", { label: "satchel/1", status });
  expect(await del("paid")).toMatchObject({ status: 500, body: { code: 906 } });
  expect(await del("unpaid")).toMatchObject({ status: 201, body: { label: "satchel/1" } });
  expect(await del("unpaid")).toMatchObject({ status: 500, body: { code: 905 } });
  expect(await cln.lookUp(made.payment_hash)).toBeUndefined();
  await expect(payInvoice(made.bolt11)).rejects.toThrow();
});

test("errors carry the codes of Core Lightning", async () => {
  const { lightning } = await openLightning();
  const cln = clnClient(lightning);
  await cln.create(1000, "same");
  const again = await cln.rpc("invoice", { amount_msat: 1000, label: "same", description: "x" });
  expect(again).toMatchObject({ status: 500, body: { code: 900 } });
  expect(await cln.rpc("waitanyinvoice", { timeout: 0 })).toMatchObject({
    status: 500,
    body: { code: 904 },
  });
  expect(await cln.rpc("invoice", { label: "x" })).toMatchObject({
    status: 500,
    body: { code: -32602 },
  });
  expect((await cln.rpc("listinvoices", { payment_hash: "00".repeat(32) })).body).toEqual({
    invoices: [],
  });
});

test("a rune permits the methods that its text names", async () => {
  const { lightning, requests } = await openLightning();
  const shop = clnClient(lightning, "shop");
  const text = Buffer.from(shop.rune, "base64url").subarray(32).toString();
  expect(text).toMatch(/^=\d&method=invoice\|method=listinvoices\|/);
  expect(await shop.rpc("pay", { bolt11: "x" })).toMatchObject({
    status: 401,
    body: { code: 1502 },
  });
  const invoices = clnClient(lightning, "invoices");
  expect((await invoices.rpc("getinfo")).body).toMatchObject({ code: 1502 });
  const unrestricted = clnClient(lightning, "unrestricted");
  expect((await unrestricted.rpc("nonsense")).status).toBe(404);
  const url = `${shop.url}/v1/getinfo`;
  expect(await call(url, { method: "POST" })).toMatchObject({
    status: 403,
    body: { code: 1501, message: "Not authorized: Missing rune" },
  });
  const forged = await call(url, { method: "POST", headers: { rune: "AAAA" } });
  expect(forged).toMatchObject({ status: 401, body: { code: 1501 } });
  expect((await requests()).map(({ credential, canPay }) => [credential, canPay])).toEqual([
    ["shop rune", false],
    ["invoices rune", false],
    ["unrestricted rune", true],
    [null, false],
    [null, false],
  ]);
});

test("runes are made as Core Lightning makes them", () => {
  // From Core Lightning's own test (tests/test_runes.py).
  const secret = Buffer.from(
    "edb8893c04fdeef8f5f06ed70edef309a5c83f20624594e136e392504a270c40",
    "hex",
  );
  expect(makeRune(secret, 0, [])).toBe("OSqc7ixY6F-gjcigBfxtzKUI54uzgFSA6YfBQoWGDV89MA==");
  const readonly = [["method^list", "method^get", "method=summary"], ["method/listdatastore"]];
  expect(makeRune(secret, 1, readonly)).toMatch(
    /^zm0x_eLgHexaTvZn3Cz7gb_YlvrlYGDo_w4BYlR9SS09MSZtZXRob2RebGlzdHxtZXRob2ReZ2V0fG1ldGhvZD1zdW1tYXJ5/,
  );
});
