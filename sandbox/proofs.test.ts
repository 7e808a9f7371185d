import { expect, test } from "vitest";
import { displayHash, internalHash, sha256d } from "./chain/hash.ts";
import { openSandbox } from "./test-sandbox.ts";

const address = "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x";

type Proof = { block_height: number; merkle: string[]; pos: number };

test("headers have proof of work, and each transaction a Merkle proof", async () => {
  const { get, pay, mine, url } = await openSandbox();
  const paid = [await pay(address, 1), await pay(address, 2), await pay(address, 3)];
  paid.push(await pay(address, 4));
  const { hash, height } = await mine(1);

  const header = Buffer.from(await get<string>(`/esplora/block/${hash}/header`), "hex");
  expect(displayHash(sha256d(header))).toBe(hash);
  expect(Number.parseInt(hash.slice(0, 2), 16)).toBeLessThan(0x80);

  const txids = await get<string[]>(`/esplora/block/${hash}/txids`);
  expect(txids.slice(1)).toEqual(paid);
  for (const [pos, txid] of txids.entries()) {
    const proof = await get<Proof>(`/esplora/tx/${txid}/merkle-proof`);
    expect(proof).toMatchObject({ block_height: height, pos });
    const root = proof.merkle.reduce((node: Uint8Array, sibling, level) => {
      const pair = [node, internalHash(sibling)];
      return sha256d(Buffer.concat((pos >> level) & 1 ? pair.toReversed() : pair));
    }, internalHash(txid));
    expect(displayHash(root)).toBe(displayHash(header.subarray(36, 68)));
  }

  const raw = Buffer.from(await (await fetch(`${url}/esplora/block/${hash}/raw`)).arrayBuffer());
  const txs = await Promise.all(txids.map((txid) => get<string>(`/esplora/tx/${txid}/hex`)));
  expect(raw.toString("hex")).toBe(`${header.toString("hex")}05${txs.join("")}`);
});

test("what is not in a block has no proof", async () => {
  const { get, pay, send } = await openSandbox();
  const missing = "404 Transaction not found or is unconfirmed";
  const txid = await pay(address, 1);
  const proof = () => get<Proof>(`/esplora/tx/${txid}/merkle-proof`);
  await expect(proof()).rejects.toThrow(missing);
  await expect(get(`/esplora/tx/${"0".repeat(64)}/merkle-proof`)).rejects.toThrow(missing);

  await send("POST", "/sandbox/chain/blocks", { count: 2 });
  expect(await proof()).toMatchObject({ pos: 1 });
  await send("PUT", "/sandbox/faults", { esplora: "lagging" });
  await expect(proof()).rejects.toThrow(missing);
  const tip = Number(await get<string>("/esplora/blocks/tip/height"));
  await expect(get(`/esplora/block-height/${tip + 1}`)).rejects.toThrow("404 Block not found");
});
