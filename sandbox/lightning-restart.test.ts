import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLightning, phoenixdClient } from "./test-lightning.ts";
import { temporaryDir } from "./test-sandbox.ts";

type Transaction = { txid: string; vout: { value: number }[]; status: { confirmed: boolean } };

test("the first request funds a channel on the chain, and parallel ones share it", async () => {
  const { lightning, get, mine, payInvoice } = await openLightning();
  const height = await get("/esplora/blocks/tip/height");
  const mempool = () => get<string[]>("/esplora/mempool/txids");
  expect(await mempool()).toEqual([]);
  const phoenixd = phoenixdClient(lightning);
  const invoices = await Promise.all([1, 2, 3].map((sats) => phoenixd.create(sats)));
  const [txid, ...others] = await mempool();
  expect(others).toEqual([]);
  const funding = await get<Transaction>(`/esplora/tx/${txid}`);
  expect(funding.vout[0]?.value).toBe(100_000_000);
  // No block was mined for it, since that would confirm other payments.
  expect(await get("/esplora/blocks/tip/height")).toBe(height);

  const [first, second, third] = invoices.map(({ serialized }) => serialized);
  await payInvoice(first ?? "");
  await mine(3);
  await payInvoice(second ?? "");
  expect(await mempool()).toEqual([]);
  await mine(100);
  await payInvoice(third ?? "");
});

test("a reorganisation that takes the funding away leads to a new channel", async () => {
  const { lightning, mine, send, payInvoice } = await openLightning();
  const phoenixd = phoenixdClient(lightning);
  const { serialized } = await phoenixd.create(1000);
  await mine(2);
  const paid = await phoenixd.create(1000);
  await payInvoice(paid.serialized);
  await send("POST", "/sandbox/chain/reorgs", { depth: 2, readd: false });
  await payInvoice(serialized);
  expect(await phoenixd.lookUp(paid.paymentHash)).toMatchObject({ isPaid: true });
});

test("after a restart invoices and credentials are the same, and open ones can be paid", async () => {
  const dir = temporaryDir();
  const before = await openLightning(dir);
  const first = phoenixdClient(before.lightning);
  const paid = await first.create(1000);
  const open = await first.create(2000);
  await before.payInvoice(paid.serialized);
  const invoice = await first.lookUp(paid.paymentHash);
  const { nodeId } = (await first.get("/getinfo")).body as { nodeId: string };
  await before.close();

  const after = await openLightning(dir);
  const second = phoenixdClient(after.lightning);
  expect(second.password).toBe(first.password);
  expect(await second.lookUp(paid.paymentHash)).toEqual(invoice);
  await expect(after.payInvoice(paid.serialized)).rejects.toThrow("already paid");
  await after.payInvoice(open.serialized);
  expect(await second.lookUp(open.paymentHash)).toMatchObject({ isPaid: true });
  expect((await second.get("/getinfo")).body).toMatchObject({ nodeId });
});

test("payments beyond the capacity of a channel open another one", async () => {
  const { lightning, payInvoice } = await openLightning();
  const phoenixd = phoenixdClient(lightning);
  for (let i = 0; i < 3; i++) {
    const { serialized } = await phoenixd.create(60_000_000);
    await payInvoice(serialized);
  }
  const { channels } = (await phoenixd.get("/getinfo")).body as {
    channels: { capacitySat: number }[];
  };
  // LDK lists them in no order.
  expect(channels.map(({ capacitySat }) => capacitySat).toSorted((a, b) => a - b)).toEqual([
    100_000_000, 126_000_000,
  ]);
});

test("the wallet says why it does not pay", async () => {
  const { lightning, payInvoice } = await openLightning();
  const phoenixd = phoenixdClient(lightning);
  const { serialized } = await phoenixd.create(1000);
  await expect(payInvoice("lnbcrt1nonsense")).rejects.toThrow("not a valid Lightning invoice");
  const swapped = serialized.endsWith("q") ? "p" : "q";
  await expect(payInvoice(serialized.slice(0, -1) + swapped)).rejects.toThrow("not a valid");
  const expired = await phoenixd.create(1000, { expirySeconds: "1" });
  await expect
    .poll(() => phoenixd.lookUp(expired.paymentHash), { timeout: 10_000 })
    .toMatchObject({ isExpired: true });
  await expect(payInvoice(expired.serialized)).rejects.toThrow("expired");
  const amountless = await phoenixd.post("/createinvoice", { description: "any" });
  const { serialized: withoutAmount } = amountless.body as { serialized: string };
  await expect(payInvoice(withoutAmount)).rejects.toThrow("no amount");
  expect(await payInvoice(withoutAmount, 5000)).toMatchObject({ status: "paid", msat: 5000 });
});

test("without a request, no Lightning node is started", async () => {
  const dir = temporaryDir();
  const { get } = await openLightning(dir);
  expect(await get("/esplora/mempool/txids")).toEqual([]);
  expect(existsSync(join(dir, "lightning/shop.macaroon"))).toBe(true);
});
