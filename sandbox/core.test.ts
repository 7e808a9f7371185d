import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checksumOf } from "./core/descriptors.ts";
import { openSandbox, temporaryDir } from "./test-sandbox.ts";

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

const address = "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x";
const other = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx";
const descriptor = `addr(${address})#${checksumOf(`addr(${address})`)}`;

/** Posts a body as a client of Core does; `as` is user and password. */
async function post(
  { core }: Sandbox,
  body: unknown,
  options: { path?: string; as?: string } = {},
) {
  const { origin, pathname, username, password } = new URL(core.url);
  const as = options.as ?? `${username}:${password}`;
  const response = await fetch(`${origin}${pathname}${options.path ?? "/"}`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(as).toString("base64")}` },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith("{") ? JSON.parse(text) : text };
}

async function call<T>(sandbox: Sandbox, method: string, params: unknown = []): Promise<T> {
  const { json } = await post(sandbox, { method, params, id: 1 }, { path: "/wallet/w" });
  if (json.error) throw new Error(`${json.error.code} ${json.error.message}`);
  return json.result as T;
}

async function watchOnly(sandbox: Sandbox): Promise<void> {
  await call(sandbox, "createwallet", ["w", true, true]);
  const requests = [{ desc: descriptor, timestamp: "now" }];
  expect(await call(sandbox, "importdescriptors", [requests])).toEqual([{ success: true }]);
}

test("errors have an HTTP error status in JSON-RPC 1, and 200 in 2.0", async () => {
  const sandbox = await openSandbox();
  const request = { method: "getblockhash", params: { height: 999 }, id: "a" };
  const error = { code: -8, message: "Block height out of range" };
  expect(await post(sandbox, request)).toMatchObject({
    status: 500,
    json: { result: null, error, id: "a" },
  });
  expect(await post(sandbox, { ...request, jsonrpc: "2.0" })).toMatchObject({
    status: 200,
    json: { jsonrpc: "2.0", error, id: "a" },
  });
  expect(await post(sandbox, { method: "nonsense" })).toMatchObject({ status: 404 });
  const { text } = await post(sandbox, [request, { method: "getblockcount", id: 2 }]);
  expect(JSON.parse(text)).toEqual([
    { result: null, error, id: "a" },
    { result: 141, error: null, id: 2 },
  ]);
  expect((await post(sandbox, "{")).json.error.code).toBe(-32600);
});

test("only user and password or the cookie give access", async () => {
  const sandbox = await openSandbox();
  const request = { method: "getblockcount" };
  const cookie = readFileSync(sandbox.core.cookieFile, "utf8");
  expect((await post(sandbox, request, { as: cookie })).status).toBe(200);
  for (const as of ["", "shop:", "shop:wrong", cookie.slice(0, -1)])
    expect((await post(sandbox, request, { as })).status).toBe(401);
});

test("a wallet and its descriptors survive a restart, once it is loaded", async () => {
  const dir = temporaryDir();
  const first = await openSandbox(dir);
  await watchOnly(first);
  await call(first, "setlabel", [address, "mine"]);
  const txid = await first.pay(address, 14_990, 1);
  await first.close();
  const second = await openSandbox(dir);
  await expect(call(second, "getwalletinfo")).rejects.toThrow("-18 Requested wallet");
  await expect(call(second, "createwallet", ["w", true, true])).rejects.toThrow("-4 ");
  await call(second, "loadwallet", ["w"]);
  await expect(call(second, "loadwallet", ["w"])).rejects.toThrow("-35 ");
  await expect(call(second, "loadwallet", ["x"])).rejects.toThrow("-18 ");
  const { text } = await post(
    second,
    { method: "listtransactions", params: { label: "mine" } },
    { path: "/wallet/w" },
  );
  expect(text).toContain('"amount":0.00014990');
  expect(JSON.parse(text).result).toMatchObject([{ txid, confirmations: 1, category: "receive" }]);
});

test("the wallet keeps evicted transactions, and conflicted ones have negative confirmations", async () => {
  const sandbox = await openSandbox();
  await watchOnly(sandbox);
  const evicted = await sandbox.pay(address, 1_000);
  const replaced = await sandbox.pay(address, 2_000);
  const list = () => call<{ txid: string }[]>(sandbox, "listtransactions", ["*", 100]);
  expect(await list()).toMatchObject([{ txid: evicted }, { txid: replaced }]);

  const outputs = [{ address: other, sats: 2_000 }];
  const body = { txid: replaced, outputs };
  const next = await sandbox.send<{ txid: string }>("POST", "/sandbox/chain/replacements", body);
  const about = (txid: string) => call(sandbox, "gettransaction", [txid]);
  expect(await about(replaced)).toMatchObject({ confirmations: 0, mempoolconflicts: [next.txid] });
  await sandbox.mine(3);
  expect(await about(replaced)).toMatchObject({ confirmations: -3, mempoolconflicts: [] });
  // Listed are those that may still be: the one that is merely forgotten.
  const unconfirmed = await sandbox.pay(address, 3_000);
  expect(await list()).toMatchObject([{ txid: evicted, confirmations: 3 }, { txid: unconfirmed }]);
  await sandbox.send("POST", "/sandbox/chain/evictions", { txid: unconfirmed });
  expect(await about(unconfirmed)).toMatchObject({ confirmations: 0 });
  await expect(call(sandbox, "getmempoolentry", [unconfirmed])).rejects.toThrow("-5 ");
});

test("descriptors need a valid checksum, and ranged ones a range", async () => {
  const sandbox = await openSandbox();
  await watchOnly(sandbox);
  const ranged = `wpkh(${sandbox.xpub}/0/*)`;
  const info = await call<{ descriptor: string; checksum: string }>(sandbox, "getdescriptorinfo", [
    ranged,
  ]);
  expect(info).toMatchObject({ descriptor: `${ranged}#${info.checksum}`, isrange: true });
  const importing = async (request: object) => {
    const requests = [{ timestamp: "now", ...request }];
    return (await call<unknown[]>(sandbox, "importdescriptors", { requests }))[0];
  };
  expect(await importing({ desc: ranged })).toMatchObject({
    success: false,
    error: { message: "Missing checksum" },
  });
  expect(await importing({ desc: `${ranged}#aaaaaaaa` })).toMatchObject({ success: false });
  expect(await importing({ desc: info.descriptor })).toMatchObject({ success: false });
  expect(await importing({ desc: info.descriptor, range: [0, 3] })).toEqual({ success: true });
  const mine = await call<{ ismine: boolean }>(sandbox, "getaddressinfo", [other]);
  expect(mine.ismine).toBe(false);
});

test("any transaction is found in the mempool, in its block, and with -txindex everywhere", async () => {
  const sandbox = await openSandbox();
  const txid = await sandbox.pay(address, 14_990);
  const raw = (...params: unknown[]) =>
    call<object>(sandbox, "getrawtransaction", [txid, ...params]);
  const hex = await raw();
  expect(hex).toMatch(/^0[12]0000000/);
  const seen = await raw(1);
  expect(seen).toMatchObject({ txid, hex });
  expect(seen).not.toHaveProperty("blockhash");
  const { hash } = await sandbox.mine(1);
  await expect(raw(1)).rejects.toThrow("-5 No such mempool transaction. Use -txindex or provide");
  await expect(raw(1, "ab".repeat(32))).rejects.toThrow("-5 Block hash not found");
  const inBlock = { txid, hex, blockhash: hash, confirmations: 1 };
  expect(await raw(1, hash)).toMatchObject({ ...inBlock, in_active_chain: true });
  await sandbox.send("PUT", "/sandbox/faults", { coreTxindex: true });
  expect(await raw(1)).toMatchObject(inBlock);
  const unknown = call(sandbox, "getrawtransaction", ["ab".repeat(32)]);
  await expect(unknown).rejects.toThrow("-5 No such mempool or blockchain transaction. Use get");
});

test("a proof names the block of a transaction while an output is unspent, or with -txindex", async () => {
  const sandbox = await openSandbox();
  const txid = await sandbox.pay(address, 1_000);
  const proof = (of: string) => call<string>(sandbox, "gettxoutproof", [[of]]);
  await expect(proof(txid)).rejects.toThrow("-5 Transaction not yet in block");
  const { hash } = await sandbox.mine(1);
  const header = await sandbox.get<string>(`/esplora/block/${hash}/header`);
  expect((await proof(txid)).startsWith(header)).toBe(true);
  // The oldest coin was spent, which was the only one of the first block.
  const first = await sandbox.get<string>("/esplora/block-height/1");
  const [spent = ""] = await sandbox.get<string[]>(`/esplora/block/${first}/txids`);
  await expect(proof(spent)).rejects.toThrow("-5 Transaction not yet in block");
  await sandbox.send("PUT", "/sandbox/faults", { coreTxindex: true });
  expect(await proof(spent)).toMatch(/^[0-9a-f]{160}/);
});
