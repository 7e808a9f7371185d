import { expect, test } from "vitest";
import { openSandbox } from "./test-sandbox.ts";
import type { EsploraTx } from "./test-sandbox.ts";

const address = "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x";

test("an address with many payments is paginated, newest first", async () => {
  const { get, pay, mine } = await openSandbox();
  const paid: string[] = [];
  for (let sats = 1; sats <= 60; sats++) {
    paid.unshift(await pay(address, sats));
    if (sats === 30 || sats === 57) await mine(1);
  }
  const page = async (path: string) => {
    const txs = await get<EsploraTx[]>(`/esplora/address/${address}/txs${path}`);
    return txs.map(({ txid }) => txid);
  };
  const [waiting, confirmed] = [paid.slice(0, 3), paid.slice(3)];
  expect(await page("/mempool")).toEqual(waiting);
  expect(await page("")).toEqual([...waiting, ...confirmed.slice(0, 25)]);
  expect(await page("/chain")).toEqual(confirmed.slice(0, 25));
  expect(await page(`/chain/${confirmed[24]}`)).toEqual(confirmed.slice(25, 50));
  expect(await page(`/chain/${confirmed[49]}`)).toEqual(confirmed.slice(50));
  expect(await page(`/chain/${confirmed[56]}`)).toEqual([]);

  expect(await get(`/esplora/address/${address}`)).toEqual({
    address,
    chain_stats: {
      tx_count: 57,
      funded_txo_count: 57,
      funded_txo_sum: (57 * 58) / 2,
      spent_txo_count: 0,
      spent_txo_sum: 0,
    },
    mempool_stats: {
      tx_count: 3,
      funded_txo_count: 3,
      funded_txo_sum: 58 + 59 + 60,
      spent_txo_count: 0,
      spent_txo_sum: 0,
    },
  });
  expect(await get("/esplora/mempool")).toMatchObject({ count: 3 });
  const recent = await get<{ txid: string }[]>("/esplora/mempool/recent");
  expect(recent.map(({ txid }) => txid)).toEqual(waiting);
});

test("mempool's servers have other pages than Blockstream's", async () => {
  const { get, send, pay, mine } = await openSandbox();
  const paid: string[] = [];
  for (let sats = 1; sats <= 60; sats++) {
    paid.unshift(await pay(address, sats));
    if (sats === 57) await mine(1);
  }
  const page = async (path: string) => {
    const txs = await get<EsploraTx[]>(`/esplora2/address/${address}/txs${path}`);
    return txs.map(({ txid }) => txid);
  };
  await send("PUT", "/sandbox/faults", { esplora2Server: "mempool" });
  expect(await page("")).toEqual(paid.slice(0, 50));
  expect(await page(`/chain/${paid[49]}`)).toEqual(paid.slice(50));
  expect(await page(`?after_txid=${paid[49]}`)).toEqual(paid.slice(50));

  await send("PUT", "/sandbox/faults", { esplora2Server: "mempool-electrum" });
  expect(await page("")).toEqual(paid.slice(0, 10));
  await expect(page(`/chain/${paid[9]}`)).rejects.toThrow("404");
  expect(await get<EsploraTx[]>(`/esplora/address/${address}/txs`)).toHaveLength(28);
});
