import { HDKey } from "@scure/bip32";
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from "@scure/btc-signer";
import { expect, test } from "vitest";
import { REGTEST } from "./chain/network.ts";
import { openSandbox } from "./test-sandbox.ts";
import type { EsploraTx } from "./test-sandbox.ts";

const seed = new Uint8Array(32).fill(7);
const key = HDKey.fromMasterSeed(seed).publicKey ?? seed;
const address = p2wpkh(key, REGTEST).address;
const other = p2pkh(key, REGTEST).address;

test("a payment is unconfirmed until a block holds it", async () => {
  const { get, pay, mine } = await openSandbox();
  const txid = await pay(address, 12_345);

  const [unconfirmed] = await get<EsploraTx[]>(`/esplora/address/${address}/txs`);
  expect(unconfirmed).toMatchObject({ txid, status: { confirmed: false } });
  const output = { scriptpubkey_address: address, scriptpubkey_type: "v0_p2wpkh", value: 12_345 };
  expect(unconfirmed?.vout[0]).toMatchObject(output);
  expect(unconfirmed?.status).toEqual({ confirmed: false });

  const { height, hash } = await mine(1);
  const [confirmed] = await get<EsploraTx[]>(`/esplora/address/${address}/txs/chain`);
  expect(confirmed).toMatchObject({
    txid,
    status: { confirmed: true, block_height: height, block_hash: hash },
  });
  expect(await get(`/esplora/tx/${txid}/status`)).toEqual(confirmed?.status);
  expect(await get("/esplora/blocks/tip/height")).toBe(String(height));
  expect(await get("/esplora/blocks/tip/hash")).toBe(hash);
  const block = await get<{ timestamp: number }>(`/esplora/block/${hash}`);
  expect(block).toMatchObject({ id: hash, height, tx_count: 2 });
  expect(block.timestamp).toBe(confirmed?.status.block_time);
  expect(Math.abs(block.timestamp - Date.now() / 1000)).toBeLessThan(60);
});

test("hashes of transactions and blocks match their content", async () => {
  const { get, pay } = await openSandbox();
  const txid = await pay(address, 5000, 1);
  const parsed = Transaction.fromRaw(
    Buffer.from(await get<string>(`/esplora/tx/${txid}/hex`), "hex"),
  );
  expect(parsed.id).toBe(txid);
  const { fee, vin } = await get<EsploraTx>(`/esplora/tx/${txid}`);
  expect(fee).toBeGreaterThanOrEqual(parsed.vsize);
  expect(vin[0]?.sequence).toBe(0xfffffffd);

  // The well-known regtest genesis block, computed from its header like every other.
  expect(await get("/esplora/block-height/0")).toBe(
    "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  );
  const hash = await get<string>("/esplora/block-height/1");
  expect(await get(`/esplora/block/${hash}/status`)).toEqual({
    in_best_chain: true,
    height: 1,
    next_best: await get("/esplora/block-height/2"),
  });
  const [coinbase] = await get<string[]>(`/esplora/block/${hash}/txids`);
  expect(await get(`/esplora/block/${hash}`)).toMatchObject({ merkle_root: coinbase });
});

test("every kind of address can be paid, several in one transaction, down to 1 sat", async () => {
  const { get, send } = await openSandbox();
  const addresses = [
    other,
    p2sh(p2wpkh(key, REGTEST), REGTEST).address,
    address,
    p2wsh(p2pkh(key, REGTEST), REGTEST).address,
    p2tr(key.slice(1), undefined, REGTEST).address,
  ];
  const outputs = addresses.map((to, index) => ({ address: to, sats: index + 1 }));
  const { txid } = await send<{ txid: string }>("POST", "/sandbox/wallet/payments", { outputs });
  const { vout } = await get<EsploraTx>(`/esplora/tx/${txid}`);
  expect(vout.slice(0, 5).map((output) => [output.scriptpubkey_type, output.value])).toEqual([
    ["p2pkh", 1],
    ["p2sh", 2],
    ["v0_p2wpkh", 3],
    ["v0_p2wsh", 4],
    ["v1_p2tr", 5],
  ]);
  for (const to of addresses) {
    const found = await get<EsploraTx[]>(`/esplora/address/${to}/txs/mempool`);
    expect(found.map((tx) => tx.txid)).toEqual([txid]);
  }
});

test("a raw transaction is accepted once its inputs exist, and a double spend is rejected", async () => {
  const { get, send, pay, url } = await openSandbox();
  const txid = await pay(address, 5000);
  const hex = await get<string>(`/esplora/tx/${txid}/hex`);
  await send("POST", "/sandbox/chain/evictions", { txid });
  await expect(get(`/esplora/tx/${txid}`)).rejects.toThrow("404 Transaction not found");

  const broadcast = (body: string) => fetch(`${url}/esplora/tx`, { method: "POST", body });
  expect(await (await broadcast(hex)).text()).toBe(txid);
  expect(await get(`/esplora/tx/${txid}/status`)).toEqual({ confirmed: false });

  // The wallet spends its coins in order, so this payment is of the same coin.
  await send("POST", "/sandbox/chain/evictions", { txid });
  await pay(other, 7000, 1);
  const late = await broadcast(hex);
  expect(late.status).toBe(400);
  expect(await late.text()).toBe(
    'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}',
  );
  expect(await (await broadcast("0011")).text()).toMatch(/"code":-22/);
});

test("a replacement pays more fee and the replaced payment is gone", async () => {
  const { get, send, pay } = await openSandbox();
  const txid = await pay(address, 5000);
  const old = await get<EsploraTx>(`/esplora/tx/${txid}`);
  const outputs = [{ address: other, sats: 5000 }];
  const body = { txid, outputs };
  const next = await send<{ txid: string }>("POST", "/sandbox/chain/replacements", body);

  const replacement = await get<EsploraTx>(`/esplora/tx/${next.txid}`);
  expect(replacement.vin[0]).toMatchObject({ txid: old.vin[0]?.txid, vout: old.vin[0]?.vout });
  expect(replacement.fee).toBeGreaterThan(old.fee);
  expect(await get(`/esplora/address/${address}/txs`)).toEqual([]);
  const { vin } = replacement;
  expect(await get(`/esplora/tx/${vin[0]?.txid}/outspend/${vin[0]?.vout}`)).toEqual({
    spent: true,
    txid: next.txid,
    vin: 0,
    status: { confirmed: false },
  });
});

test("a reorganisation brings payments back to the mempool, or loses them", async () => {
  const { get, send, pay, mine } = await openSandbox();
  const txid = await pay(address, 5000, 3);
  const gone = await get<string>("/esplora/block-height/121");

  const tip = await send("POST", "/sandbox/chain/reorgs", { depth: 3, readd: true });
  expect(tip).toMatchObject({ height: 124 });
  expect(await get(`/esplora/tx/${txid}/status`)).toEqual({ confirmed: false });
  expect(await get(`/esplora/block/${gone}/status`)).toEqual({
    in_best_chain: false,
    height: null,
    next_best: null,
  });
  await mine(1);
  expect(await get(`/esplora/tx/${txid}/status`)).toMatchObject({ block_height: 125 });

  await send("POST", "/sandbox/chain/reorgs", { depth: 1, readd: false });
  await expect(get(`/esplora/tx/${txid}`)).rejects.toThrow("404");
  expect(await get(`/esplora/address/${address}/txs`)).toEqual([]);
  await expect(send("POST", "/sandbox/chain/reorgs", { depth: 7, readd: true })).rejects.toThrow(
    "Only 6 blocks can be replaced",
  );
});

test("invalid input has specific errors and never a stack trace", async () => {
  const { send, get } = await openSandbox();
  const post = (path: string, body: unknown) => send("POST", `/sandbox${path}`, body);
  await expect(post("/wallet/payments", { address: "x", sats: 1 })).rejects.toThrow(
    '400 {"error":"Invalid Bitcoin address"}',
  );
  const mainnet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  await expect(post("/wallet/payments", { address: mainnet, sats: 1 })).rejects.toThrow(
    "Address on invalid network",
  );
  await expect(post("/wallet/payments", { address, sats: 0 })).rejects.toThrow(/400.*sats/);
  await expect(post("/wallet/payments", { address, sats: 1e14 })).rejects.toThrow(
    "The sandbox wallet has only 104999992429 sats to spend",
  );
  await expect(post("/chain/blocks", { count: 0 })).rejects.toThrow(/400.*count/);
  await expect(get("/esplora/address/x/txs")).rejects.toThrow("400 Invalid Bitcoin address");
  await expect(get(`/esplora/block/${"0".repeat(64)}`)).rejects.toThrow("404 Block not found");
  await expect(get("/esplora/tx/12")).rejects.toThrow("400 Invalid hex string");
});
